"""SQL expressions that PostgreSQL has and Django's ORM does not."""

from typing import Any

from django.db.models import (
    Aggregate,
    Count,
    Expression,
    FloatField,
    QuerySet,
    Subquery,
    Sum,
    Value,
)
from django.db.models.functions import Coalesce, Extract


def number_of(rows: QuerySet[Any], *, by: str) -> Coalesce:
    """Return an SQL expression that counts `rows`, which must be filtered with `OuterRef` on the
    field `by`. Use it for a single row on a page, not for every row of a list."""
    return _of_each(rows, by, Count("pk"))


def sum_of(rows: QuerySet[Any], field: str, *, by: str) -> Coalesce:
    return _of_each(rows, by, Sum(field))


def _of_each(rows: QuerySet[Any], by: str, aggregate: Aggregate) -> Coalesce:
    figure = Subquery(rows.order_by().values(by).annotate(figure=aggregate).values("figure"))
    return Coalesce(figure, Value(0, output_field=figure.output_field))


class Median(Aggregate):
    """The median of the values, or null if there are none. For an even number of values, it is the
    mean of the two middle values."""

    function = "percentile_cont"
    template = "%(function)s(0.5) within group (order by %(expressions)s)"
    output_field = FloatField()


class Seconds(Extract):
    """A time interval in seconds, with fractions."""

    lookup_name = "epoch"

    def __init__(self, difference: Expression) -> None:
        super().__init__(difference, output_field=FloatField())
