"""Conversion of other layouts (JSON, tables, and elements with attributes) to the lines of a reply
format. See docs/replies/formats.md, section 8.1.

A layout is converted to records. The scores of a record are found by the names next to and around
the scores, never by their position. Text that does not name a question is not changed.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol

from surveys.questions import Question
from surveys.replies.asked import same_name
from surveys.replies.base import ReplyError
from surveys.replies.jsontext import documents, is_placeholder, parse_object, truncated
from surveys.replies.labels import is_overall
from surveys.replies.normalise import plain
from surveys.replies.remarks import refuse_contradiction

IN_VALUE = ("answer", "score", "value", "rating", "option", "choice", "mark", "points")
_REASONS = frozenset({"reason", "reasons", "explanation", "justification", "rationale", "comment"})
_TOPS = ("max", "maximum", "out of", "top")
_NUMBERED = ("section", "number", "id", "no", "nr", "question", "key point", "")
_TABLE = re.compile(r"(?:^[ \t]*\|[^\n]*\|[ \t]*(?:\n{1,3}|\Z)){3,}", re.MULTILINE)
_RULE = re.compile(r":?-+:?")
# A list of records without brackets, for example `- section: 1` with `  score: 2` on the next line.
_RECORDS = re.compile(
    r"(?:^- (?:section|criterion|dimension|question|name|title|key[ _]point): [^\n]{1,200}\n{1,2}"
    r"(?:[ ]{2,8}\w{1,40}: [^\n]{1,2000}(?:\n{1,2}|\Z)){1,9}){1,200}",
    re.MULTILINE | re.IGNORECASE,
)
_MEMBER = re.compile(r"^(?:- | +)([\w ]{1,40}): (.*)$", re.MULTILINE)
_ATTRIBUTE = re.compile(r"([\w-]{1,40})\s{0,3}=\s{0,3}[\"']([^\"'<>\n]{0,200})[\"']")
_OPENED = (
    r"<([A-Za-z][\w-]{0,40})"
    r"((?:\s{1,3}[\w-]{1,40}\s{0,3}=\s{0,3}[\"'][^\"'<>\n]{0,200}[\"']){1,9})\s{0,3}"
)
_ELEMENT = re.compile(rf"{_OPENED}(?:/>|>([^<>]{{0,2000}})</\1\s{{0,3}}>)")
# An element that contains elements, for example `<assistant id="1"><score …/></assistant>`.
_NEST = re.compile(
    rf"{_OPENED}>((?:\s{{0,20}}<[^<>/][^<>]{{0,400}}(?:/>|(?<!/)>[^<>]{{0,300}}</[\w-]{{1,40}}>))"
    r"{1,40})\s{0,20}</\1\s{0,3}>"
)
_BARE = re.compile(r"\d[\d ./]{0,12}")
_PIECES_AT_MOST = 200
_LABEL_AND_SCORE = 2


class Finder(Protocol):
    """A finder of the question that several names refer to together."""

    def place(self, question: Question) -> str:
        """Return the question's name for use in error messages."""

    def knows(self, name: str) -> bool:
        """Return whether `name` is the name of a question, or part of such a name."""

    def find(self, names: Sequence[str], value: str) -> Question | None:
        """Return the question that `names` refer to together, or None. Raises ReplyError if the
        names refer to several questions."""


@dataclass(frozen=True)
class Item:
    """An answer in a record, or another number or text in the record. `around` are the names that
    surround the item."""

    name: str
    written: str
    question: Question | None = None
    is_text: bool = False
    around: Sequence[str] = ()


# A function that returns lines of the requested format with the same content
Writer = Callable[[Sequence[Item]], str]


@dataclass
class Laid:
    """A reply converted to the format's lines. It also has the texts of the documents that contain
    answers, and the first problem."""

    text: str
    texts: list[str] = field(default_factory=list)
    problem: ReplyError | None = None


