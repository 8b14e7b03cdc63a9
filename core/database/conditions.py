"""Short conditions for the check constraints of tables that change with every HIT. PostgreSQL
parses these constraints again in each statement that changes the table, so long conditions cost
time."""

from collections.abc import Iterable

from django.db.models import BooleanField, Func, IntegerField


class OneOf(Func):
    """The condition that a text column has one of the constant `values`. These must be identifiers
    without quotation marks or commas."""

    template = "(%(expressions)s = any ('{%(constants)s}'::text[]))"
    output_field = BooleanField()

    def __init__(self, column: str, values: Iterable[str]) -> None:
        constants = ",".join(map(str, values))
        if not constants.replace(",", "").replace("_", "").isalnum():
            raise ValueError(f"Not a list of identifiers: {constants!r}.")
        super().__init__(column, constants=constants)


class Equivalent(Func):
    """The condition that two conditions are both true or both false."""

    template = "((%(expressions)s))"
    arg_joiner = ") = ("
    arity = 2
    output_field = BooleanField()


class FilledColumns(Func):
    """The number of the given columns that are not null."""

    function = "num_nonnulls"
    output_field = IntegerField()
