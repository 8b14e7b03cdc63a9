"""Rules and the margin for judges that were set before a batch was published, and the text that
was hashed then."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from hits.models.batches import Batch


class DeclaredRule(models.Model):
    """A rule of quality.rules with its number, and what it may be applied for.

    `written` is its wording as exports and papers name it, so that an exclusion by it is known
    again. Frozen with the batch (a trigger refuses every change).
    """

    class Effect(models.TextChoices):
        EXCLUDE = "exclude", _("excludes responses from results")
        REJECT = "reject", _("rejects responses: they are not paid")

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="declared_rules", db_index=False
    )
    effect = models.CharField("effect", max_length=7, choices=Effect)
    name = models.CharField("rule", max_length=30)
    number = models.PositiveIntegerField("number")
    written = models.CharField("in words", max_length=60)

    class Meta:
        verbose_name = "declared rule"
        verbose_name_plural = "declared rules"
        ordering: ClassVar[list[str]] = ["effect", "written"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Also what finds a batch's rules.
            models.UniqueConstraint(
                name="declaredrule_once",
                fields=["batch", "effect", "written"],
                violation_error_message=_("This rule has already been added."),
            ),
            models.CheckConstraint(
                name="declaredrule_names_its_rule",
                condition=~models.Q(name="") & ~models.Q(written=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.effect}: {self.written}"


class JudgeMargin(models.Model):
    """How much less close to people than a person a judge may be, as a difference of the statistic
    that compares them. Frozen with the batch (a trigger refuses every change)."""

    batch = models.OneToOneField(
        Batch, on_delete=models.CASCADE, primary_key=True, related_name="judge_margin"
    )
    margin = models.DecimalField("margin for judges", max_digits=3, decimal_places=2)

    class Meta:
        verbose_name = "margin for judges"
        verbose_name_plural = "margins for judges"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="judgemargin_between_0_and_1", condition=models.Q(margin__gt=0, margin__lt=1)
            )
        ]

    def __str__(self) -> str:
        return str(self.margin)


class RulePlan(models.Model):
    """What was promised of rules at publishing: the whole text, and its SHA-256, which the database
    computes too. It never changes; it goes when publishing is cancelled."""

    batch = models.OneToOneField(
        Batch, on_delete=models.CASCADE, primary_key=True, related_name="rule_plan"
    )
    text = models.TextField("declaration")
    sha256 = models.CharField("SHA-256", max_length=64)
    frozen_at = models.DateTimeField("locked", auto_now_add=True)

    class Meta:
        verbose_name = "frozen rules"
        verbose_name_plural = "frozen rules"

    def __str__(self) -> str:
        return self.sha256