def in_lines(text: str, finder: Finder, write: Writer, warnings: list[str]) -> Laid:
    """Return `text` with each document that answers questions replaced by lines from `write`."""
    laid, pieces, place = Laid(text), [""], 0
    for begin, end, value in _documents(text, laid, warnings):
        items = list(_Walk(finder, warnings).items(value, ()))
        is_broken = value is None and re.search(r"\d", text[:begin]) is None
        if not is_broken and not any(item.question for item in items):
            continue
        broken = [text[begin:end]] if is_broken else []
        laid.texts += [*broken, *(item.written for item in items if item.is_text)]
        pieces += [text[place:begin], "\n", write(items), "\n"]
        place = end
        if isinstance(value, tuple) and any(len(record) != _LABEL_AND_SCORE for record in value):
            warnings.append("other_layout")
    laid.text = "".join([*pieces, text[place:]])
    return laid


def _documents(text: str, laid: Laid, warnings: list[str]) -> Iterator[tuple[int, int, object]]:
    """Yield (begin, end, value) for each document. The value of a table is a tuple of records, and
    the value of invalid JSON is None."""
    pieces: list[tuple[int, int, Any]] = []
    for begin, end, source in documents(text, lists=True):
        if source is not None and is_placeholder(source):
            continue
        value, problem = _parsed(source, begin, text, warnings)
        laid.problem = laid.problem or problem
        pieces.append((begin, end, value))
    pieces += [(*hit.span(), tuple(_rows(hit[0]))) for hit in _TABLE.finditer(text)]
    pieces += [(*hit.span(), tuple(_records(hit[0]))) for hit in _RECORDS.finditer(text)]
    for pattern in (_NEST, _ELEMENT) if "=" in text else ():
        hits = islice(pattern.finditer(text), _PIECES_AT_MOST)
        pieces += [(*hit.span(), (_element(hit),)) for hit in hits]
    last = 0
    for begin, end, value in sorted(pieces, key=lambda each: each[:2]):
        if begin >= last:
            yield begin, end, value
            last = end


def _parsed(
    source: str | None, begin: int, text: str, warnings: list[str]
) -> tuple[object, ReplyError | None]:
    """Return the value of a JSON document, and the problem with it, if any. The value is None if
    the document cannot be parsed."""
    if source is None:
        return None, truncated(text)
    try:
        if source.startswith("{"):
            return parse_object(source, begin, warnings)
        value, problem = parse_object(f'{{"": {source}}}', begin, warnings)
    except ReplyError as error:
        if error.code == "duplicate_key":
            raise
        return None, error
    return value[""], problem


def _rows(table: str) -> list[dict[str, str]]:
    """Return a table's rows as records by column. Return an empty list if there is no separator
    line below the column names."""
    lines = [line.strip()[1:-1].split("|") for line in table.split("\n") if line.strip()]
    head, rule, *rows = [[cell.strip() for cell in line] for line in lines]
    if not all(_RULE.fullmatch(cell) for cell in rule):
        return []
    names = [plain(name) for name in head]
    last = len(names) - 1  # later cells belong to the last column
    return [
        dict(zip(names, map(plain, [*row[:last], " | ".join(row[last:])]), strict=False))
        for row in rows
        # Skip rows with more numbers than columns
        if not any(map(_BARE.fullmatch, row[len(names) :]))
    ]


def _records(text: str) -> list[dict[str, str]]:
    return [dict(_MEMBER.findall(record)) for record in re.split(r"\n(?=- )", text)]


def _element(hit: re.Match[str]) -> dict[str, object]:
    """Return an element as a record. For example, `<section id="1" score="2"/>` becomes
    `{"section": {"id": "1", "score": "2"}}`."""
    members = dict(_ATTRIBUTE.findall(hit[2]))
    if hit.re is _NEST:
        return {hit[1]: members | {"": [*map(_element, _ELEMENT.finditer(hit[3]))]}}
    content = (hit[3] or "").strip()
    if content:
        is_score = _BARE.fullmatch(content) and not any(same_name(n) in IN_VALUE for n in members)
        members["score" if is_score else "text"] = content
    return {hit[1]: members}


