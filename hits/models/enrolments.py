"""Enrolments: people's participations in batches."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hits.models.batches import Batch
from hits.models.terms.sampling import new_seed
from people.models import User


class Enrolment(models.Model):
    """A person in a batch: consent, pseudonym, and the seed of their order of work. Everything
    about recruitment refers to it."""

    class Status(models.TextChoices):
        ACTIVE = "active", _("Active")
        PAUSED = "paused", _("Paused")
        STOPPED = "stopped", _("Ended")

    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="enrolments")
    annotator = models.ForeignKey(User, on_delete=models.PROTECT, related_name="enrolments")
    status = models.CharField("status", max_length=8, choices=Status, default=Status.ACTIVE)
    stop_reason = models.TextField("reason", blank=True, default="", db_default="")
    stopped_at = models.DateTimeField("part ended", null=True, blank=True)
    stopped_by = models.ForeignKey(
        User,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="ended by",
    )
    # The page of a higher app that the person must complete before the next HIT, such as a
    # questionnaire. Completing it blanks this.
    next_route = models.CharField(
        "page before the next HIT", max_length=200, blank=True, default="", db_default=""
    )
    # A page for people who have finished, such as the way back to a panel; the end page links to
    # it.
    end_route = models.CharField(
        "page after the last HIT", max_length=200, blank=True, default="", db_default=""
    )
    # The page between the last HIT and the completion code. The code is hidden until the page is
    # completed, which blanks this.
    closing_route = models.CharField(
        "page before the completion code", max_length=200, blank=True, default="", db_default=""
    )
    # "account", "link", or the panel's (recruiting/).
    channel = models.CharField("channel", max_length=20, default="account")
    outside_ids = models.JSONField("outside ids", default=dict, blank=True)
    pseudonym = models.CharField("pseudonym", max_length=20)
    order_seed = models.BigIntegerField("order seed", default=new_seed)
    claims = models.PositiveIntegerField("claims", default=0)
    # Updated by the statement that submits, so that no page counts ten thousand rows.
    submitted = models.PositiveIntegerField("HITs submitted", default=0)
    # The same for `hits.queue.releasing.return_assignment` and the batch's limit.
    returned = models.PositiveIntegerField("HITs given back", default=0, db_default=0)
    # Free assignments for this annotator, stored once most remaining ones are not for them: see
    # hits.queue.picking.
    candidates = ArrayField(models.BigIntegerField(), default=list, blank=True, editable=False)
    cap = models.PositiveIntegerField("most HITs", null=True, blank=True)
    # For work by the sitting (hits.queue.sittings): `cap` is the end of the latest sitting,
    # `sitting_from` the number of HITs submitted before it, and `cap_in_all` the person's limit.
    sittings_begun = models.PositiveSmallIntegerField("sessions begun", default=0, db_default=0)
    sitting_from = models.PositiveIntegerField("session from HIT", default=0, db_default=0)
    cap_in_all = models.PositiveIntegerField("most HITs in all sessions", null=True, blank=True)
    consent_at = models.DateTimeField("consent given", null=True, blank=True)
    consent_sha256 = models.CharField("SHA-256 of the consent text", max_length=64, blank=True)
    instructions_at = models.DateTimeField("instructions read", null=True, blank=True)
    # Given once, and permanently the person's, whatever happens to the batch: see
    # hits.queue.completion.
    completion_code = models.CharField("completion code", max_length=40, blank=True)
    completed_at = models.DateTimeField("code given", null=True, blank=True)
    created_at = models.DateTimeField("created", auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="enrolment_once", fields=["batch", "annotator"]),
            models.UniqueConstraint(name="enrolment_pseudonym_once", fields=["batch", "pseudonym"]),
            models.CheckConstraint(
                name="enrolment_stopped_with_reason",
                condition=Q(
                    status="active",
                    stopped_at__isnull=True,
                    stopped_by__isnull=True,
                    stop_reason="",
                )
                | (
                    Q(status__in=["paused", "stopped"], stopped_at__isnull=False)
                    & ~Q(stop_reason="")
                ),
            ),
            # A path on this site: `//` or a scheme would lead to another site.
            models.CheckConstraint(
                name="enrolment_next_route_is_a_path",
                condition=Q(next_route="") | Q(next_route__regex=r"^/([^/\\]|\Z)"),
            ),
            models.CheckConstraint(
                name="enrolment_end_route_is_a_path",
                condition=Q(end_route="") | Q(end_route__regex=r"^/([^/\\]|\Z)"),
            ),
            models.CheckConstraint(
                name="enrolment_closing_route_is_a_path",
                condition=Q(closing_route="") | Q(closing_route__regex=r"^/([^/\\]|\Z)"),
            ),
            models.CheckConstraint(
                name="enrolment_code_and_time",
                condition=Q(completion_code="", completed_at__isnull=True)
                | (~Q(completion_code="") & Q(completed_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return self.pseudonym

    @property
    def closing_page(self) -> str:
        """Return the page before the completion code; blank for removed people, who do not see
        it."""
        return self.closing_route if self.status == self.Status.ACTIVE else ""

    @property
    def sitting_is_open(self) -> bool:
        """Return whether the person is in a sitting with HITs left, if work is by the sitting."""
        return self.sittings_begun > 0 and self.cap is not None and self.submitted < self.cap
