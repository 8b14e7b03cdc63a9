"""Converters for numbers in URLs, with the range of the database."""

from django.urls.converters import IntConverter

from core.database.whole_numbers import whole_number


class BigIntConverter(IntConverter):
    """`<bigint:name>` in a route: 0 to 2^63 − 1. A URL with a larger number does not exist."""

    def to_python(self, value: str) -> int:
        number = whole_number(value)
        if number is None:
            raise ValueError(value)
        return number
