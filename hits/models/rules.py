"""What a batch sets before publishing: the hypothesis, the exclusion and rejection rules, and the
margin for judges. The module also defines the text that is hashed at publishing."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from hits.models.batches import Batch


class DeclaredRule(models.Model):
    """An exclusion or rejection rule that was set before publishing: its name in quality.rules, its
    number, and its effect.

    `written` is the rule's wording in exports and papers. Exclusions name the rule by this wording.
    A trigger refuses every change after publishing.
    """

    class Effect(models.TextChoices):
        EXCLUDE = "exclude", _("Exclude responses")
        REJECT = "reject", _("Reject responses")

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="declared_rules", db_index=False
    )
    effect = models.CharField("effect", max_length=7, choices=Effect)
    name = models.CharField("rule", max_length=30)
    number = models.PositiveIntegerField("number")
    written = models.CharField("in words", max_length=60)

    class Meta:
        ordering: ClassVar[list[str]] = ["effect", "written"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Also finds a batch's rules.
            models.UniqueConstraint(
                name="declaredrule_once",
                fields=["batch", "effect", "written"],
                violation_error_message=_("This rule has already been added."),
            ),
            models.CheckConstraint(
                name="declaredrule_names_its_rule", condition=~Q(name="") & ~Q(written="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.effect}: {self.written}"


class Hypothesis(models.Model):
    """A batch's hypothesis, and the comparison of two systems that tests it. The systems are stored
    by name. They are "" if there is no comparison. A trigger refuses every change after
    publishing."""

    class Expected(models.TextChoices):
        BETTER = "better", _("is better than")
        NOT_WORSE = "not worse", _("is not worse than")
        DIFFERENT = "different", _("differs from")

    batch = models.OneToOneField(
        Batch, on_delete=models.CASCADE, primary_key=True, related_name="hypothesis"
    )
    text = models.TextField(_("Hypothesis"), max_length=2000)
    size_reason = models.TextField(
        _("Sample size"),
        max_length=2000,
        blank=True,
        help_text=_("How did you choose the sample size? Give the power analysis."),
    )
    criterion = models.CharField(_("Criterion"), max_length=80, blank=True)
    system = models.CharField(_("System"), max_length=200, blank=True)
    expected = models.CharField(_("Expected result"), max_length=9, choices=Expected, blank=True)
    against = models.CharField(_("Compared with"), max_length=200, blank=True)
    margin = models.DecimalField(
        _("Margin"),
        max_digits=9,
        decimal_places=3,
        null=True,
        blank=True,
        help_text=_("Only for “is not worse than”, in points of the criterion’s scale."),
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(name="hypothesis_has_text", condition=~Q(text="")),
            models.CheckConstraint(
                name="hypothesis_compares_two_systems",
                condition=Q(criterion="", system="", expected="", against="")
                | ~Q(Q(criterion="") | Q(system="") | Q(expected="") | Q(against=""))
                & ~Q(against=F("system")),
                violation_error_message=_(
                    "Choose a criterion, two different systems and the result you expect."
                ),
            ),
            models.CheckConstraint(
                name="hypothesis_margin",
                condition=Q(expected="not worse", margin__isnull=False, margin__gt=0)
                | (~Q(expected="not worse") & Q(margin__isnull=True)),
                violation_error_message=_(
                    "Enter a margin above 0 for “is not worse than”. Otherwise, leave the "
                    "margin blank."
                ),
            ),
        ]


class JudgeMargin(models.Model):
    """The largest allowed gap between a judge's agreement with people and a person's agreement with
    other people. A trigger refuses every change after publishing."""

    batch = models.OneToOneField(
        Batch, on_delete=models.CASCADE, primary_key=True, related_name="judge_margin"
    )
    margin = models.DecimalField("margin for judges", max_digits=3, decimal_places=2)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="judgemargin_between_0_and_1", condition=Q(margin__gt=0, margin__lt=1)
            )
        ]


class RulePlan(models.Model):
    """The complete text of the rules that a batch set before publishing, and its SHA-256, which the
    database checks. The text never changes. It is deleted if publishing is cancelled."""

    batch = models.OneToOneField(
        Batch, on_delete=models.CASCADE, primary_key=True, related_name="rule_plan"
    )
    text = models.TextField("declaration")
    sha256 = models.CharField("SHA-256", max_length=64)
    frozen_at = models.DateTimeField("locked", auto_now_add=True)
