"""What a task computes anew of a batch under way when there is news: not too often, and never twice
at once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, ClassVar

from django.db import models
from django.db.models import ExpressionWrapper, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from database.locks import Work, alone_at
from hits.models import Batch, Enrolment

# A fold that took longer is not repeated before so many times as long are over: it costs at most a
# twentieth of a processor. Shorter ones cost less than that anyway, since the task that looks for
# news runs once a minute.
LONG = 3.0  # seconds
APART = 20


class Fold(models.Model):
    """Figures of one batch as of `computed_at` and so many submissions, which took `seconds`. The
    one-to-one field `batch` is the subclass's."""

    LOCK: ClassVar[Work]

    computed_at = models.DateTimeField(_("computed"))
    submitted = models.PositiveBigIntegerField(_("submissions"))
    seconds = models.FloatField(_("seconds that it took"), default=0, db_default=0)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.batch} · {self.submitted}"  # type: ignore[attr-defined]

    @classmethod
    def news(cls) -> Q:
        """On batches with `number`, their submissions: whether there are others than were folded.
        No counter of the batch is asked: submissions would wait for it."""
        name = cls._name()
        return Q(**{name: None}) | ~Q(number=F(f"{name}__submitted"))

    @classmethod
    def with_news(cls) -> QuerySet[Batch]:
        """The published batches to be folded now."""
        name = cls._name()
        submitted = (
            Enrolment.objects.filter(batch=OuterRef("pk"))
            .order_by()
            .values("batch")
            .annotate(number=Sum("submitted"))
            .values("number")
        )
        pause = ExpressionWrapper(
            F(f"{name}__seconds") * timedelta(seconds=APART), output_field=models.DurationField()
        )
        is_due = Q(**{name: None}) | Q(**{f"{name}__seconds__lte": LONG})
        is_due |= Q(**{f"{name}__computed_at__lte": Now() - pause})
        published = Batch.objects.exclude(state__in=[Batch.State.DRAFT, Batch.State.PUBLISHING])
        return published.annotate(number=Subquery(submitted)).filter(
            cls.news(), is_due, number__gt=0
        )

    @classmethod
    def batches_with_news(cls) -> list[int]:
        """Their keys."""
        return list(cls.with_news().order_by("pk").values_list("pk", flat=True))

    @classmethod
    def _name(cls) -> str:
        field: Any = cls._meta.get_field("batch")
        return str(field.related_query_name())


def fold_alone(kind: type[Fold], fold: Callable[..., bool], batch_id: int) -> bool:
    """`fold` the batch where there is news still; returns whether it was. Of two tasks for one
    batch the later finds none, and one that comes while the other is at it does nothing."""
    with alone_at(kind.LOCK, batch_id, wait=False) as alone:
        is_wanted = alone and kind.with_news().filter(pk=batch_id).exists()
        return is_wanted and fold(batch_id=batch_id)
