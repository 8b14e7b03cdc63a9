"""The documentation's pages: finding their Markdown files, and rendering them as HTML."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from markdown_it import MarkdownIt
from markdown_it.token import Token

from core.reference import filled
from desk.documentation.navigation import anchor, name_of, path_of

TABLE_BOX = '<div class="table-box" tabindex="0" role="region" aria-label="Table">'
_parser = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Heading:
    anchor: str
    text: str


@dataclass(frozen=True)
class Page:
    """A documentation page: its title, its body as HTML, and its second-level headings."""

    title: str
    body: str
    headings: tuple[Heading, ...]


def page_of(name: str) -> Page | None:
    """Return the page `name`, for example "researchers" or "developers/desk", or None if there is
    no such page."""
    path = path_of(_root(), name)
    return _read(name, path, path.stat().st_mtime_ns) if path else None


def _root() -> Path:
    return Path(settings.BASE_DIR)


@lru_cache(maxsize=64)
def _read(name: str, path: Path, changed: int) -> Page:  # noqa: ARG001 - a changed file is another
    tokens = _parser.parse(filled(path.read_text(encoding="utf-8")))
    title, headings = name, []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = Heading(anchor(tokens[at + 1].content), _plain(tokens[at + 1]))
            token.attrSet("id", heading.anchor)
            if token.tag == "h1":
                title = heading.text
            elif token.tag == "h2":
                headings.append(heading)
        elif token.type == "inline":
            _lead(token.children or [], path)
    return Page(title, _boxed(_parser.renderer.render(tokens, _parser.options, {})), (*headings,))


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def _lead(tokens: Sequence[Token], path: Path) -> None:
    """Change links to other files into links to their pages, and image paths into the site's URLs.
    A link to a file that is not a page becomes plain text."""
    dead: list[Token] = []
    for token in tokens:
        if token.type == "link_open":
            target = _address(str(token.attrGet("href")), path)
            if target is None:
                dead.append(token)
                token.tag, token.attrs = "span", {}
            else:
                token.attrSet("href", target)
        elif token.type == "link_close" and dead and dead[-1].level == token.level:
            token.tag = dead.pop().tag
        elif token.type == "image":
            source = str(token.attrGet("src"))
            token.attrSet("src", static("docs/" + source.rpartition("images/")[2]))
            token.attrSet("loading", "lazy")
            _reserve(token, path.parent / source)


def _reserve(image: Token, file: Path) -> None:
    """Set the width and height of a PNG image, so that the page does not move when the image loads.
    Otherwise, a linked heading could scroll out of view."""
    if file.suffix == ".png" and file.is_file():
        # imported here because it is large and would stay in the worker's memory
        from PIL import Image

        with Image.open(file) as picture:
            image.attrSet("width", str(picture.width))
            image.attrSet("height", str(picture.height))


def _address(link: str, path: Path) -> str | None:
    if "://" in link or link.startswith(("#", "mailto:")):
        return link
    file, mark, wanted = link.partition("#")
    target = (path.parent / file).resolve()
    if target.name == "rubric.schema.json":
        return reverse("documentation_schema")
    name = name_of(_root(), target)
    return None if name is None else reverse("documentation", args=[name]) + mark + wanted


def _boxed(html: str) -> str:
    """Return the HTML with its tables and code blocks in boxes that people can scroll, including
    with the keyboard."""
    html = html.replace("<table>", TABLE_BOX + "<table>").replace("</table>", "</table></div>")
    return html.replace("<pre>", '<pre tabindex="0">')
