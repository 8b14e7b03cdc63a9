"""A person's names, and their replacement in texts."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from people.models import User
from people.personal_data.keepers import keepers

SHORTEST = 2  # single letters are too short to search for
SHORTEST_TELLING = 8
DIGIT_OR_MARK = re.compile(r"[\d ._+-]")
LETTER = re.compile(r"[^\W\d_]")


def is_telling(name: str) -> bool:
    """Return whether the name is distinctive: an email address, or a long name with a digit, a
    space or another mark. Single words and numbers are not distinctive, because they often mean
    something else."""
    is_long = len(name) >= SHORTEST_TELLING and DIGIT_OR_MARK.search(name) is not None
    return LETTER.search(name) is not None and ("@" in name or is_long)


@dataclass(frozen=True)
class Names:
    """A person's names: user name, email address, first and last name, ids at panels, and the label
    of their personal link."""

    every: frozenset[str]

    @cached_property
    def telling(self) -> frozenset[str]:
        return frozenset(name for name in self.every if is_telling(name))

    def replaced(self, value: object, instead: str, *, telling_only: bool) -> object:
        """Replace each name that occurs as a whole word in `value` (text or JSON) with `instead`,
        and return the result. If `telling_only` is true, replace only distinctive names."""
        return _replaced(value, self._telling if telling_only else self._all, instead)

    @cached_property
    def _telling(self) -> re.Pattern[str]:
        return _pattern(self.telling, ())

    @cached_property
    def _all(self) -> re.Pattern[str]:
        return _pattern(self.telling, self.every - self.telling)


def names_of(user: User) -> Names:
    """Return the person's names in all apps. Very short names, and names that are user names of
    other accounts, are left out."""
    names = {str(name).strip() for keeper in keepers() for name in keeper.names(user)}
    others = User.objects.exclude(pk=user.pk).filter(username__in=names)
    names -= set(others.values_list("username", flat=True))
    return Names(frozenset(name for name in names if len(name) >= SHORTEST))


def _pattern(telling: Collection[str], others: Collection[str]) -> re.Pattern[str]:
    parts = [f"(?i:{_any(telling)})"] if telling else []
    parts += [_any(others)] if others else []
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)" if parts else r"(?!)")


def _any(names: Collection[str]) -> str:
    """Return a regular expression that matches any of the names. Longer names come first.
    Otherwise, the expression would match a shorter name at the beginning of a longer one."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def _replaced(value: object, pattern: re.Pattern[str], instead: str) -> object:
    if isinstance(value, str):
        return pattern.sub(instead, value)
    if isinstance(value, Mapping):
        return {
            _replaced(key, pattern, instead): _replaced(each, pattern, instead)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [_replaced(each, pattern, instead) for each in value]
    return value
