"""Terms about HITs that are assigned and paid together, in sittings."""

from decimal import Decimal

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

MOST_HITS = 1000  # HITs per session


class SittingTerms(models.Model):
    """The number of HITs per sitting, the minimum number of HITs for pay after stopping early, and
    the maximum number of sittings per person. See hits.queue.sittings. Publishing locks these
    terms, but a researcher can allow more sittings later."""

    sitting_hits = models.PositiveIntegerField(
        _("HITs in a session"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_HITS)],
        help_text=_("These HITs are assigned and paid together. Leave blank for single HITs."),
    )
    sitting_paid_from = models.PositiveIntegerField(
        _("minimum HITs for pay after stopping early"),
        default=1,
        db_default=1,
        validators=[MinValueValidator(1)],
        help_text=_(
            "With 1, every submitted HIT is paid. People who stop with fewer HITs are not "
            "paid, and their answers are not used. Annotators see this rule before they start."
        ),
    )
    most_sittings = models.PositiveSmallIntegerField(
        _("maximum sessions per person"),
        default=1,
        db_default=1,
        validators=[MinValueValidator(1), MaxValueValidator(1000)],
    )

    # Attributes of the batch.
    reward: models.DecimalField
    expected_seconds: models.PositiveIntegerField

    class Meta:
        abstract = True

    @property
    def sitting_reward(self) -> Decimal | None:
        """Return the pay for a complete sitting, or None if the batch has no sittings."""
        hits: int | None = self.sitting_hits
        return None if hits is None else hits * Decimal(self.reward)

    @property
    def sitting_seconds(self) -> int | None:
        """Return the expected time for a complete sitting, in seconds, or None if the batch has no
        sittings."""
        hits: int | None = self.sitting_hits
        return None if hits is None else hits * int(self.expected_seconds)


SITTING_CONSTRAINTS: list[models.BaseConstraint] = [
    models.CheckConstraint(
        name="batch_sitting_numbers",
        condition=Q(sitting_hits__isnull=True, sitting_paid_from=1, most_sittings=1)
        | Q(
            sitting_hits__isnull=False,
            sitting_hits__gte=1,
            sitting_hits__lte=MOST_HITS,
            sitting_paid_from__gte=1,
            sitting_paid_from__lte=F("sitting_hits"),
            most_sittings__gte=1,
        ),
        violation_error_message=_("Enter a number from 1 to the number of HITs in the session."),
    ),
    # Sessions limit the work per person, and have their own codes.
    models.CheckConstraint(
        name="batch_sitting_is_the_cap",
        condition=Q(sitting_hits__isnull=True)
        | Q(cap_per_annotator__isnull=True, code_after__isnull=True),
        violation_error_message=_(
            "With sessions, the maximum number of sessions limits each person’s work, and each "
            "session ends with a code. Leave “Maximum HITs per annotator” and “HITs until the "
            "completion code” blank."
        ),
    ),
]