@dataclass
class _Walk:
    """A traversal of a document's records that yields their items."""

    finder: Finder
    warnings: list[str]

    def items(self, value: object, names: Sequence[str]) -> Iterator[Item]:
        if isinstance(value, (list, tuple)):
            for entry in value:
                yield from self.items(entry, names)
        elif isinstance(value, dict):
            yield from self._record(value, names)

    def _record(self, members: Mapping[str, object], names: Sequence[str]) -> Iterator[Item]:
        if any(isinstance(value, str) and self._is_extra(value) for value in members.values()):
            self.warnings.append("extra_text")
            return
        labels = {key: self._label(key, value, names) for key, value in members.items()}
        around = [*names, *(name for name in labels.values() if name)]
        top = next((value for key, value in members.items() if same_name(key) in _TOPS), None)
        values = [key for name in IN_VALUE for key in members if same_name(key) == name]
        items: list[Item] = []
        for key, value in members.items():
            if labels[key] or same_name(key) in _TOPS or self._is_extra(key):
                continue
            if isinstance(value, (dict, list)):
                items += self.items(value, [*around, key])
                continue
            written = _written(value)
            holds = key == next(iter(values), None)
            question = self._question(key, written, around, holds=holds)
            if question and top is not None:
                written += f"/{top}"
            is_text = question is None and isinstance(value, str) and not written.isdecimal()
            items.append(Item(key, written, question, is_text, around))
        scores = [item for item in items if item.question and not item.question.is_text]
        if len(scores) == 1 and scores[0].question:
            for item in items:
                _refuse_other_words(scores[0], item, self.finder.place(scores[0].question))
        yield from items

    def _is_extra(self, name: str) -> bool:
        """Return whether a record with this name contains an unrequested overall score."""
        finder = self.finder
        return is_overall(name) and not finder.knows(name) and not finder.find([name], "1")

    def _knows(self, name: str) -> bool:
        return bool(same_name(name)) and self.finder.knows(name)

    def _label(self, key: str, value: object, names: Sequence[str]) -> str:
        """Return the name that a member gives to its record, or "" if the member gives no name."""
        if isinstance(value, (dict, list, bool, float)) or value is None:
            return ""
        own = same_name(key)
        if own in IN_VALUE or own in _REASONS:
            return ""
        text = str(value)
        candidates = [f"{key} {text}", *(f"{name} {text}" for name in names[-1:])]
        candidates += [text] if not text.isdecimal() or own in _NUMBERED else []
        if self._knows(key):
            return ""
        return next((name for name in candidates if self._knows(name)), "")

    def _question(
        self, key: str, written: str, around: Sequence[str], *, holds: bool
    ) -> Question | None:
        """Return the question that the member `key` refers to, or None. If the member `holds` a
        value, the question can also follow from the surrounding names."""
        if holds and (question := self.finder.find(around, written)):
            return question
        is_reason = around and same_name(key) in _REASONS
        is_member = not is_reason and self._knows(key)
        return self.finder.find([*around, key], written) if is_member else None


def _written(value: object) -> str:
    return " ".join(plain(str(value)).split())


def _refuse_other_words(score: Item, beside: Item, where: str) -> None:
    """Raise ReplyError if a text next to a score quotes the words for a different number."""
    chosen = score.question is not None and score.question.chooses_output
    if beside.is_text and score.question and score.written.isdecimal() and not chosen:
        text = beside.written
        refuse_contradiction(score.question, int(score.written), text, written=text, where=where)


def as_named(items: Sequence[Item]) -> str:
    """Return the items as lines with their names, separated by blank lines."""
    return "\n\n".join(
        f"{item.question.label if item.question else item.name}: {item.written}" for item in items
    )
