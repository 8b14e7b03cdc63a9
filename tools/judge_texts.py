"""`python -m tools.judge_texts`: write the table of docs/judges.md that names every text of every
library rubric and whom it is for."""

from collections.abc import Iterator
from pathlib import Path

from surveys.loading import library_names, library_rubric
from surveys.texts_by_audience import addressed_texts

PAGE = Path(__file__).parent.parent / "docs/judges.md"
BEGIN, END = "<!-- texts: begin -->\n", "<!-- texts: end -->\n"


def table() -> str:
    """Return a table for each rubric: the place of a text, its beginning, its audience."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    for name in library_names():
        yield f"\n### `{name}`\n"
        yield "| text | begins | for |\n| --- | --- | --- |"
        for text in addressed_texts(library_rubric(name)):
            begin = text.short.replace("|", "\\|")
            yield f"| `{text.place}` | {begin} | {text.audience} |"
    yield ""


def page() -> str:
    """Return the page with its new table."""
    before, _, after = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return before + BEGIN + table() + "\n" + END + after.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
