"""Checks on annotators: the known answers of gold HITs, and the number of checks that a batch still
pays for."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hits.models.batches import Batch
from people.models import User
from stimuli.models import Item


class GoldKey(models.Model):
    """Known answers about an item's outputs: those that pass. The item is not in the main HITs.
    Publishing creates a gold HIT for each one used as gold; those of training and test are shown
    before the work (quality.training).

    quality.gold defines its rules. After publication they never change (a trigger refuses it).
    """

    class Kind(models.TextChoices):
        KNOWN = "known", _("known answers")
        PERCEPTUAL = "perceptual", _("perceptual check")
        INSTRUCTIONAL = "instructional", _("instructional check")
        DEGRADED = "degraded", _("degraded copy")

    class Purpose(models.TextChoices):
        GOLD = "gold", _("Gold")
        TRAINING = "training", _("Training")
        TEST = "test", _("Test")

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="gold_keys", db_index=False
    )
    kind = models.CharField(
        "kind", max_length=13, choices=Kind, default=Kind.KNOWN, db_default=Kind.KNOWN
    )
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="+")
    output_ids = ArrayField(models.BigIntegerField(), verbose_name="outputs")
    rules = models.JSONField("answers that pass")
    purpose = models.CharField(
        "purpose", max_length=8, choices=Purpose, default=Purpose.GOLD, db_default="gold"
    )
    # The place in the uploaded table, which is the order of training.
    place = models.PositiveIntegerField("place", default=0, db_default=0)
    explanation = models.TextField("why", blank=True, default="", db_default="")
    retired_at = models.DateTimeField("retired", null=True, blank=True)
    retired_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    retired_reason = models.TextField("why retired", blank=True, default="")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Also finds a batch's gold, for example in a claim.
            models.UniqueConstraint(name="goldkey_once", fields=["batch", "output_ids"]),
            models.CheckConstraint(name="goldkey_has_outputs", condition=Q(output_ids__len__gte=1)),
            models.CheckConstraint(
                name="goldkey_purpose", condition=Q(purpose__in=["gold", "training", "test"])
            ),
            models.CheckConstraint(
                name="goldkey_retired_with_reason",
                condition=Q(retired_at__isnull=True, retired_by__isnull=True, retired_reason="")
                | (Q(retired_at__isnull=False) & ~Q(retired_reason="")),
            ),
        ]

    @property
    def outputs_slug(self) -> str:
        return "-".join(map(str, self.output_ids))


class CheckCredit(models.Model):
    """One check that the batch's escrow pays for and no one has claimed yet. A claim deletes a
    credit when it inserts a check; a check that ends without an answer restores one."""

    batch = models.ForeignKey(
        Batch, on_delete=models.PROTECT, related_name="check_credits", db_index=False
    )

    class Meta:
        verbose_name = "check paid for"
        verbose_name_plural = "checks paid for"
        indexes: ClassVar[list[models.Index]] = [
            # hits/queue/sql/checks.sql: the batch's first unlocked credit.
            models.Index(name="checkcredit_next", fields=["batch", "id"]),
        ]
