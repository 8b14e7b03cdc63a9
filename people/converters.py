"""URL path converters that accept only numbers within the range of the database's integers."""

from django.urls.converters import IntConverter

from core.database.whole_numbers import whole_number


class BigIntConverter(IntConverter):
    """The converter for `<bigint:name>` in a URL pattern. Numbers above 2^63 − 1 do not match."""

    def to_python(self, value: str) -> int:
        number = whole_number(value)
        if number is None:
            raise ValueError(value)
        return number
