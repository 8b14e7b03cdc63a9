"""Common options of several commands."""

from collections.abc import Iterable

from django.core.management.base import CommandError


def named_values(
    option: str, pairs: Iterable[str], *, write: str, empty: bool = True
) -> dict[str, str]:
    """Return the values of an option that is repeated as NAME=VALUE, by name. CommandError says to
    `write` it otherwise.

    A value may be missing where `empty` is true.
    """
    values: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not name or not equals or name in values or not (value or empty):
            raise CommandError(f"{option} {pair}: write {write}.")
        values[name] = value
    return values
