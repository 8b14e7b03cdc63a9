"""Statistics of a live batch that a task computes again after news: not too often, and never twice
at once."""

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

# A fold that took longer is not repeated before a multiple of its time is over: it uses at most a
# twentieth of a processor. Shorter ones use less than that anyway, since the task that looks for
# news runs once a minute.
LONG = 3.0  # seconds
APART = 20
# No pause is longer: the time that a fold took counts what it waited for as well.
LONGEST_PAUSE = timedelta(minutes=30)
# The clocks of programs and database agree within this; what was computed later than that from now
# was so by a clock that has been put right since.
CLOCKS_APART = timedelta(minutes=1)
# Acts in a batch that change no statistic. All others can: exclusions, rejections, re-inclusions,
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
    """Statistics of one batch as of `computed_at`, with the number of submissions and of acts that
    change statistics; computing took `seconds`. The one-to-one field `batch` is the subclass's."""

    LOCK: ClassVar[Work]

    computed_at = models.DateTimeField("computed")
    submitted = models.PositiveBigIntegerField("submissions")
    # Counted, as acts are never changed or deleted. Their times would miss one whose transaction
    # began before the fold and commits after it.
    acts = models.PositiveBigIntegerField("acts that change figures", default=0, db_default=0)
    seconds = models.FloatField("seconds that it took", default=0, db_default=0)

    class Meta:
        abstract = True

    @classmethod
    def with_news(cls) -> QuerySet[Batch]:
        """Return the published batches to be folded now."""
        published = Batch.objects.exclude(state__in=[Batch.State.DRAFT, Batch.State.PUBLISHING])
        counted = published.annotate(submissions=_submissions(), acts=_acts())
        return counted.filter(cls._has_news(), cls._is_due(), submissions__gt=0)

    @classmethod
    def _has_news(cls) -> Q:
        """On counted batches: whether there are others than were folded."""
        name = cls._name()
        others = Q(**{name: None}) | ~Q(
            submissions=F(f"{name}__submitted"), acts=F(f"{name}__acts")
        )
        return others | cls._is_of_the_future()

    @classmethod
    def _is_due(cls) -> Q:
        """Return whether no pause holds a batch's fold back: none does once the batch is closed,
        until it was folded as it is then."""
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
        """Return whether the clock was ahead when a batch was folded: readers see a wrong time."""
        return Q(**{f"{cls._name()}__computed_at__gt": Now() + CLOCKS_APART})

    @classmethod
    def batches_with_news(cls) -> list[int]:
        """Their keys."""
        return list(cls.with_news().order_by("pk").values_list("pk", flat=True))

    @classmethod
    def _name(cls) -> str:
        field: Any = cls._meta.get_field("batch")
        return str(field.related_query_name())


def _submissions() -> Combinable:
    """Return how many a batch has. No counter of its own is asked: submissions would wait for
    it."""
    enrolments = Enrolment.objects.filter(batch=OuterRef("pk")).order_by().values("batch")
    return Coalesce(Subquery(enrolments.values_list(Sum("submitted"))), 0)


def _acts() -> Combinable:
    """Return how many acts of a batch may have changed its figures."""
    acts = Act.objects.filter(subject_type=Batch._meta.label_lower, subject_id=OuterRef("pk"))
    may_have = acts.exclude(verb__in=CHANGES_NO_FIGURE).order_by().values("subject_id")
    return Coalesce(Subquery(may_have.values_list(Count("pk"))), 0)


def folded_from(batch_id: int) -> dict[str, int]:
    """Return the basis of a fold, to be stored with it: `submitted` and `acts`. Counted before
    anything else is read, so that later commits are folded the next time."""
    counted = Batch.objects.filter(pk=batch_id).annotate(submissions=_submissions(), acts=_acts())
    submissions, acts = counted.values_list("submissions", "acts").get()
    return {"submitted": submissions, "acts": acts}


def fold_alone(kind: type[Fold], fold: Callable[..., bool], batch_id: int) -> bool:
    """`fold` the batch where there is news still; returns whether it was. Of two tasks for one
    batch the later finds none, and one that comes while the other is at it does nothing."""
    with alone_at(kind.LOCK, batch_id, wait=False) as alone:
        is_wanted = alone and kind.with_news().filter(pk=batch_id).exists()
        return is_wanted and fold(batch_id=batch_id)
