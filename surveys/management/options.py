"""Command-line options that several commands share."""

from collections.abc import Iterable

from django.core.management.base import CommandError


def named_values(
    option: str, pairs: Iterable[str], *, write: str, empty: bool = True
) -> dict[str, str]:
    """Return the values of a repeated option NAME=VALUE, by name. For invalid input, raise
    CommandError with the correct form, `write`.

    The value can be blank if `empty` is true.
    """
    values: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not name or not equals or name in values or not (value or empty):
            raise CommandError(f"{option} {pair}: write {write}.")
        values[name] = value
    return values
