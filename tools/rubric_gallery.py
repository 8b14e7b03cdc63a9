"""The command `make gallery`, which writes a page for each library rubric to docs/library/."""

from collections.abc import Iterator
from pathlib import Path

import django

from surveys.loading import library_names, library_rubric
from surveys.spec import Rubric
from surveys.texts_by_audience import addressed_texts

FOLDER = Path(__file__).parent.parent / "docs/library"
PICTURE = "../images/rubric-{name}.png"
HEAD = """\
# Gallery of rubrics

Choose a rubric to start from. Each page shows what annotators see, with made-up content, and lists
the texts. On the desk, open **Rubrics**, choose one, and press **Copy rubric** to change it.

`make gallery` writes these pages from the rubrics. `make pictures` takes the pictures.
"""
TEXTS = """\
## Who reads each text

Annotators read texts for the page or for both. A judge's prompt has those for judges or for both.
"""


def pages() -> dict[str, str]:
    """Return the text of every page by the page's file name."""
    rubrics = {name: library_rubric(name) for name in library_names()}
    overview = "\n".join([HEAD, *map(_shown, rubrics.values())])
    return {"README.md": overview} | {f"{name}.md": _page(each) for name, each in rubrics.items()}


def _shown(rubric: Rubric) -> str:
    picture = f"![{rubric.title}: the annotator's page]({PICTURE.format(name=rubric.name)})"
    name = rubric.name
    return f"## {rubric.title}\n\n{rubric.summary}\n\n{picture}\n\n[`{name}`]({name}.md)\n"


def _page(rubric: Rubric) -> str:
    picture = f"![The annotator's page]({PICTURE.format(name=rubric.name)})"
    asked = "\n".join(f"- {section.title} (`{section.kind}`)" for section in rubric.sections)
    head = f"# `{rubric.name}`\n\n{rubric.summary}\n\n{picture}\n\n## What it asks\n\n{asked}\n"
    return f"{head}\n{TEXTS}\n" + "\n".join(_table(rubric)) + "\n"


def _table(rubric: Rubric) -> Iterator[str]:
    yield "| text | begins | for |\n| --- | --- | --- |"
    for text in addressed_texts(rubric):
        begin = text.short.replace("|", "\\|")
        yield f"| `{text.place}` | {begin} | {text.audience} |"


if __name__ == "__main__":
    django.setup()
    FOLDER.mkdir(exist_ok=True)
    for file, text in pages().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
