"""Models of people's sittings in a batch, and of the sittings' outcomes."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hits.models import Enrolment


class Outcome(models.TextChoices):
    """The outcomes of a sitting. A panel can have a code or an address for each outcome."""

    DONE = "done", _("Done")
    FAILED_CHECK = "failed_check", _("Checks failed")
    NO_CONSENT = "no_consent", _("Declined")
    SCREENED_OUT = "screened_out", _("Screened out")
    WRONG_DEVICE = "wrong_device", _("Unsuitable device")
    PART = "part", _("Stopped early")


class Sitting(models.Model):
    """One of a person's sittings in a batch: a visit from a panel, or HITs that are paid together.

    `channel` says how the person came. `session` is the panel's id of the visit, or "".
    """

    class State(models.TextChoices):
        ACTIVE = "active", _("Active")
        COMPLETED = "completed", _("Completed")
        RETURNED = "returned", _("Returned")
        TIMED_OUT = "timed_out", _("Timed out at the panel")
        ENDED = "ended", _("Ended on this site")

    # States of a sitting that was returned unpaid at the panel. The person cannot continue it or
    # get a code.
    GIVEN_UP = (State.RETURNED, State.TIMED_OUT)

    enrolment = models.ForeignKey(Enrolment, on_delete=models.PROTECT, related_name="sittings")
    channel = models.CharField("channel", max_length=20)
    session = models.CharField("session", max_length=200, blank=True)
    # The values that identify the person and visit at the panel, under the panel's names.
    outside_ids = models.JSONField("outside ids", default=dict, blank=True)
    state = models.CharField("state", max_length=10, choices=State, default=State.ACTIVE)
    started_at = models.DateTimeField("started", auto_now_add=True)
    ended_at = models.DateTimeField("ended", null=True, blank=True)
    # The time when a browser without proof of the person's identity began to work on it.
    unproven_at = models.DateTimeField("opened without proof", null=True, blank=True)
    outcome = models.CharField("outcome", max_length=12, choices=Outcome, blank=True)
    code_given = models.CharField("completion code given", max_length=100, blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            # For recruiting.prolific.ending, which reads only the few sittings that are active.
            models.Index(name="sitting_active", fields=["id"], condition=Q(state="active")),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Opening the same session of a panel twice gives the same sitting.
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
