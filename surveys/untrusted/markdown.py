"""Markdown from outside as safe HTML: no raw HTML, no images, no scripts; tables allowed.

Text that takes long to parse is not parsed: the parser's time grows with the number of opening
signs, with lines, and with the distance to the end of a link. The limits keep every text well under
a tenth of a second.
"""

import re
from functools import lru_cache

import nh3
from markdown_it import MarkdownIt

MOST_CHARACTERS = 50_000
MOST_MARKS = 2_000
MOST_LOOKING_AHEAD = 2_000_000  # characters, over all signs that have the parser look for an end

TAGS = {"p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"}
TAGS |= {"h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"}
ADDRESSES = ("http://", "https://", "mailto:")
_parser = (
    MarkdownIt("commonmark", {"html": False})
    .enable("table")
    .enable("strikethrough")
    .disable("image")
)
_MARKS = re.compile(r"[\[\]*_~`<>&|\\!#\n]")
_LINES = re.compile(r"[^\n]+(?:\n[^\n]+)*")
_OPENERS = re.compile(r"\]\(|\]:|<")


def is_renderable(text: str) -> bool:
    """Return whether `text` is within the limits; beyond them it is shown as it was written."""
    if len(text) > MOST_CHARACTERS or len(_MARKS.findall(text)) > MOST_MARKS:
        return False
    paragraphs = (match[0] for match in _LINES.finditer(text))
    return (
        sum(len(_OPENERS.findall(paragraph)) * len(paragraph) for paragraph in paragraphs)
        <= MOST_LOOKING_AHEAD
    )


# A rubric's instructions are read by every annotator who starts.
@lru_cache(maxsize=128)
def render_markdown(text: str) -> str:
    """Return HTML that is safe in a page: parsed without raw HTML, then cleaned again by an
    allow-list.

    ValueError for a text beyond the limits.
    """
    if not is_renderable(text):
        raise ValueError("This Markdown takes too long to parse; ask `is_renderable` first.")
    return nh3.clean(
        _parser.render(text),
        tags=TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
        attribute_filter=_whole_address,
    )


def _whole_address(_tag: str, _attribute: str, value: str) -> str | None:
    """A link says where it leads: one without a scheme would lead to another site (//…) or to a
    page of this one."""
    return value if value.lower().startswith(ADDRESSES) else None
