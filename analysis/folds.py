"""Statistics of a live batch. A task recomputes them after changes, with pauses, and two tasks
never recompute them at the same time."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, ClassVar

from django.db import models
from django.db.models import (
    Count,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Least, Now

from core.database.locks import Work, alone_at
from hits.models import Batch, Enrolment
from people.models import Act

# A slow fold is not repeated before a multiple of its duration has passed, so it uses at most a
# twentieth of a processor. Fast folds use less than that anyway, because the task that looks for
# news runs once a minute.
LONG = 3.0  # seconds; a longer fold is slow
APART = 20
# The longest pause. It is limited because the duration of a fold includes its waiting time.
LONGEST_PAUSE = timedelta(minutes=30)
# The clocks of the programs and the database differ by at most this. If a fold's date is further in
# the future, the clock has been corrected since.
CLOCKS_APART = timedelta(minutes=1)
# Events in a batch that change no statistic. All others can: exclusions, rejections, re-inclusions,
# bonuses, retired gold, merged annotators.
CHANGES_NO_FIGURE = (
    Act.Verb.CREATED,
    Act.Verb.DUPLICATED,
    Act.Verb.PUBLISHED,
    Act.Verb.PAUSED,
    Act.Verb.RESUMED,
    Act.Verb.CLOSED,
    Act.Verb.UNVEILED,
    Act.Verb.EXPORTED,
)


class Fold(models.Model):
    """Statistics of one batch at `computed_at`, with the batch's number of submissions and number
    of events that change statistics. The computation took `seconds`. Subclasses have the one-to-one
    field `batch`."""

    LOCK: ClassVar[Work]

    computed_at = models.DateTimeField("computed")
    submitted = models.PositiveBigIntegerField("submissions")
    # Events are counted, because they are never changed or deleted. Their times would miss one
    # whose transaction started before the fold and committed after it.
    acts = models.PositiveBigIntegerField("acts that change figures", default=0, db_default=0)
    seconds = models.FloatField("seconds that it took", default=0, db_default=0)

    class Meta:
        abstract = True

    @classmethod
    def with_news(cls) -> QuerySet[Batch]:
        published = Batch.objects.exclude(state__in=[Batch.State.DRAFT, Batch.State.PUBLISHING])
        counted = published.annotate(submissions=_submissions(), acts=_acts())
        return counted.filter(cls._has_news(), cls._is_due(), submissions__gt=0)

    @classmethod
    def _has_news(cls) -> Q:
        """Return a condition for batches without a fold, with changed counts since the fold, or
        with a fold in the future."""
        name = cls._name()
        others = Q(**{name: None}) | ~Q(
            submissions=F(f"{name}__submitted"), acts=F(f"{name}__acts")
        )
        return others | cls._is_of_the_future()

    @classmethod
    def _is_due(cls) -> Q:
        """Return a condition for batches that can be computed now, because the last computation was
        quick or the pause after it is over. After closing, a batch is computed once without a
        pause."""
        name = cls._name()
        took = ExpressionWrapper(
            F(f"{name}__seconds") * timedelta(seconds=APART), output_field=models.DurationField()
        )
        pause = Least(took, Value(LONGEST_PAUSE))
        return (
            Q(**{name: None})
            | Q(**{f"{name}__seconds__lte": LONG})
            | Q(**{f"{name}__computed_at__lte": Now() - pause})
            | Q(closed_at__gt=F(f"{name}__computed_at"))
            | cls._is_of_the_future()
        )

    @classmethod
    def _is_of_the_future(cls) -> Q:
        """Return a condition for batches whose fold has a time in the future, because the clock was
        ahead when the fold was computed."""
        return Q(**{f"{cls._name()}__computed_at__gt": Now() + CLOCKS_APART})

    @classmethod
    def batches_with_news(cls) -> list[int]:
        return list(cls.with_news().order_by("pk").values_list("pk", flat=True))

    @classmethod
    def _name(cls) -> str:
        field: Any = cls._meta.get_field("batch")
        return str(field.related_query_name())


def _submissions() -> Combinable:
    """Return an expression that counts a batch's submissions. A stored counter would make
    submissions wait for each other."""
    enrolments = Enrolment.objects.filter(batch=OuterRef("pk")).order_by().values("batch")
    return Coalesce(Subquery(enrolments.values_list(Sum("submitted"))), 0)


def _acts() -> Combinable:
    acts = Act.objects.filter(subject_type=Batch._meta.label_lower, subject_id=OuterRef("pk"))
    may_have = acts.exclude(verb__in=CHANGES_NO_FIGURE).order_by().values("subject_id")
    return Coalesce(Subquery(may_have.values_list(Count("pk"))), 0)


def folded_from(batch_id: int) -> dict[str, int]:
    """Return the counts to store with a fold: `submitted`, and `acts` that can change statistics.
    Call this function before reading other data. A change during the computation then leads to
    another fold."""
    counted = Batch.objects.filter(pk=batch_id).annotate(submissions=_submissions(), acts=_acts())
    submissions, acts = counted.values_list("submissions", "acts").get()
    return {"submitted": submissions, "acts": acts}


def fold_alone(kind: type[Fold], fold: Callable[..., bool], batch_id: int) -> bool:
    """Call `fold` if the batch has changed since its last fold, and return whether the batch was
    folded. Do nothing if another task is folding the batch."""
    with alone_at(kind.LOCK, batch_id, wait=False) as alone:
        is_wanted = alone and kind.with_news().filter(pk=batch_id).exists()
        return is_wanted and fold(batch_id=batch_id)
