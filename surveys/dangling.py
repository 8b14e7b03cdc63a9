"""What a part of a rubric names that the rubric does not have: said the same way by reply formats and guards."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Dangling:
    """An option of a reply format or a guard that does not fit the rubric: its key, what is wrong, the remedy."""

    key: str
    what: str
    remedy: str


def unknown(option: str, wanted: Sequence[str], known: Sequence[str], what: str) -> list[Dangling]:
    """A Dangling for each of `wanted` that is not among `known`."""
    return [
        Dangling(option, f"`{key}` is no {what}.", f"Use one of {list(known)}.") for key in wanted if key not in known
    ]
