"""Rendering of untrusted Markdown as safe HTML, without raw HTML, images and scripts. Tables,
highlighted code and maths are allowed.

Code and maths are rendered by separate modules. Their HTML replaces placeholders after the other
HTML has been cleaned, so that the allow-list does not need their elements. A placeholder has a
random number, so that no text can contain it.

Text that would take too long to parse is not parsed. The parsing time grows with the number of
opening signs and lines, and with the distance to the end of a link. The limits keep the time far
below a tenth of a second.
"""

import re
from collections.abc import MutableMapping, Sequence
from functools import lru_cache
from html import escape
from secrets import token_hex
from time import thread_time
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from surveys.untrusted.code import SECONDS, code_html
from surveys.untrusted.maths import MOST_CHARACTERS as LONGEST_FORMULA
from surveys.untrusted.maths import maths_html

Environment = MutableMapping[str, Any]  # the parser's state, which markdown-it passes along

MOST_CHARACTERS = 50_000
MOST_MARKS = 2_000
MOST_LOOKING_AHEAD = 2_000_000  # total number of characters searched for the ends of marks

TAGS = {"p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"}
TAGS |= {"h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"}
ADDRESSES = ("http://", "https://", "mailto:")
MATHS = "maths"
MOST_FORMULAS = 400
_MARKS = re.compile(r"[\[\]*_~`<>&|\\!#$\n]")
_LINES = re.compile(r"[^\n]+(?:\n[^\n]+)*")
_OPENERS = re.compile(r"\]\(|\]:|<")
# The contents of a code block cost the parser almost nothing, so they are not counted. This pattern
# must end blocks exactly where the parser does.
_FENCED = re.compile(
    r"^(?:(?P<f>`{3,})(?=[^`\n]*$).*\n(?:.*\n)*?(?: {0,3}(?P=f)`*[ \t]*$|(?![\s\S]))"
    r"|(?P<w>~{3,}).*\n(?:.*\n)*?(?: {0,3}(?P=w)~*[ \t]*$|(?![\s\S])))",
    re.MULTILINE,
)
# Amounts of money are not formulas: "$5 and $6" has a space before the second sign, and "$5-$6" has
# a digit after it.
_INLINE = re.compile(
    rf"\$\$(?P<d>[^$]{{1,{LONGEST_FORMULA}}}?)\$\$"
    rf"|\$(?P<i>(?!\s)(?:\\.|[^$\\\n]){{1,{LONGEST_FORMULA}}}?)(?<!\s)\$(?!\d)"
    rf"|\\\[(?P<b>[\s\S]{{1,{LONGEST_FORMULA}}}?)\\\]"
    rf"|\\\((?P<p>[\s\S]{{1,{LONGEST_FORMULA}}}?)\\\)"
)
_BLOCK = re.compile(
    rf"(?:\$\$(?P<d>[^$`~]{{1,{LONGEST_FORMULA}}}?)\$\$"
    rf"|\\\[(?P<b>[^`~]{{1,{LONGEST_FORMULA}}}?)\\\])[ \t]*(?=\n|$)"
)


def is_renderable(text: str) -> bool:
    """Return whether `text` is within the limits. Text beyond them is shown without formatting."""
    if len(text) > MOST_CHARACTERS:
        return False
    parsed = without_code(text.replace("\r\n", "\n").replace("\r", "\n"))
    if len(_MARKS.findall(parsed)) > MOST_MARKS:
        return False
    paragraphs = (match[0] for match in _LINES.finditer(parsed))
    return (
        sum(len(_OPENERS.findall(paragraph)) * len(paragraph) for paragraph in paragraphs)
        <= MOST_LOOKING_AHEAD
    )


def without_code(text: str) -> str:
    """Return `text` without its fenced code blocks. The function stops at the first indented fence,
    because a list or quotation can end such a block early."""
    pieces, end = [], 0
    for match in _FENCED.finditer(text):
        between = text[end : match.start()]
        if "```" in between or "~~~" in between:
            break
        pieces.append(between)
        end = match.end()
    return "\n".join([*pieces, text[end:]])


