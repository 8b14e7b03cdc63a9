"""Matching of names in a reply with the entries of a list."""

import re
from collections.abc import Sequence

from surveys.kinds.base import Entry
from surveys.questions import Question
from surveys.replies.asked import same_name
from surveys.replies.base import ReplyError

_POSITION = re.compile(r"(?:(?:key ?point|point|kp|criterion) ?)?0*(\d{1,4})(?: (.+))?", re.DOTALL)
# Signs that make two names different, for example in "C++", "-5 degrees" and "< 5 m".
_SIGNS = re.compile(r"(?<=[^\W_])(?:\+{1,2}|#)(?!\w)|(?<!\w)[<>≤≥=±+$€£-]+(?=\s?\d)|(?<=\d)\s?[%°]")
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")


class Entries:
    """A list's entries with their possible names in a reply. `names` are those in the prompt."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries, self.names = entries, _asked_names(entries)
        self._numbers: dict[str, int] = {}
        for names in ([entry.name for entry in entries], self.names):
            for spelled in (list(map(same_name, names)), list(map(_with_signs, names))):
                for number, name in enumerate(spelled, 1):
                    if name and spelled.count(name) == 1:
                        self._numbers[name] = number

    def entry(self, number: int) -> Entry:
        return self.entries[number - 1]

    def spellings(self, number: int) -> Sequence[str]:
        named = (self.names[number - 1], self.entry(number).name)
        return (*named, f"key_point_{number}", f"key point {number}")

    def worded(self, number: int) -> str:
        """Return an entry's name as text, even if the prompt uses a number as the name."""
        name = self.names[number - 1]
        return self.entry(number).name if _POSITION.fullmatch(same_name(name)) else name

    def name_of(self, score: Question) -> str:
        return self.names[[entry.score.key for entry in self.entries].index(score.key)]

    def shared(self, name: str) -> bool:
        """Return whether several entries have the name `name` when text in brackets is ignored."""
        key = same_name(name)
        return sum(same_name(entry.name.split("(")[0]) == key for entry in self.entries) > 1

    def is_position(self, name: str, number: int) -> bool:
        """Return whether `name` is only the entry's number, although the entry has a name."""
        key = same_name(name)
        position = _POSITION.fullmatch(key)
        return bool(position and not position[2]) and key != same_name(self.names[number - 1])

    def number_of(self, name: str) -> int | None:
        """Return the number of the entry that `name` refers to. `name` can be the entry's short
        name, its whole text, its number, or its number followed by its name.

        Raises ReplyError (label_mismatch) if the number and the name belong to different entries.
        """
        key, signs = same_name(name), _signs(name)
        own = self._numbers.get(key + signs)
        position = _POSITION.fullmatch(key)
        if position is None or (position[2] and own):
            return own
        number, called = int(position[1]), self._numbers.get((position[2] or "") + signs)
        if not 1 <= number <= len(self.entries) or (position[2] and called is None):
            return None
        if called not in {None, number}:
            what = f"“{name[:60]}” names two different entries."
            raise ReplyError("label_mismatch", what, where=name[:60])
        return number


def _signs(name: str) -> str:
    return "".join(f" {''.join(sign.split())}" for sign in _SIGNS.findall(name))


def _with_signs(name: str) -> str:
    return same_name(name) + _signs(name)


def _asked_names(entries: Sequence[Entry]) -> list[str]:
    """Return each entry's name in the prompt. This is the entry's alias, or its text without
    brackets. If this text is not unique, the name contains the entry's number."""
    short = [_IN_BRACKETS.sub("", entry.name) or entry.name for entry in entries]
    spelled = [same_name(name) for name in short]
    own = [
        name
        if key and spelled.count(key) == 1 and _POSITION.fullmatch(key) is None
        else f"key_point_{number}"
        for number, (name, key) in enumerate(zip(short, spelled, strict=True), 1)
    ]
    return [entry.alias or name for entry, name in zip(entries, own, strict=True)]
