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
    """`label` is the label of its switch. `title` and `text` get the values of a notification, in
    the reader's language. With `always` it has no switch, and so no label: an attacker with the
    account could use it."""

    name: str
    label: Promise | str
    title: Words
    text: Words
    for_researchers: bool = False
    always: bool = False
