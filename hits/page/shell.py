"""The HIT page's frame: all that is the same for every rater and every HIT of a batch, rendered once a process.

What differs is left open as slots and filled in for each request: the tokens against forgery, the rater's name, what
they have done, the stimulus. None of that is ever in a frame.
"""

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

MOST_KEPT = 300
# Nobody can write this into a title or a rubric: it is drawn anew in every process.
_MARK = f"\ue000{secrets.token_hex(8)}:"
_SLOT = re.compile(re.escape(_MARK) + "([a-z_]+)\ue001")


def slot(name: str) -> str:
    """What to render in the place of the value called `name`."""
    return f"{_MARK}{name}\ue001"


@dataclass(frozen=True)
class Frame:
    """A rendered page in pieces: text, a slot's name, text, a slot's name, …, text."""

    pieces: Sequence[str]

    def filled(self, values: Mapping[str, str]) -> str:
        """The page with each slot's value, which must be HTML already."""
        return "".join(values[piece] if place % 2 else piece for place, piece in enumerate(self.pieces))


_frames: OrderedDict[Hashable, Frame] = OrderedDict()


def frame(key: Hashable, render: Callable[[], str]) -> Frame:
    """The frame for `key`, which must say all that it depends on; rendered when it is new."""
    found = _frames.get(key)
    if found is None:
        found = Frame(tuple(_SLOT.split(render())))
        _frames[key] = found
        while len(_frames) > MOST_KEPT:
            _frames.popitem(last=False)
    return found
