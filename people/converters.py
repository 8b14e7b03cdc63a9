"""The path converter for numbers: no more than the database's `bigint` holds, so that no statement fails on one."""

from django.urls.converters import IntConverter

LARGEST = 2**63 - 1


class BigIntConverter(IntConverter):
    """`<bigint:name>` in a route: 0 to 2^63 − 1. A larger number is no address of the site."""

    def to_python(self, value: str) -> int:
        number = int(value)
        if number > LARGEST:
            raise ValueError(value)
        return number
