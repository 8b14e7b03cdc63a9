"""Marked passages of a text (marks): how they are parsed, checked and stored."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from surveys.kinds.question import AnswerError

MISSING = "[missing]"  # the quote of a mark about something that the text omits
KEYS = ("start", "end", "quote", "category", "severity")
_SHOWN = 60


@dataclass(frozen=True, order=True)
class Mark:
    """A marked passage from `start` up to, but not including, `end`, in code points. A mark for
    something missing is at the end of the text."""

    start: int
    end: int
    quote: str
    category: str = ""
    severity: str = ""


@dataclass(frozen=True)
class Allowed:
    """The allowed marks in `text`: the titles of categories and severities by key, and the maximum
    number of marks. `missing` says whether a mark can show that something is missing."""

    text: str
    categories: Mapping[str, str]
    severities: Mapping[str, str]
    missing: bool
    most: int


def stored(marks: Sequence[Mark]) -> str:
    """Return the marks in their stored form: JSON, in the order of the passages."""
    return json.dumps([asdict(mark) for mark in sorted(marks)], ensure_ascii=False)


def marks_of(value: object) -> list[Mark]:
    """Return the marks in a stored text. A blank text has no marks."""
    return [Mark(**record) for record in json.loads(str(value))] if value else []


def read_marks(raw: object, allowed: Allowed, *, by_quote: bool) -> list[Mark]:
    """Return the marks in `raw`: JSON, a list of records, or a text with one mark per line.

    With `by_quote`, a quote that occurs once in the text determines the passage, regardless of the
    offsets. Raises AnswerError.
    """
    records = _records(raw, allowed)
    if len(records) > allowed.most:
        message = _("Mark at most %(most)s passages.") % {"most": allowed.most}
        raise AnswerError("out_of_range", message)
    marks = [_mark(record, allowed, by_quote=by_quote) for record in records]
    if len(set(marks)) < len(marks):
        raise AnswerError("duplicate_key", _("The same passage is marked twice in the same way."))
    return sorted(marks)


def _records(raw: object, allowed: Allowed) -> Sequence[object]:
    if isinstance(raw, str):
        text = raw.strip()
        if not text.startswith("["):
            return [_from_line(line, allowed) for line in text.splitlines() if line.strip()]
        try:
            raw = json.loads(text)
        except (ValueError, RecursionError):
            raw = None
    if not isinstance(raw, (list, tuple)):
        raise _malformed()
    return raw


def _malformed() -> AnswerError:
    message = _("Send a list of objects with only the keys %(keys)s. “quote” must be text.")
    return AnswerError("invalid_json", message % {"keys": ", ".join(KEYS)})


def _from_line(line: str, allowed: Allowed) -> dict[str, object]:
    """Return the record for a line `severity | category | words`. The line can contain keys or
    titles. Raises AnswerError if a part is missing."""
    names = [
        name
        for name, choices in (("severity", allowed.severities), ("category", allowed.categories))
        if choices
    ]
    parts = [part.strip() for part in line.split("|", len(names))]
    if len(parts) <= len(names):
        raise AnswerError("missing_criterion", _("Write one passage per line, as shown above."))
    return dict(zip([*names, "quote"], parts, strict=True))


def _mark(record: object, allowed: Allowed, *, by_quote: bool) -> Mark:
    if not isinstance(record, Mapping) or record.keys() - KEYS:
        raise _malformed()
    start, end = _place(record, allowed, by_quote=by_quote)
    return Mark(
        start,
        end,
        allowed.text[start:end],
        _named(record.get("category"), allowed.categories),
        _named(record.get("severity"), allowed.severities),
    )


def _named(name: object, choices: Mapping[str, str]) -> str:
    """Return the key of the choice with the key or title `name`. Return "" if there are no choices
    and `name` is blank. Raises AnswerError for an unknown name."""
    if not choices and (name is None or name == ""):
        return ""
    wanted = str(name or "").strip().casefold()
    for key, title in choices.items():
        if wanted in {key.casefold(), title.casefold()}:
            return key
    message = _("%(value)s is not one of the answers %(answers)s.")
    details = {"value": f"“{_cut(str(name or ''))}”", "answers": ", ".join(choices) or "–"}
    raise AnswerError("unknown_key", message % details)


def _place(record: Mapping[str, object], allowed: Allowed, *, by_quote: bool) -> tuple[int, int]:
    """Return the start and end of the marked passage. Raises AnswerError if the passage is
    ambiguous or invalid."""
    text, quote = allowed.text, record.get("quote")
    start, end = record.get("start"), record.get("end")
    if quote is not None and not isinstance(quote, str):
        raise _malformed()
    is_missing = quote is not None and quote.strip().casefold() == MISSING
    if is_missing or (not quote and start == end == len(text) and type(start) is int):
        if not allowed.missing:
            raise AnswerError("out_of_range", _("Mark at least one word."))
        return len(text), len(text)
    places = _places(text, quote) if quote else []
    if quote and len(places) == 1 and (by_quote or start is None):
        return places[0], places[0] + len(quote)
    if type(start) is not int:
        raise _unclear(quote, len(places))
    end = start + len(quote) if quote and (by_quote or end is None) else end
    if type(end) is not int or not 0 <= start < end <= len(text):
        raise AnswerError("out_of_range", _("A mark is empty or goes beyond the text."))
    if quote and text[start:end] != quote:
        raise _unclear(quote, len(places))
    return start, end


def _places(text: str, quote: str) -> list[int]:
    places, start = [], text.find(quote)
    while start >= 0:
        places.append(start)
        start = text.find(quote, start + 1)
    return places


def _unclear(quote: str | None, count: int) -> AnswerError:
    if not quote:
        return AnswerError("missing_criterion", _("Mark at least one word."))
    if count > 1:
        message = _("“%(words)s” is in the text %(count)s times. Copy a longer passage.")
        details = {"words": _cut(quote), "count": count}
        return AnswerError("ambiguous_score", message % details)
    message = _("“%(words)s” is not in the text. Copy the words exactly.")
    return AnswerError("label_mismatch", message % {"words": _cut(quote)})


def _cut(words: str) -> str:
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"
