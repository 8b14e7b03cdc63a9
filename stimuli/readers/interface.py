"""The interface of readers. A reader yields outputs with their items and scores, and counts the
records that it leaves out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

NAMES_COUNTED = 100  # unknown keys to count by name; all others are counted together
OTHERS = "…"

# Reasons for leaving out a record or one of its scores. The import page describes each of them.
ERROR, NO_OUTPUT, REPEAT = "error", "no_output", "repeat"
TOO_LONG, SCORE, MEDIA = "too_long", "score", "media"

# The field for the prompt. One of the library's rubrics shows a field of this name.
INSTRUCTION = "instruction"

# Names of output columns. A file with one of them is a table.
PLAIN_OUTPUT_NAMES = ("output", "output_text")
OUTPUT_NAMES = (
    *PLAIN_OUTPUT_NAMES,
    *("text", "description", "caption", "summary", "paragraph", "response"),
)


@dataclass(frozen=True)
class Opening:
    """The data that a reader needs to recognise a file's format: the file's name, its first bytes
    and, for a ZIP, the names of its entries."""

    name: str
    head: bytes
    members: Sequence[str] = ()


@dataclass(frozen=True)
class Score:
    """A score that a judge, a metric or a program gave to an output. `by` is the judge's model, or
    "". `scale` is the worst and the best value. `passed` says whether the output passed. `scale`
    and `passed` are None if the format does not state them."""

    name: str
    value: float
    by: str = ""
    scale: tuple[float, float] | None = None
    passed: bool | None = None
    reason: str = ""


@dataclass(frozen=True)
class Entry:
    """One output, as a text or, if there are `turns`, as a conversation. `group` distinguishes
    items with the same id but different content."""

    item: str
    system: str
    output: str
    fields: Mapping[str, object] = field(default_factory=dict)
    scores: Sequence[Score] = ()
    turns: Sequence[Mapping[str, Any]] = ()
    group: str = ""


@dataclass
class Tally:
    """The numbers of records read, records left out by reason, and unknown keys by name."""

    records: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)

    def leave_out(self, reason: str) -> None:
        self.left_out[reason] += 1

    def count_unknown(self, keys: Iterable[str], expected: Iterable[str], prefix: str = "") -> None:
        """Count each key in `keys` that is not in `expected`. After many different names, further
        names are counted together."""
        for key in {*keys} - {*expected}:
            name = f"{prefix}{key}"[:80]
            is_counted = name in self.unknown or len(self.unknown) < NAMES_COUNTED
            self.unknown[name if is_counted else OTHERS] += 1


class Reader(Protocol):
    """The interface of a reader for one format. A file can be very large, so a reader keeps only
    one record in memory."""

    NAME: str

    def recognises(self, opening: Opening) -> bool:
        """Return whether the file has this reader's format."""

    def entries(self, path: Path, tally: Tally) -> Iterator[Entry]:
        """Yield the outputs in order. Raises DocumentError with an invalid record's position."""
