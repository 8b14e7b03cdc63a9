"""Reference tables of the documentation, which are generated from the code whenever a page is read.

A line `<!-- generated: settings -->` on a page is replaced with the table "settings". Each app
registers its own tables when it is loaded.
"""

import re
from collections.abc import Callable, Iterable, Sequence

_PLACE = re.compile(r"^<!-- generated: ([a-z]+) -->$", re.MULTILINE)
_tables: dict[str, Callable[[], str]] = {}


def register(name: str, write: Callable[[], str]) -> None:
    """Register the function `write`, which returns the Markdown of the table `name`."""
    _tables[name] = write


def filled(markdown: str) -> str:
    """Return a page's Markdown with its tables filled in. Raises KeyError if a table is not
    registered."""
    return _PLACE.sub(lambda place: _tables[place[1]](), markdown)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table. Each cell must be a single line of Markdown."""
    return "\n".join(map(_line, [heads, ["---"] * len(heads), *rows]))


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(each.split()).replace("|", "\\|") for each in cells) + " |"
