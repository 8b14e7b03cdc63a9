"""Numbers in addresses: no more than the database's `bigint` holds, so that no statement fails on
one."""

from django.urls.converters import IntConverter

LARGEST = 2**63 - 1
MOST_DIGITS = 19


def whole_number(text: str) -> int | None:
    """The number that a query says, 0 to 2^63 − 1; None for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        return None
    return number if (number := int(text)) <= LARGEST else None


class BigIntConverter(IntConverter):
    """`<bigint:name>` in a route: 0 to 2^63 − 1. A larger number is no address of the site."""

    def to_python(self, value: str) -> int:
        number = whole_number(value)
        if number is None:
            raise ValueError(value)
        return number