# Cached, because every annotator who starts reads the same instructions.
@lru_cache(maxsize=128)
def render_markdown(text: str) -> str:
    """Return the text as safe HTML. The text is parsed without raw HTML, and the result is cleaned
    with an allow-list.

    Raises ValueError if the text exceeds the limits.
    """
    if not is_renderable(text):
        raise ValueError("This Markdown takes too long to parse; ask `is_renderable` first.")
    environment: Environment = {
        "mark": token_hex(16),
        "inserted": [],
        "until": thread_time() + SECONDS,
    }
    cleaned = nh3.clean(
        _parser.render(text, environment),
        tags=TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
        attribute_filter=_whole_address,
    )
    inserted: list[str] = environment["inserted"]
    mark = re.compile(rf"{environment['mark']}-(\d+);")
    return mark.sub(lambda match: inserted[int(match[1])], cleaned)


def _whole_address(_tag: str, _attribute: str, value: str) -> str | None:
    """Return the URL of a link if it has an allowed scheme. Otherwise, return None, because a URL
    without a scheme would lead to another site (//…) or to a page of this site."""
    return value if value.lower().startswith(ADDRESSES) else None


def _maths_within(state: StateInline, silent: bool) -> bool:
    match = _INLINE.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push(MATHS, "", 0)
        token.content, token.markup = next(filter(None, match.groups())), match[0]
        token.meta = {"display": match["d"] or match["b"]}
    state.pos = match.end()
    return True


def _maths_block(state: StateBlock, line: int, last: int, silent: bool) -> bool:
    """Parse a formula of several lines, and return whether there is a formula at `line`. Without
    this rule, Markdown could read a line as the start of a list or a heading. In a quotation, each
    line starts with the quotation sign, and is read as in a paragraph."""
    if state.parentType == "blockquote" or state.is_code_block(line):
        return False
    start = state.bMarks[line] + state.tShift[line]
    match = _BLOCK.match(state.src, start, state.eMarks[last - 1])
    if match is None or silent:
        return match is not None
    token = state.push(MATHS, "", 0)
    token.content, token.markup = match["d"] or match["b"], match[0]
    token.block, token.meta = True, {"display": True}
    state.line = line + match[0].count("\n") + 1
    token.map = [line, state.line]
    return True


def _mark_of(html: str, environment: Environment) -> str:
    environment["inserted"].append(html)
    return f"{environment['mark']}-{len(environment['inserted']) - 1};"


def _render_maths(
    _self: RendererHTML,
    tokens: Sequence[Token],
    n: int,
    _options: Any,
    env: Environment,
) -> str:
    token = tokens[n]
    html = None
    if len(env["inserted"]) < MOST_FORMULAS:
        html = maths_html(token.content, display=bool(token.meta["display"]))
    if html is None:
        html = f'<code class="tex">{escape(token.markup)}</code>'
    mark = _mark_of(html, env)
    return f"<p>{mark}</p>" if token.block else mark


def _render_code(
    _self: RendererHTML,
    tokens: Sequence[Token],
    n: int,
    _options: Any,
    env: Environment,
) -> str:
    language = (tokens[n].info.split() or [""])[0]
    return _mark_of(code_html(tokens[n].content, language, until=env["until"]), env)


_parser = (
    MarkdownIt("commonmark", {"html": False})
    .enable("table")
    .enable("strikethrough")
    .disable("image")
)
_parser.inline.ruler.before("escape", MATHS, _maths_within)
_parser.block.ruler.before(
    "fence", MATHS, _maths_block, {"alt": ["paragraph", "reference", "blockquote", "list"]}
)
_parser.add_render_rule(MATHS, _render_maths)
_parser.add_render_rule("fence", _render_code)
_parser.add_render_rule("code_block", _render_code)
