"""The policy for text after a score on the same line. The reply is refused if this text makes the
score uncertain.

Sections 3 and 4 of docs/replies/remarks.md list the accepted remarks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from surveys.questions import Question
from surveys.replies.asked import same_name, top_of
from surveys.replies.base import ReplyError
from surveys.replies.sentences import Stems, answer_words, refuse_doubtful_remark
from surveys.replies.vocabulary import (
    COUNTS,
    COUNTS_ONE,
    COUNTS_PART,
    NAMES,
    REASON,
    SPELLED,
    SPELLED_ALONE,
    TURN,
    WEAK_TURN,
)

_OPENER = re.compile(rf"\s*(?:$|[)\]}}\"'>|]|[(\[]|[,;:.!]|-\s|-$|{REASON})", re.IGNORECASE)
_CHOSEN = re.compile(
    r"\s+(?:is(?: (?:\w+ly|the|much|far)){0,2}(?: one)? "
    r"(?:better|best|preferred|preferable|superior|stronger)\b|wins\b)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![^\W\d])\d+(?:[.,]\d+)*")
_NOT_PLAIN = re.compile(r"\s*[%/⁄^°]|\s*-\s*\d|(?!st\b|nd\b|rd\b|th\b)[^\W\d_]")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_SCALED = re.compile(r"\s*(?:[/⁄]|\b(?:out of|of|von|de|sur)\b)\s*(\d{1,9})(?![\d.,]*\d)")
_FOOTNOTE = re.compile(r"\s*\[\d{1,2}\]")
_SHARE = re.compile(r"\s*(?:=\s*(\d{1,3})\s*%|\(\s*(\d{1,3})\s*%\s*\))")
_CLAUSE_END = re.compile(r"[.;()\[\]\n]|\s-\s")
_BEFORE_SIGN = re.compile(r"[/⁄×*+=<>~≈]\s*$|\d\s*-\s*$")
_COMPARED = re.compile(r"[/⁄×*+<>~≈]\s*$")
_LETTER = re.compile(r"[^\W\d_]")
_USUAL_TOPS = frozenset({10, 100})
_LARGE = 1000
_WORDS_TO_QUOTE = 3
_NAME_BEFORE = 30
_SHOWN = 60
_LONGEST = 9  # maximum digits of a number to read


@dataclass(frozen=True)
class Meant:
    """The numbers that a text can mention without giving a different score: the `score` that was
    read (or None), and the highest value of the scale, `top`."""

    score: int | None
    top: int


def refuse_rest(question: Question, value: int, rest: str, *, written: str, where: str) -> None:
    """Raise ReplyError if `rest`, the text after a number, makes the number uncertain."""
    rest = _without_share(question, value, rest, written, where)
    if _OPENER.match(rest) is None and not (question.chooses_output and _CHOSEN.match(rest)):
        raise _ambiguous(written, where, "may be no score")
    refuse_remark(question, value, rest, frozenset(), written=written, where=where)


def refuse_remark(
    question: Question, value: int, remark: str, words_shown: Stems, *, written: str, where: str
) -> None:
    """Raise ReplyError if `remark` has a different number, another answer's words, or doubt."""
    refuse_contradiction(question, value, remark, written=written, where=where)
    _refuse_numbers(question, value, remark, written, where)
    words = words_shown | answer_words(question)
    refuse_doubtful_remark(remark, words, own_words(question, value), where=where)


def own_words(question: Question, value: int) -> list[str]:
    """Return the question's title and the text of the answer `value`."""
    return [question.label, question.described().get(value, "")]


def _refuse_numbers(question: Question, value: int, remark: str, written: str, where: str) -> None:
    remark = _without_own_words(question, value, remark)
    footnote = _FOOTNOTE.match(remark)
    remark = remark[footnote.end() :] if footnote else remark
    expected = Meant(value, top_of(question))
    turned = TURN.search(remark) or WEAK_TURN.search(remark)
    for number in busy_numbers(remark, expected, counting=not turned):
        if turned or not _is_large(question, number):
            raise _ambiguous(written, where, "gives more than one number")


def busy_numbers(text: str, expected: Meant, *, counting: bool = True) -> Iterator[re.Match[str]]:
    """Yield each number in `text` that could be a different score. Numbers that repeat the expected
    score or belong to a name are skipped. If `counting` is true, numbers that count things (“2
    errors”) are also skipped."""
    place = 0
    while number := _NUMBER.search(text, place):
        place = number.end()
        part, scaled = COUNTS_PART.match(text, place), _SCALED.match(text, place)
        pair = (int_or_none(number[0]), int_or_none(scaled[1]) if scaled else None)
        if scaled and pair == (expected.score, expected.top):
            place = scaled.end()
        elif part and counting and _is_part(part, expected.top):
            place = part.end("of")
        elif not _is_idle(text, number, expected, counting=counting):
            yield number
    for word in SPELLED_ALONE.finditer(text):
        if SPELLED[word[1].lower()] != expected.score:
            yield word


