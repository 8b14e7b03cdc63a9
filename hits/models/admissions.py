"""People who are allowed in a batch beyond its audience, or blocked."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from hits.models.batches import Batch
from people.models import Project, User


class Admission(models.Model):
    """The verdict on one person in one batch, for `hits.access`. A block overrides everything else.

    `origin` is `owner` for a researcher's list, or the name of the rule that wrote the row.
    """

    class Verdict(models.TextChoices):
        ADMITTED = "admitted", _("Admitted")
        REFUSED = "refused", _("Refused")

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
    """An unknown name or address in a project's pool or on a batch's list. It becomes a row of the
    pool or the list when the person signs in (hits/batches/expected.py). Until then, nothing
    reveals whether an account exists."""

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="expected", db_index=False
    )
    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, null=True, blank=True, related_name="expected"
    )
    verdict = models.CharField("verdict", max_length=8, choices=Admission.Verdict, blank=True)
    name = models.CharField("name or address", max_length=254)  # addresses in lower case
    added_at = models.DateTimeField("added", auto_now_add=True)
    added_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = "person who is expected"
        verbose_name_plural = "people who are expected"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Also for the query at sign-in, by name.
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
    """A person who cannot work in any batch of a project until a researcher ends that, with the
    reason, which they can read. `hits.access` checks it first."""

    class Kind(models.TextChoices):
        PAUSED = "paused", _("Paused")
        STOPPED = "stopped", _("Ended")

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="suspensions", db_index=False
    )
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="suspensions")
    kind = models.CharField("kind", max_length=8, choices=Kind)
    reason = models.TextField("reason")
    # Participations that it paused or ended have the same time as `stopped_at`.
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
    """Blocks people who have submitted a HIT of the batch `other` from `batch`, even if they are
    allowed by name; read by `hits.access`."""

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
