"""Reference tables of the documentation, written from the code wherever a page is read.

A line `<!-- generated: settings -->` on a page is the place of the table "settings". Each app adds
its own tables when it is loaded.
"""

import re
from collections.abc import Callable, Iterable, Sequence

_PLACE = re.compile(r"^<!-- generated: ([a-z]+) -->$", re.MULTILINE)
_tables: dict[str, Callable[[], str]] = {}


def register(name: str, write: Callable[[], str]) -> None:
    """Have `write` return the Markdown at the place of this name."""
    _tables[name] = write


def filled(markdown: str) -> str:
    """Return a page with its tables; a KeyError if one is not registered."""
    return _PLACE.sub(lambda place: _tables[place[1]](), markdown)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown. Each cell is Markdown of one line."""
    return "\n".join(map(_line, [heads, ["---"] * len(heads), *rows]))


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(each.split()).replace("|", "\\|") for each in cells) + " |"
