"""What the options of several commands have in common."""

from collections.abc import Iterable

from django.core.management.base import CommandError


def named_values(option: str, given: Iterable[str], *, write: str, empty: bool = True) -> dict[str, str]:
    """The values of an option that is repeated as NAME=VALUE, by name. CommandError says to `write` it otherwise.

    A value may be missing where `empty` is true.
    """
    found: dict[str, str] = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not name or not equals or name in found or not (value or empty):
            raise CommandError(f"{option} {one}: write {write}.")
        found[name] = value
    return found
