"""Numbers in addresses, as the database has them."""

from django.urls.converters import IntConverter

from core.database.whole_numbers import whole_number


class BigIntConverter(IntConverter):
    """`<bigint:name>` in a route: 0 to 2^63 − 1. A larger number is not an address of the site."""

    def to_python(self, value: str) -> int:
        number = whole_number(value)
        if number is None:
            raise ValueError(value)
        return number
