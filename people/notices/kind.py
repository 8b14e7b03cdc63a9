"""What a kind of mail notice says of itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise

Words = Callable[[Mapping[str, object]], str]


@dataclass(frozen=True)
class Kind:
    """`label` is its switch's. `title` and `text` are given a notice's values, in the reader's
    language. With `always` there is no switch: who has taken an account over could use it."""

    name: str
    for_researchers: bool
    label: Promise | str
    title: Words
    text: Words
    always: bool = False
