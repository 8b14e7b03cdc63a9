"""What a batch promises to whoever is rejected or finds a HIT broken: terms of it, in a module of
their own."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class CareTerms(models.Model):
    """For how long a rejection may be objected to, which is frozen with the batch, and after how
    many reports a HIT is no longer handed out, which is not."""

    objection_days = models.PositiveSmallIntegerField(
        _("days to object to a rejection"),
        null=True,
        blank=True,
        default=30,
        validators=[MinValueValidator(1), MaxValueValidator(365)],
        help_text=_("From the rejection on. Blank: without an end."),
    )
    reports_to_suspend = models.PositiveSmallIntegerField(
        _("reports after which a HIT is held back"),
        null=True,
        blank=True,
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
        help_text=_(
            "So many people say that it is broken, and nobody else is given it until you decide. "
            "Blank: it is handed out all the same."
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
)
