"""Models for enrolments (participation in batches), people allowed or blocked by name, and
suspensions."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.database.conditions import Equivalent, OneOf
from hits.models.batches import Batch
from hits.models.terms.sampling import new_seed
from people.models import Project, User


class Enrolment(models.Model):
    """A person's participation in a batch, with the person's consent and pseudonym, and the seed
    for their order of HITs. The models for recruitment refer to enrolments."""

    class Status(models.TextChoices):
        ACTIVE = "active", _("Active")
        PAUSED = "paused", _("Paused")
        STOPPED = "stopped", _("Participation ended")

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
    # A page of another app that the person must complete before the next HIT, for example a
    # questionnaire. Completing it blanks this field.
    next_route = models.CharField(
        "page before the next HIT", max_length=200, blank=True, default="", db_default=""
    )
    # A page for people who have finished, for example the way back to a panel. The end page links
    # to it.
    end_route = models.CharField(
        "page after the last HIT", max_length=200, blank=True, default="", db_default=""
    )
    # The page between the last HIT and the completion code. The code is hidden until the page is
    # completed, which blanks this field.
    closing_route = models.CharField(
        "page before the completion code", max_length=200, blank=True, default="", db_default=""
    )
    # "account", "link", or the channel of a panel (see recruiting/).
    channel = models.CharField("channel", max_length=20, default="account")
    outside_ids = models.JSONField("outside ids", default=dict, blank=True)
    pseudonym = models.CharField("pseudonym", max_length=20)
    order_seed = models.BigIntegerField("order seed", default=new_seed)
    claims = models.PositiveIntegerField("claims", default=0)
    # Updated by the statement that submits, so that no page counts ten thousand rows.
    submitted = models.PositiveIntegerField("HITs submitted", default=0)
    # Updated in the same way by `hits.queue.releasing.return_assignment`, for the batch's limit.
    returned = models.PositiveIntegerField("HITs returned", default=0, db_default=0)
    # Free assignments for this annotator, stored once most remaining ones are not for them: see
    # hits.queue.picking.
    candidates = ArrayField(models.BigIntegerField(), default=list, blank=True, editable=False)
    cap = models.PositiveIntegerField("maximum HITs", null=True, blank=True)
    # For work by the session (hits.queue.sittings): `cap` is the end of the latest session,
    # `sitting_from` the number of HITs submitted before it, and `cap_in_all` the person's limit.
    sittings_begun = models.PositiveSmallIntegerField("sessions started", default=0, db_default=0)
    sitting_from = models.PositiveIntegerField("HITs before the session", default=0, db_default=0)
    cap_in_all = models.PositiveIntegerField("maximum HITs in all sessions", null=True, blank=True)
    consent_at = models.DateTimeField("consent given", null=True, blank=True)
    consent_sha256 = models.CharField("SHA-256 of the consent text", max_length=64, blank=True)
    instructions_at = models.DateTimeField("instructions read", null=True, blank=True)
    # The code is given once, and the person keeps it whatever happens to the batch: see
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
                condition=Q(OneOf("status", ["active", "paused", "stopped"]))
                & Equivalent(Q(status="active"), Q(stopped_at__isnull=True))
                & Equivalent(Q(status="active"), Q(stop_reason=""))
                & (Q(stopped_by__isnull=True) | ~Q(status="active")),
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
        """Return the route of the page to show before the completion code. It is "" if there is
        none, or if the person's participation is not active."""
        return self.closing_route if self.status == self.Status.ACTIVE else ""

    @property
    def sitting_is_open(self) -> bool:
        """Return whether pay is per session, and the person is in a session with HITs left."""
        return self.sittings_begun > 0 and self.cap is not None and self.submitted < self.cap


class Admission(models.Model):
    """A person who is allowed or blocked by name in a batch. `hits.access` reads these rows. A
    block overrides everything else.

    `origin` is `owner` for entries by researchers, or else `pilot` or the channel that the person
    came through.
    """

    class Verdict(models.TextChoices):
        ADMITTED = "admitted", _("Allowed")
        REFUSED = "refused", _("Blocked")

    OWNER: ClassVar[str] = "owner"

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="admissions", db_index=False
    )
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="admissions")
    verdict = models.CharField("verdict", max_length=8, choices=Verdict)
    origin = models.CharField("origin", max_length=60)
    decided_at = models.DateTimeField("decided", auto_now=True)
    decided_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # hits.access: the row that a claim, and each line in a list of batches, reads.
            models.UniqueConstraint(
                name="admission_once", fields=["batch", "user"], include=["verdict"]
            ),
            models.CheckConstraint(
                name="admission_verdict", condition=Q(verdict__in=["admitted", "refused"])
            ),
            models.CheckConstraint(name="admission_has_origin", condition=~Q(origin="")),
        ]


class ExpectedPerson(models.Model):
    """A name or email address in a project's pool or on a batch's list, for which no account is
    known yet. When the person logs in, an entry of the pool or list replaces this row
    (hits/batches/expected.py). Until then, nothing reveals whether an account exists."""

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="expected", db_index=False
    )
    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, null=True, blank=True, related_name="expected"
    )
    verdict = models.CharField("verdict", max_length=8, choices=Admission.Verdict, blank=True)
    name = models.CharField("name or address", max_length=254)  # addresses are in lower case
    added_at = models.DateTimeField("added", auto_now_add=True)
    added_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = "expected person"
        verbose_name_plural = "expected people"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # The index also serves the query by name at sign-in.
            models.UniqueConstraint(
                name="expected_once", fields=["name", "project", "batch"], nulls_distinct=False
            ),
            models.CheckConstraint(
                name="expected_in_pool_or_list",
                condition=Q(batch__isnull=True, verdict="")
                | Q(batch__isnull=False, verdict__in=["admitted", "refused"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} · {self.batch or self.project}"


class Suspension(models.Model):
    """A block that keeps a person from working on any batch of a project until a researcher ends
    it. It also applies to people who are allowed by name. The person can read the reason.
    `hits.access` enforces the block."""

    class Kind(models.TextChoices):
        PAUSED = "paused", _("Paused")
        STOPPED = "stopped", _("Participation ended")

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="suspensions", db_index=False
    )
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="suspensions")
    kind = models.CharField("kind", max_length=8, choices=Kind)
    reason = models.TextField("reason")
    # Participations that this block paused or ended have the same time as their `stopped_at`.
    decided_at = models.DateTimeField("decided", default=timezone.now)
    decided_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # hits.access: the one row that a claim reads.
            models.UniqueConstraint(name="suspension_once", fields=["project", "user"]),
            models.CheckConstraint(
                name="suspension_kind", condition=Q(kind__in=["paused", "stopped"])
            ),
            models.CheckConstraint(name="suspension_has_reason", condition=~Q(reason="")),
        ]


class AudienceExclusion(models.Model):
    """A block from `batch` for everyone who has submitted a HIT in the batch `other`, even if they
    are allowed by name. `hits.access` reads these rows."""

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="audience_exclusions", db_index=False
    )
    other = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="+")
    decided_at = models.DateTimeField("decided", auto_now_add=True)
    decided_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="audienceexclusion_once", fields=["batch", "other"]),
            models.CheckConstraint(
                name="audienceexclusion_of_another", condition=~Q(batch=models.F("other"))
            ),
        ]
