"""The share of a batch's items whose HITs get more annotators, so that agreement can be
computed."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

MOST_ANNOTATORS = 100  # of one HIT


class OverlapTerms(models.Model):
    """The share of the items, and the number of annotators for their HITs. The items are the first
    of the sample, in its order: see hits.batches.sampling. Locked with the batch."""

    overlap_percent = models.PositiveSmallIntegerField(
        _("items with more annotators, in percent"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
        help_text=_("Taken from the start of the drawn sample. Leave blank for none."),
    )
    overlap_annotators = models.PositiveSmallIntegerField(
        _("annotators per HIT of these"),
        null=True,
        blank=True,
        validators=[MinValueValidator(2), MaxValueValidator(MOST_ANNOTATORS)],
    )
    # The number of main assignments that the batch's escrow was to pay for, with amendments.
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
            "For items with more annotators, enter both their share and a number above the "
            "others’, or neither."
        ),
    ),
]
