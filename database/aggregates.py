"""Expressions that PostgreSQL has and the ORM has no word for."""

from django.db.models import Aggregate, Expression, FloatField
from django.db.models.functions import Extract

__all__ = ["Median", "Seconds"]


class Median(Aggregate):
    """The middle of the numbers, the mean of two where two are; None of none."""

    function = "percentile_cont"
    template = "%(function)s(0.5) within group (order by %(expressions)s)"
    output_field = FloatField()


class Seconds(Extract):
    """A difference of two times, in seconds with fractions."""

    lookup_name = "epoch"

    def __init__(self, difference: Expression) -> None:
        super().__init__(difference, output_field=FloatField())
