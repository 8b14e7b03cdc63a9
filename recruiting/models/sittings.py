"""One visit of a person who was sent by a panel, and how it ended."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hits.models import Enrolment


class Outcome(models.TextChoices):
    """How a sitting ends, in our words; each panel has a code or an address of its own for it."""

    DONE = "done", _("Done")
    FAILED_CHECK = "failed_check", _("Checks failed")
    NO_CONSENT = "no_consent", _("Declined")
    SCREENED_OUT = "screened_out", _("Screened out")
    WRONG_DEVICE = "wrong_device", _("Unsuitable device")
    PART = "part", _("Stopped early")


class Sitting(models.Model):
    """A person's visit to a batch by way of a panel. One person may come twice, each time with
    another session.

    `channel` names the panel; `session` is the panel's own id of the visit, blank if it has none.
    """

    class State(models.TextChoices):
        ACTIVE = "active", _("Active")
        COMPLETED = "completed", _("Completed")
        RETURNED = "returned", _("Returned")
        TIMED_OUT = "timed_out", _("Timed out at the panel")
        ENDED = "ended", _("Ended here")

    # The participation is over at the panel and unpaid: no one continues it, or gets a code.
    GIVEN_UP = (State.RETURNED, State.TIMED_OUT)

    enrolment = models.ForeignKey(Enrolment, on_delete=models.PROTECT, related_name="sittings")
    channel = models.CharField("channel", max_length=20)
    session = models.CharField("session", max_length=200, blank=True)
    # Whatever identifies the person and the visit at the panel, by the panel's own names.
    outside_ids = models.JSONField("outside ids", default=dict, blank=True)
    state = models.CharField("state", max_length=10, choices=State, default=State.ACTIVE)
    started_at = models.DateTimeField("started", auto_now_add=True)
    ended_at = models.DateTimeField("ended", null=True, blank=True)
    # Since when a browser works on it that has shown no proof of who the person is.
    unproven_at = models.DateTimeField("opened without proof", null=True, blank=True)
    outcome = models.CharField("outcome", max_length=12, choices=Outcome, blank=True)
    code_given = models.CharField("completion code given", max_length=100, blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            # recruiting.prolific.ending: few of all sittings.
            models.Index(name="sitting_active", fields=["id"], condition=Q(state="active")),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # A panel's session opened twice is the same sitting.
            models.UniqueConstraint(
                name="sitting_once", fields=["channel", "session"], condition=~Q(session="")
            ),
            models.CheckConstraint(name="sitting_has_a_channel", condition=~Q(channel="")),
            models.CheckConstraint(
                name="sitting_ended_when",
                condition=Q(state="active", ended_at__isnull=True)
                | (~Q(state="active") & Q(ended_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel} · {self.session or self.pk}"
