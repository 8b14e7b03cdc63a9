"""Terms about checks, training and the test."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

MOST_PERCENT = 50  # percentage of gold and of retests together


class CheckTerms(models.Model):
    """The shares of checks among each annotator's HITs: the percentages of gold HITs and retests,
    and the number of gold HITs at the start. See hits.queue.schedule. Publishing locks these
    terms."""

    gold_percent = models.PositiveSmallIntegerField(
        _("gold, in percent of all HITs"),
        default=0,
        db_default=0,
        validators=[MaxValueValidator(MOST_PERCENT)],
        help_text=_("HITs with known answers. A usual value is 10. Enter 0 for none."),
    )
    retest_percent = models.PositiveSmallIntegerField(
        _("retests, in percent of all HITs"),
        default=0,
        db_default=0,
        validators=[MaxValueValidator(MOST_PERCENT)],
        help_text=_(
            "HITs that the person has done before, with the outputs in reverse order. A usual "
            "value is 5."
        ),
    )
    first_checks = models.PositiveSmallIntegerField(
        _("Gold HITs at the start"), default=0, db_default=0, validators=[MaxValueValidator(20)]
    )
    most_annotators = models.PositiveIntegerField(
        _("maximum number of annotators who start with gold"),
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
    # The number of checks that the batch's escrow was meant to cover: see hits.money.escrow.
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
        """Return the percentage of checks among the HITs that an annotator claims, not counting the
        gold HITs at the start."""
        return self.gold_percent + self.retest_percent

    @property
    def checks_at_beginning(self) -> int:
        """Return the number of gold HITs at the start, added up over the maximum number of
        annotators who get them."""
        return self.first_checks * (self.most_annotators or 0)


CHECK_CONSTRAINTS: list[models.BaseConstraint] = [
    models.CheckConstraint(
        name="batch_checks_at_most_half",
        condition=Q(gold_percent__lte=MOST_PERCENT - F("retest_percent")),
        violation_error_message=_("Gold and retests together can be at most half of all HITs."),
    ),
    models.CheckConstraint(
        name="batch_first_checks_counted",
        condition=Q(first_checks=0) | Q(most_annotators__isnull=False, most_annotators__gte=1),
        violation_error_message=_("Enter a number of 1 or more."),
    ),
    models.CheckConstraint(
        name="batch_retest_distance_from_one", condition=Q(retest_distance__gte=1)
    ),
]


class TrainingTerms(models.Model):
    """Terms about the test before the main HITs, and about the pay for training and test. The HITs
    for training and test come from the batch's gold keys with these purposes (hits.models.GoldKey).
    Publishing locks these terms."""

    test_threshold = models.PositiveSmallIntegerField(
        _("pass mark of the test, in percent"),
        default=80,
        db_default=80,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
    )
    test_retries = models.PositiveSmallIntegerField(
        _("retries of the test"), default=1, db_default=1, validators=[MaxValueValidator(10)]
    )
    test_length = models.PositiveSmallIntegerField(
        _("HITs in a test"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(200)],
        help_text=_(
            "Test HITs that the person has not seen come first. Leave blank for all test HITs."
        ),
    )
    qualification_days = models.PositiveSmallIntegerField(
        _("days until the qualification expires"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(3650)],
        help_text=_("Leave blank for no limit."),
    )
    # The qualification that the test gives. People who have it skip training and test.
    tested_qualification: Any = models.ForeignKey(
        "hits.Qualification",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tested_by",
        verbose_name=_("qualification granted"),
    )
    # A part of the audience, so it is not promised and can change at any time.
    required_qualification: object = models.ForeignKey(
        "hits.Qualification",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="required_by",
        verbose_name=_("qualification required"),
    )
    training_pay = models.DecimalField(
        _("pay for training and test"),
        max_digits=8,
        decimal_places=2,
        default=0,
        db_default=0,
        validators=[MinValueValidator(0)],
        help_text=_(
            "Paid once per person, whether or not they pass. With 0, people see before they "
            "start that the training and the test are unpaid."
        ),
    )
    training_people = models.PositiveIntegerField(
        _("maximum people paid for training"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(100_000)],
        help_text=_("Money is reserved for this number of people."),
    )

    class Meta:
        abstract = True


TRAINING_CONSTRAINTS: list[models.BaseConstraint] = [
    models.CheckConstraint(
        name="batch_test_threshold", condition=Q(test_threshold__gte=1, test_threshold__lte=100)
    ),
    models.CheckConstraint(
        name="batch_test_length_from_one",
        condition=Q(test_length__isnull=True) | Q(test_length__gte=1),
    ),
    models.CheckConstraint(
        name="batch_qualification_days_from_one",
        condition=Q(qualification_days__isnull=True) | Q(qualification_days__gte=1),
    ),
    models.CheckConstraint(
        name="batch_training_pay_counted",
        condition=Q(training_pay=0)
        | Q(training_pay__gt=0, training_people__isnull=False, training_people__gte=1),
        violation_error_message=_("Enter a number of 1 or more."),
    ),
    models.CheckConstraint(
        name="batch_tests_what_it_does_not_require",
        condition=Q(required_qualification__isnull=True)
        | Q(tested_qualification__isnull=True)
        | ~Q(required_qualification=F("tested_qualification")),
        violation_error_message=_(
            "A batch cannot require the qualification that its own test grants, because no one "
            "could take the test. Choose a different qualification."
        ),
    ),
]
