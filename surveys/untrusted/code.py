"""Syntax highlighting of untrusted code, with an HTML element for each line and token. The elements
have no attributes except classes."""

from collections.abc import Iterator
from html import escape
from time import thread_time

MOST_CHARACTERS = 20_000
LONGEST_LINE = 1_000
SECONDS = 0.1  # seconds of processor time for all code in a text; the rest is shown without colours

# Lexers by the names that a block of code can give. With any other name, the code has no colours.
LANGUAGES = {
    "bash": "bash", "c": "c", "c#": "csharp", "c++": "cpp", "cpp": "cpp", "cs": "csharp",
    "csharp": "csharp", "css": "css", "diff": "diff", "dockerfile": "docker", "go": "go",
    "html": "html", "java": "java", "javascript": "js", "js": "js", "json": "json", "jsx": "js",
    "kotlin": "kotlin", "lua": "lua", "makefile": "make", "php": "php", "py": "python",
    "python": "python", "python3": "python", "r": "r", "ruby": "ruby", "rust": "rust",
    "scala": "scala", "sh": "bash", "shell": "bash", "sql": "sql", "svg": "xml", "swift": "swift",
    "toml": "toml", "ts": "ts", "typescript": "ts", "xml": "xml", "yaml": "yaml", "yml": "yaml",
}  # fmt: skip
# CSS classes by the first letters of a token's short name. The style sheet has a colour for each
# class.
_CLASSES = {"k": "k", "s": "s", "m": "m", "c": "c", "nf": "f", "nc": "f", "nt": "k", "na": "f"}
_CLASSES |= {"gi": "s", "gd": "d", "gh": "c", "gu": "c", "nd": "f", "nb": "f", "err": ""}


def code_html(code: str, language: str, *, until: float | None = None) -> str:
    """Return `code` as an HTML block with line numbers. The code is highlighted if its language is
    known and its length is within the limits. Highlighting stops when the thread's processor time
    reaches `until`."""
    until = thread_time() + SECONDS if until is None else until
    lines: list[list[str]] = [[]]
    for kind, text in _tokens(code, language, until):
        for number, piece in enumerate(text.split("\n")):
            if number:
                lines.append([])
            if piece:
                lines[-1].append(
                    f'<b class="{kind}">{escape(piece)}</b>' if kind else escape(piece)
                )
    if not lines[-1]:
        lines.pop()
    inside = "\n".join(f"<span>{''.join(line)}</span>" for line in lines)
    return f'<pre class="program" dir="ltr" translate="no"><code>{inside}</code></pre>'


def _tokens(code: str, language: str, until: float) -> Iterator[tuple[str, str]]:
    """Yield the pieces of the code with their CSS classes. Together, the pieces are the whole
    code."""
    name = LANGUAGES.get(language.lower())
    longest = max(map(len, code.split("\n")))
    if name is None or len(code) > MOST_CHARACTERS or longest > LONGEST_LINE:
        yield "", code
        return
    from pygments.lexers import get_lexer_by_name

    done = 0
    for place, kind, text in get_lexer_by_name(name).get_tokens_unprocessed(code):
        if thread_time() > until:
            break
        yield _class_of(kind), text
        done = place + len(text)
    yield "", code[done:]


def _class_of(kind: object) -> str:
    from pygments.token import STANDARD_TYPES

    short = STANDARD_TYPES.get(kind, "")
    return next((_CLASSES[short[:n]] for n in (3, 2, 1) if short[:n] in _CLASSES), "")
