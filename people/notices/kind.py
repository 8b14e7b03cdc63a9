"""The class that describes a kind of email notification."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

Values = Mapping[str, Any]
Words = Promise | Callable[[Values], str]


@dataclass(frozen=True)
class Kind:
    """A kind of notification. `label` is the label of its switch in the settings. `title` and
    `text` are called with the notification's values, in the recipient's language. If `always` is
    true, the kind has no switch and no label, so that an intruder cannot switch it off."""

    name: str
    label: Promise | str
    title: Words
    text: Words
    always: bool = False

    def written(self, values: Values) -> tuple[str, str]:
        """Return the title and the text of a notification in the active language."""
        return _filled(self.title, values), _filled(self.text, values)


def _filled(words: Words, values: Values) -> str:
    return words(values) if callable(words) else str(words) % values
