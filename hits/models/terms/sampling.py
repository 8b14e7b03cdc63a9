"""Terms about the sample of items, the items that additional annotators rate, and the outputs that
a HIT compares."""

import secrets

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from stimuli.models import System


def new_seed() -> int:
    """Return a random seed of at most nine digits, which is short enough to print in a paper."""
    return secrets.randbelow(10**9)


class SamplingTerms(models.Model):
    """The rule, seed and parameters for sampling a batch's items and combining its systems. See
    hits.batches.sampling and hits.batches.designs."""

    class SampleRule(models.TextChoices):
        ALL = "all", _("All items")
        COUNT = "count", capfirst(_("number of items"))
        FRACTION = "fraction", _("Share of the items")
        LIST = "list", capfirst(_("item ids"))

    class Pairing(models.TextChoices):
        ALL = "all", _("All combinations of the systems, one HIT for each combination")
        REFERENCE = (
            "reference",
            _("Each system against the reference system, which appears in every HIT"),
        )
        RANDOM = "random", _("Random pairs for each item")
        BALANCED = (
            "balanced",
            _("Random sets of systems for each item, balanced over systems and pairs"),
        )

    sample_rule = models.CharField(
        _("Sample"), max_length=10, choices=SampleRule, default=SampleRule.ALL
    )
    sample_count = models.PositiveIntegerField(
        _("number of items"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    sample_fraction = models.DecimalField(
        _("Share of the items"),
        max_digits=7,
        decimal_places=6,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
    )
    sample_ids = ArrayField(
        models.TextField(), verbose_name=_("item ids"), null=True, blank=True, editable=False
    )
    # A partial sample keeps the proportions of this field's values.
    stratify_by = models.CharField(
        _("stratified by"), max_length=40, blank=True, default="", db_default=""
    )
    seed = models.BigIntegerField(_("seed"), default=new_seed)
    pairing = models.CharField(
        _("outputs shown together"), max_length=10, choices=Pairing, default=Pairing.ALL
    )
    pairing_reference = models.ForeignKey(
        System,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("reference system"),
    )
    pairs_per_item = models.PositiveIntegerField(_("pairs or sets per item"), null=True, blank=True)

    class Meta:
        abstract = True


SAMPLING_CONSTRAINTS: list[models.BaseConstraint] = [
    models.CheckConstraint(
        name="batch_sample_stated",
        condition=Q(sample_rule="all")
        | Q(sample_rule="count", sample_count__isnull=False, sample_count__gte=1)
        | Q(
            sample_rule="fraction",
            sample_fraction__isnull=False,
            sample_fraction__gt=0,
            sample_fraction__lte=1,
        )
        | Q(sample_rule="list", sample_ids__isnull=False, sample_ids__len__gte=1),
        violation_error_message=_(
            "Enter the number of items, a share above 0 and at most 1, or a list of ids."
        ),
    ),
    models.CheckConstraint(
        name="batch_pairing_stated",
        condition=Q(pairing="all")
        | Q(pairing="reference", pairing_reference__isnull=False)
        | Q(
            pairing__in=["random", "balanced"], pairs_per_item__isnull=False, pairs_per_item__gte=1
        ),
        violation_error_message=_(
            "To compare each system with a reference system, choose the reference system. For "
            "random or balanced pairs, enter the number of pairs or sets per item."
        ),
    ),
]


MOST_ANNOTATORS = 100  # annotators per HIT


class OverlapTerms(models.Model):
    """The percentage of items that additional annotators rate, and the number of annotators per HIT
    for these items. These items are the first of the sample (see hits.batches.sampling). Publishing
    locks both terms."""

    overlap_percent = models.PositiveSmallIntegerField(
        _("items with more annotators, in percent"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
        help_text=_("These are the first items of the sample. Leave blank for none."),
    )
    overlap_annotators = models.PositiveSmallIntegerField(
        _("annotators per HIT for these items"),
        null=True,
        blank=True,
        validators=[MinValueValidator(2), MaxValueValidator(MOST_ANNOTATORS)],
    )
    # The number of main assignments that the batch's escrow was meant to cover, including
    # amendments.
    assignments_planned = models.PositiveBigIntegerField(
        "assignments planned", default=0, db_default=0, editable=False
    )

    class Meta:
        abstract = True


OVERLAP_CONSTRAINTS: list[models.BaseConstraint] = [
    models.CheckConstraint(
        name="batch_overlap_stated",
        condition=Q(overlap_percent__isnull=True, overlap_annotators__isnull=True)
        | Q(
            overlap_percent__isnull=False,
            overlap_annotators__isnull=False,
            overlap_percent__gte=1,
            overlap_percent__lte=99,
            overlap_annotators__gt=F("annotators_per_hit"),
            overlap_annotators__lte=MOST_ANNOTATORS,
        ),
        violation_error_message=_(
            "To have more annotators for some items, enter the share of these items and a "
            "higher number of annotators. Otherwise, leave both fields blank."
        ),
    ),
]
