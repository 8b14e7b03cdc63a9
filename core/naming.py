"""Choosing names that are not in use yet."""

from collections.abc import Collection
from itertools import chain, count


def free_name(name: str, taken: Collection[str]) -> str:
    """Return `name` or, if it is taken, `name` followed by the first number from 2 that gives a
    free name."""
    names = chain([name], (f"{name} {number}" for number in count(2)))
    return next(each for each in names if each not in taken)
