"""Flags of responses: signs of careless work, confirmed concerns, and exclusions. The database
computes them when it reads responses. Tables of responses, their filters, and the evidence for
rejections use them."""

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextChoices,
    Value,
)
from django.db.models.functions import Coalesce
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hits.models import Answer, Assignment, RaisedConcern
from hits.models.decisions import excluded

FAST_SHARE = 3  # a response is fast if it took less than a third of the batch's median
SAME_FROM = 3  # least number of equal scores to flag; two equal scores mean nothing


class Flag(TextChoices):
    FAST = "fast", gettext_lazy("Speeding")
    SAME = "same", capfirst(gettext_lazy("all answers are the same"))
    ASKED = "asked", capfirst(gettext_lazy("confirmed despite a warning"))
    EXCLUDED = "excluded", gettext_lazy("Excluded from the results")


def all_the_same() -> Coalesce:
    """Return an expression that is true if the response has at least `SAME_FROM` numeric answers
    and all of these are equal. The expression avoids `exists`, because PostgreSQL's planner would
    then aggregate all answers."""
    numbers = Answer.objects.filter(assignment=OuterRef("pk"), number__isnull=False)
    alike = Q(least=F("most"), count__gte=SAME_FROM)
    verdict = (
        numbers.order_by()
        .values("assignment")
        .annotate(least=Min("number"), most=Max("number"), count=Count("key"))
        .values(alike=ExpressionWrapper(alike, BooleanField()))
    )
    return Coalesce(Subquery(verdict), Value(False))


def faster_than(seconds: float) -> Q:
    """Return the condition that less than `seconds` passed between claiming and submitting."""
    return Q(submitted_at__lt=F("accepted_at") + timedelta(seconds=seconds))


def with_flags(assignments: QuerySet[Assignment], *, median: float | None) -> QuerySet[Assignment]:
    """Annotate each response with a boolean column per flag, such as `flag_fast`. `median` is the
    batch's median time per HIT in seconds, or None if it is not known."""
    confirmed = RaisedConcern.objects.filter(assignment=OuterRef("pk"), overridden_at__isnull=False)
    return assignments.annotate(
        flag_fast=faster_than((median or 0) / FAST_SHARE),
        flag_same=all_the_same(),
        flag_asked=Exists(confirmed),
        flag_excluded=excluded(),
    )


def flags_of(assignment: Assignment) -> list[Flag]:
    """Return the flags of a response from a queryset of `with_flags`."""
    return [flag for flag in Flag if getattr(assignment, f"flag_{flag.value}")]


def evidence_of(assignment: Assignment, *, median: float | None) -> list[str]:
    """Return the flags of the response as sentences that its annotator can read."""
    row = with_flags(Assignment.objects.filter(pk=assignment.pk), median=median).get()
    flags = flags_of(row)
    sentences: Sequence[tuple[bool, str]] = (
        (
            Flag.FAST in flags,
            _("Completed in %(seconds)d s (batch median: %(median)d s).")
            % {"seconds": row.work_seconds or 0, "median": median or 0},
        ),
        (Flag.SAME in flags, _("Every question of this HIT has the same answer.")),
        (
            Flag.ASKED in flags,
            _("The answers were confirmed despite a warning."),
        ),
    )
    return [sentence for is_so, sentence in sentences if is_so]
