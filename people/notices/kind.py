"""What a kind of mail notice says of itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise

Words = Callable[[Mapping[str, object]], str]


@dataclass(frozen=True)
class Kind:
    """`label` is the label of its switch. `title` and `text` get the values of a notification, in
    the reader's language. With `always` it has no switch: an attacker with the account could use
    it."""

    name: str
    for_researchers: bool
    label: Promise | str
    title: Words
    text: Words
    always: bool = False
