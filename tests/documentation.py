"""The documentation as text: a subject is a page and the pages of the folder of its name."""

from tests.conftest import ROOT

DOCS = ROOT / "docs"


def text_of(subject: str) -> str:
    """Return the pages of a subject, such as "rubrics", one after the other."""
    pages = [DOCS / f"{subject}.md", *sorted((DOCS / subject).glob("*.md"))]
    return "\n".join(page.read_text(encoding="utf-8") for page in pages)
