"""Terms of a batch for people who are rejected or report a broken HIT."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class CareTerms(models.Model):
    """How long a rejection can be appealed (locked with the batch), how many reports put a HIT on
    hold, and below which time the page asks for confirmation (both not locked)."""

    objection_days = models.PositiveSmallIntegerField(
        _("days to appeal a rejection"),
        null=True,
        blank=True,
        default=30,
        validators=[MinValueValidator(1), MaxValueValidator(365)],
        help_text=_("Counted from the rejection. Leave blank for no deadline."),
    )
    reports_to_suspend = models.PositiveSmallIntegerField(
        _("reports until a HIT is put on hold"),
        null=True,
        blank=True,
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
        help_text=_(
            "After this number of reports, the HIT is on hold until you decide. Blank: never."
        ),
    )

    least_reading_percent = models.PositiveSmallIntegerField(
        _("least time per HIT"),
        default=25,
        db_default=0,
        validators=[MaxValueValidator(100)],
        help_text=_(
            "Share of the time that a fast reader needs, in %. The page asks anyone faster to look "
            "again. 0 for no question."
        ),
    )

    class Meta:
        abstract = True


CARE_CONSTRAINTS = (
    models.CheckConstraint(
        name="batch_objection_days",
        condition=Q(objection_days__isnull=True)
        | Q(objection_days__gte=1, objection_days__lte=365),
    ),
    models.CheckConstraint(
        name="batch_reports_to_suspend",
        condition=Q(reports_to_suspend__isnull=True) | Q(reports_to_suspend__gte=1),
    ),
    models.CheckConstraint(
        name="batch_least_reading_percent", condition=Q(least_reading_percent__lte=100)
    ),
)
