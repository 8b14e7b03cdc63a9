"""The text of the documentation. A subject is a page and the pages in the folder of the same
name."""

from tests.conftest import ROOT

DOCS = ROOT / "docs"


def text_of(subject: str) -> str:
    """Return the text of all pages of a subject, such as "rubrics"."""
    pages = [DOCS / f"{subject}.md", *sorted((DOCS / subject).glob("*.md"))]
    return "\n".join(page.read_text(encoding="utf-8") for page in pages)
