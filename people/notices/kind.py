"""Declaration of a kind of email notification."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

Values = Mapping[str, Any]
Words = Callable[[Values], str]


def filled(text: Promise | str) -> Words:
    return lambda values: str(text) % values


@dataclass(frozen=True)
class Kind:
    """A kind of notification. `label` is the label of its switch. `title` and `text` get the
    notification's values, in the reader's language. With `always` it has no switch and no label,
    because an attacker with the account could use the switch."""

    name: str
    label: Promise | str
    title: Words
    text: Words
    for_researchers: bool = False
    always: bool = False