def _without_own_words(question: Question, value: int, remark: str) -> str:
    """Return `remark` with "…" in place of the answer's text if the question chooses an output, for
    example in `2 (Picture 1 is slightly better)`."""
    if not question.chooses_output:
        return remark
    for words in (question.described().get(value, ""), question.output_names().get(value, "")):
        if words:
            remark = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", "…", remark, flags=re.IGNORECASE)
    return remark


def refuse_contradiction(
    question: Question, value: int, remark: str, *, written: str, where: str
) -> None:
    """Raise ReplyError (label_mismatch) if `remark` quotes the rubric's text for a different
    number."""
    described = {number: same_name(text) for number, text in question.described().items()}
    if not described or not re.search(r"\w", remark):
        return
    own = described.pop(value, "")
    whole = same_name(remark)
    first = same_name(_CLAUSE_END.split(remark.strip(" ,:;.-([\"'"), maxsplit=1)[0])
    for text in described.values():
        if text and _quotes(text, own, first, whole):
            what = f"“{written[:_SHOWN]}” gives {value} with the words of another answer."
            raise ReplyError("label_mismatch", what, where=where)


def _quotes(text: str, own: str, first: str, whole: str) -> bool:
    """Return whether a remark (`whole`, with first clause `first`) quotes `text` and not `own`."""
    if text == own:
        return False
    if text in {first, whole} or (f"{whole} ".startswith(f"{text} ") and not own.startswith(text)):
        return True
    count = len(first.split())
    if count >= _WORDS_TO_QUOTE and text.startswith(f"{first} ") and not own.startswith(first):
        return True
    if len(text.split()) < _WORDS_TO_QUOTE or f" {text} " in f" {own} ":
        return False
    return f" {text} " in f" {whole} "


def _is_part(part: re.Match[str], top: int) -> bool:
    """Return whether an expression such as `2 of 3` counts things and is not a score."""
    return part["named"] is not None or int(part["of"]) not in {top, *_USUAL_TOPS}


def _is_idle(text: str, number: re.Match[str], expected: Meant, *, counting: bool) -> bool:
    before = text[max(0, number.start() - _NAME_BEFORE) : number.start()]
    behind = number.end()
    if NAMES.search(before) or _ORDINAL.match(text, behind):
        return True
    if _NOT_PLAIN.match(text, behind) or _COMPARED.search(before):
        return False
    if int_or_none(number[0]) == expected.score is not None:
        return True
    if _BEFORE_SIGN.search(before):
        return False
    pattern = COUNTS_ONE if number[0] == "1" else COUNTS
    return counting and pattern.match(text, behind) is not None


def _is_large(question: Question, number: re.Match[str]) -> bool:
    """Return whether the number is probably a year, a price or the like, because it has at least
    four digits and is not on the scale."""
    values, whole = question.values(), int_or_none(number[0])
    if whole is None or whole < _LARGE or not values:
        return False
    is_first = not _LETTER.search(number.string, 0, number.start())
    if is_first or _NOT_PLAIN.match(number.string, number.end()):
        return False
    before = number.string[max(0, number.start() - 3) : number.start()]
    return not values[0] <= whole <= values[-1] and not _BEFORE_SIGN.search(before)


def int_or_none(number: str) -> int | None:
    return int(number) if number.isdecimal() and len(number) <= _LONGEST else None


def _without_share(question: Question, value: int, rest: str, written: str, where: str) -> str:
    """Return `rest` without a percentage that equals the score. For example, 80% equals the score
    in `4 (80%)` if the highest score is 5. Raises ReplyError for any other percentage."""
    share = _SHARE.match(rest)
    if share is None:
        return rest
    top = top_of(question)
    is_amount = question.takes_amounts and top > 0
    if not is_amount or round(100 * value / top) != int(share[1] or share[2]):
        raise _ambiguous(written, where, "gives another share than its number")
    return rest[share.end() :]


def _ambiguous(written: str, where: str, what: str) -> ReplyError:
    return ReplyError("ambiguous_score", f"“{written.strip()[:_SHOWN]}” {what}.", where=where)
