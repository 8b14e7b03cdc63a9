"""Check of texts in `make lint`. It finds awkward phrases in messages, documentation, docstrings
and comments. Messages with sentences of more than 25 words are also reported."""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path

from annotation.messages import template

BARE = r"(?:^|[.:;]\s+)(?:[Ww]ho|Whoever|What)"
QUESTION = r"(?:is|are|does|did|do|would|will|can|should|if|happens)"
# Phrases to avoid, and what to write instead.
PATTERNS = {
    rf"{BARE} (?!{QUESTION}\b)[a-z’' ]{{3,40}} (?:is|are|has|have|may|gets|stays|goes)\b": (
        "Name the subject: “people who …”, “the responses that …”."
    ),
    r"\b[Ww]hoever\b": "Write “anyone who” or “people who”.",
    r"\b(?:of|by|at|to|from) (?:which|what|whom)\b": "Use a plain verb or a possessive.",
    r"\bso many\b(?! that)": "Give the number a noun.",
    r"\b(?:stands?|lies) (?:in|on|under|beside|there|here|above|below|at)\b": (
        "Write “is” or “appears”."
    ),
    r"\b[Mm]ind that\b": "Write “Check that …”.",
    r"\bstays? so\b": "Write “does not change”.",
    r"\banew\b": "Write “again”.",
    r"\b(?:no more of|any more)\b": "Write “no longer”.",
    r"\b(?:[Nn]obody|[Ss]omebody)\b": "Write “no one” or “someone”.",
    r"\b(?<!here )is no (?!longer\b|one\b)[a-z]+\b": "Write “is not a …”.",
    r"(?:\b(?:s|seconds|minutes|\$[\d.]+)|%\)s|\d) an? (?:HIT|hour|day)\b": "Write “per HIT”.",
    r"\b(?:You|They|It) may (?:try|find|see|go on|come back)\b": "Write “can” for an ability.",
    r"\b[Mm]ake (?:the|a|an) (?:link|invitation|batch|project|token|account|draft|study)\b": (
        "Write “create”."
    ),
    r"\b(?:take|taken|takes) back\b": "Write “undo”, “revoke”, “cancel” or “withdraw”.",
    r"\b(?:[Kk]ept? out|[Ll]et in)\b": "Write “block” or “allow”.",
}
MOST_WORDS = 25
# Files that quote other people or cannot change, with the reason.
EXCEPTIONS = {
    "docs/replies": "list words of judges",
    "docs/library/": "repeats texts of the rubrics, which have a hash",
    "surveys/replies/": "reads words of judges",
    "demo/": "simulates words of people and judges",
}
CODE = re.compile(r"`[^`]*`|(?<=\])\([^)]*\)|<[^>]*>")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
LEFT_OUT = frozenset({"migrations", "tests", "tests.py", "vendor", "operations"})


def phrases(text: str, patterns: Mapping[str, str] = PATTERNS) -> Iterator[str]:
    """Yield the matching phrase with a remedy for each match of a pattern in `text`."""
    plain = CODE.sub("x", text)
    for pattern, remedy in patterns.items():
        for match in re.finditer(pattern, plain):
            yield f"“{match[0].strip()}”. {remedy}"


def long_sentences(text: str) -> Iterator[str]:
    """Yield a remedy for each sentence of `text` with more than `MOST_WORDS` words."""
    for sentence in re.split(r"(?<=[.!?:])\s+", CODE.sub("x", text)):
        if (words := len(sentence.split())) > MOST_WORDS:
            yield f"“{sentence[:40]}…” has {words} words. Use two sentences."


def python_prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each docstring and each block of comments."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
            yield node.body[0].lineno, " ".join(text.split())
    if "#" not in source:
        return
    block: list[str] = []
    line = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line = line or token.start[0]
            block.append(token.string.lstrip("#: "))
        elif token.type not in (tokenize.NL, tokenize.NEWLINE) and block:
            yield line, " ".join(block)
            block, line = [], 0


def markdown_prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each paragraph, list item and table row, without code blocks."""
    fenced, line, block = False, 0, list[str]()
    for number, text in enumerate([*source.splitlines(), ""], start=1):
        fenced ^= text.lstrip().startswith("```")
        begins = not text.strip() or re.match(r"\s*(?:[-*] |\d+\. |\||#)", text) is not None
        if block and (begins or fenced):
            yield line, " ".join(block)
            block = []
        if text.strip() and not fenced and not (text.startswith("    ") and not block):
            line = line if block else number
            block.append(text.strip())


def prose(root: Path) -> Iterator[tuple[str, int, str]]:
    """Yield the path, line and text of everything to check below `root`, except messages."""
    tops = [
        top for top in root.iterdir() if top.name[0] != "." and top.name not in {"build", "var"}
    ]
    inside = (path for top in tops for path in (top.rglob("*") if top.is_dir() else [top]))
    for path in sorted(path for path in inside if path.suffix in {".py", ".md"}):
        name = path.relative_to(root).as_posix()
        if LEFT_OUT.isdisjoint(name.split("/")) and not name.startswith(tuple(EXCEPTIONS)):
            read = python_prose if path.suffix == ".py" else markdown_prose
            for line, text in read(path.read_text(encoding="utf-8")):
                yield name, line, text


def problems(root: Path) -> Iterator[str]:
    """Yield a line for each problem in the prose below `root`."""
    for name, line, text in prose(root):
        for problem in phrases(text):
            yield f"{name}:{line}: {problem}"


def message_problems() -> Iterator[str]:
    """Yield a line for each problem in the messages of the translation catalogue."""
    for message in template():
        texts = [message.id] if isinstance(message.id, str) else message.id
        for problem in (each for text in texts for check in CHECKS for each in check(text)):
            yield f"{message.locations[0][0]}: {problem}"


CHECKS = (phrases, long_sentences)

if __name__ == "__main__":
    lines = [*problems(Path.cwd()), *message_problems()]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.exit(f"{len(lines)} phrases to rewrite. CONTRIBUTING.md says how." if lines else 0)
