"""The share of checks that a batch promises."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

MOST_PERCENT = 50  # of gold and retest together


class CheckTerms(models.Model):
    """The share of checks among an annotator's claims: see hits.queue.schedule. Locked with the
    batch."""

    gold_percent = models.PositiveSmallIntegerField(
        _("gold, in percent of all HITs"),
        default=0,
        db_default=0,
        validators=[MaxValueValidator(MOST_PERCENT)],
        help_text=_("HITs with known answers. 10 is usual; 0 for none."),
    )
    retest_percent = models.PositiveSmallIntegerField(
        _("retests, in percent of all HITs"),
        default=0,
        db_default=0,
        validators=[MaxValueValidator(MOST_PERCENT)],
        help_text=_("HITs that the same person has done before, sides swapped. 5 is usual."),
    )
    first_checks = models.PositiveSmallIntegerField(
        _("gold at the beginning"), default=0, db_default=0, validators=[MaxValueValidator(20)]
    )
    most_annotators = models.PositiveIntegerField(
        _("most annotators who begin with gold"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_("Money is reserved for this number of people."),
    )
    retest_distance = models.PositiveSmallIntegerField(
        _("HITs between a HIT and its retest"),
        default=20,
        db_default=20,
        validators=[MinValueValidator(1), MaxValueValidator(1000)],
    )
    # The number of checks that the batch's escrow was to pay for: see hits.money.check_budget.
    checks_planned = models.PositiveBigIntegerField(
        "checks planned", default=0, db_default=0, editable=False
    )

    class Meta:
        abstract = True

    @property
    def wants_gold(self) -> bool:
        return self.gold_percent > 0 or self.first_checks > 0

    @property
    def checks_percent(self) -> int:
        """Return the share of checks among all claims after those at the beginning."""
        return self.gold_percent + self.retest_percent

    @property
    def checks_at_beginning(self) -> int:
        """Return the number of gold HITs that all paid-for annotators together start with."""
        return self.first_checks * (self.most_annotators or 0)


CHECK_CONSTRAINTS: list[models.BaseConstraint] = [
    models.CheckConstraint(
        name="batch_checks_at_most_half",
        condition=Q(gold_percent__lte=MOST_PERCENT - F("retest_percent")),
        violation_error_message=_("Gold and retests together are at most half of all HITs."),
    ),
    models.CheckConstraint(
        name="batch_first_checks_counted",
        condition=Q(first_checks=0) | Q(most_annotators__isnull=False, most_annotators__gte=1),
        violation_error_message=_(
            "Gold at the beginning needs the most annotators it is paid for."
        ),
    ),
    models.CheckConstraint(
        name="batch_retest_distance_from_one", condition=Q(retest_distance__gte=1)
    ),
]
