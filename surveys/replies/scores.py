"""Parsing of one score, for example `4`, `4.0`, `4/5`, `4 out of 5` or `option 4`. A score is never
guessed, or changed to fit the scale."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from surveys.questions import AnswerError, Question, Value
from surveys.replies.asked import same_name, top_of
from surveys.replies.base import ReplyError
from surveys.replies.normalise import PICTURES
from surveys.replies.remarks import int_or_none, refuse_rest

_LEAD = re.compile(
    r"^(?:(?:the|my|final|answer|option|score|rating|choice|level|value|is)\b[ \t]*|"
    rf"(?:[:=#(\[{{\"'|{PICTURES}]|<(?=[^<>\n]{{1,40}}>)|->|=>|→)[ \t]*){{0,9}}",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[-+]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?")
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SPELLED = re.compile(rf"({'|'.join(_WORDS)})\s*[(\[]\s*(?=(\d+)\s*[)\]])", re.IGNORECASE)
_ALSO_SPELLED = re.compile(rf"\s*[(\[]\s*({'|'.join(_WORDS)})\s*[)\]]", re.IGNORECASE)

_TOPS = {word: number for number, word in enumerate(_WORDS)} | {
    "hundred": 100,
    "a hundred": 100,
    "one hundred": 100,
}
_TOP = (
    rf"(?P<top>\d+(?:\.\d+)?(?![0-9A-Za-z])|(?:{'|'.join(sorted(_TOPS, key=len, reverse=True))})\b)"
)
_OUT_OF = re.compile(
    rf"\s*[(\[]?\s*(?:/|⁄|\b(?:out of|von|of|sur|de|из|max(?:imum)?)\b|满分)[.:]?"
    rf"\s*(?:a |the )?(?:possible |maximum )?(?:of )?{_TOP}\s?[)\]]?",
    re.IGNORECASE,
)
_ON_SCALE = re.compile(
    r"\s*[,;(\[]?\s*(?=(?:on\b|in\b|scale\b|\d+\s*-))(?:(?:on|in) )?"
    r"(?:(?:a|the) )?(?:scale:? ?)?(?:(?:of|from) )?"
    rf"(?:\d+\s*(?:-|\bto\b)\s*)?{_TOP}(?:[ -]?points?)?(?: scale)?\s?[)\]]?",
    re.IGNORECASE,
)
_SCALE_OF = (
    r"(?:(?:on|using|in|auf|en|sur) )?(?:(?:a|the|einer|der|una|la|une) )?"
    r"(?:scale|skala|escala|échelle)(?: (?:of|from|von|de|del))?:? ?"
)
_ENDS = r"\d{1,9} ?(?:-|to|bis|a|à) ?\d{1,9}(?![\d.])"
# A scale before its score, for example `on a scale of 1 to 5: 4` or `(1-5): 4`.
_TOLD = rf"[ \t,]*(?:[(\[](?:{_SCALE_OF})?{_ENDS}[)\]]|{_SCALE_OF}{_ENDS})"
_RESTATED = rf"{_TOLD}\s*(?:[:,=|]|->|-\s)?\s*"
SCALE_TOLD = re.compile(_TOLD, re.IGNORECASE)
_RESTATED_FIRST = re.compile(rf"{_RESTATED}(?=\S)", re.IGNORECASE)
_RESTATED_LAST = re.compile(rf"{_RESTATED}$", re.IGNORECASE)
_OUT_OF_WHAT = re.compile(r"\s*(?:/|⁄|\bout(?: of)?)\s*$", re.IGNORECASE)
_PERCENT = re.compile(r"\s*(?:%|per ?cent\b)", re.IGNORECASE)
_UNIT = re.compile(
    r"\s*(?:(?:points?|pts?|stars?|punkte?|puntos?)\b|(?:[分点點점])(?!\w))", re.IGNORECASE
)
_RANGE = re.compile(
    r"\s*(?:-|~|\.{2,3}|±|[至到]|\b(?:to|or|through|bis|oder|à|ou)\b)\s*"
    r"(?:maybe |perhaps |even )?\d",
    re.IGNORECASE,
)
_PARTIAL = re.compile(r",\d{1,2}(?!\d)|\+(?!\d)|-(?=\s*$)")
_GLUED = re.compile(r"\w|\.\d|[ ]?/[ ]?\d|[%^°′'][\w]|[%^]")
_LINE = 300
_DIGITS_ALONE = re.compile(r"[ \t]*(\d{1,9})[ \t]*")
_LONGEST = 9


@dataclass
class Scores:
    """The scores that have been read, by question key."""

    warnings: list[str]
    values: dict[str, Value] = field(default_factory=dict)

    def note(self, question: Question, written: str, *, where: str) -> None:
        """Store the score that `written` starts with. Raises ReplyError if a different score is
        already stored."""
        value = read_score(question, written, where=where, warnings=self.warnings)
        if question.key in self.values:
            self.warnings.append("duplicate_block")
        if self.values.setdefault(question.key, value) != value:
            what = f"“{written.strip()[:60]}” differs from the {self.values[question.key]} before."
            raise ReplyError("ambiguous_score", what, where=where)


def read_score(
    question: Question,
    written: str,
    *,
    where: str,
    open_end: bool = False,
    warnings: list[str] | None = None,
) -> float:
    """Return the score at the start of `written`. Raises ReplyError with the code of the problem.
    If a scale precedes the score, a warning is added to `warnings`.

    `open_end` means that the reply ends directly after the score. If the number could then be the
    start of a longer allowed number ("8" of "85"), the reply is refused as truncated.
    """
    if not open_end and (alone := _DIGITS_ALONE.fullmatch(written)):
        return _parsed(question, alone[1], where)
    if (worded := _option_worded(question, written)) is not None:
        return _parsed(question, str(worded), where)
    written = _without_restated(question, written.strip(), where, warnings)
    text = _without_spelled(_LEAD.sub("", written, count=1), where)
    number = _NUMBER.match(text)
    if number is None:
        code = "ambiguous_score" if text.startswith("~~") else "not_a_number"
        what = f"“{written.strip()[:40]}” does not begin with a number."
        raise ReplyError(code, what, where=where)
    if "," in number[0] and (question.decimals > 2 or number[0].lstrip("+-")[0] == "0"):
        what = f"The comma of “{number[0]}” may be a decimal comma or part thousands."
        raise ReplyError("ambiguous_score", what, where=where)
    line = text.split("\n", maxsplit=1)[0]
    behind = question.without_unit(line[number.end() :])
    rest = _without_scale(question, behind, number[0], where)
    _refuse_more(rest, text, int_or_none(number[0]), where)
    value = _parsed(question, number[0].replace(",", ""), where)
    whole_score = int(number[0].replace(",", "").split(".")[0])
    refuse_rest(question, whole_score, rest, written=text, where=where)
    if open_end and number.end() == len(text) and _may_be_cut(question, number[0], value):
        what = f"The reply ends at “{value}”, which may be cut."
        raise ReplyError("truncated", what, where=where)
    return value


def _without_restated(
    question: Question, written: str, where: str, warnings: list[str] | None
) -> str:
    """Return `written` without a scale at its start. Raises ReplyError if this scale is wrong."""
    scale = _RESTATED_FIRST.match(written)
    if scale is None:
        return written
    refuse_other_scale(question, scale[0], where=where)
    if warnings is not None and scale[0].lstrip(" ,")[:1] not in "([":
        warnings.append("other_layout")
    return written[scale.end() :]


def refuse_other_scale(question: Question, before: str, *, where: str) -> None:
    """Raise ReplyError if `before`, the text before a score, ends with a different scale."""
    scale = _RESTATED_LAST.search(before[-_LINE:])
    if scale and int(re.findall(r"\d+", scale[0])[-1]) != top_of(question):
        what = f"“{before.strip()[-40:]}” is another scale; the top is {top_of(question)}."
        raise ReplyError("scale_mismatch", what, where=where)


def _without_spelled(text: str, where: str) -> str:
    """Return `text` with `four (4)` replaced by `4)`. Raises ReplyError (ambiguous_score) if the
    word and the number differ."""
    spelled = _SPELLED.match(text)
    if spelled is None:
        return text
    if _WORDS.index(spelled[1].lower()) != int(spelled[2]):
        raise ReplyError("ambiguous_score", f"“{text[:40]}” gives two numbers.", where=where)
    return text[spelled.end() :]


def _option_worded(question: Question, written: str) -> int | None:
    """Return the option whose complete text is `written` ("No difference"), or None."""
    if not written.lstrip()[:1].isalpha():
        return None
    name = same_name(written)
    values = [value for value, text in question.worded().items() if same_name(text) == name]
    return values[0] if len(values) == 1 else None


def begins_with_score(text: str) -> bool:
    """Return whether `text` starts with a score, possibly after words such as "the answer is"."""
    behind = _LEAD.sub("", _RESTATED_FIRST.sub("", text.strip(), count=1), count=1)
    return bool(_NUMBER.match(behind) or _SPELLED.match(behind))


def _may_be_cut(question: Question, written: str, value: float) -> bool:
    """Return whether the number could be truncated, because an answer with more digits would also
    be allowed."""
    if question.decimals:
        return len(written.partition(".")[2]) < question.decimals
    return could_go_on(question, int(value))


def could_go_on(question: Question, value: int) -> bool:
    """Return whether a different allowed value starts with the digits of `value`."""
    allowed = question.values()
    return value != 0 and any(_meets(value, 10**digits, allowed) for digits in range(1, _LONGEST))


def _meets(value: int, width: int, allowed: Sequence[int]) -> bool:
    """Return whether `allowed` has a number that consists of the digits of `value` and further
    digits. `width` is the number of such numbers."""
    further = (width - 1) * (1 if value > 0 else -1)
    first, last = sorted((value * width, value * width + further))
    place = bisect_left(allowed, first)
    return place < len(allowed) and allowed[place] <= last


def _without_scale(question: Question, rest: str, number: str, where: str) -> str:
    """Return the text after the number, its unit and its scale. Raises ReplyError if this scale is
    not the question's scale."""
    top = top_of(question)
    if _OUT_OF_WHAT.match(rest):
        raise ReplyError("truncated", f"The reply breaks off after “{number}{rest}”.", where=where)
    if (percent := _PERCENT.match(rest)) and top != 100:
        what = f"“{number}%” is on another scale; the top is {top}."
        raise ReplyError("scale_mismatch", what, where=where)
    place = _end_of_unit(rest, percent.end() if percent else 0)
    if out_of := _scale_in(rest[place : place + _LINE]):
        if float(_TOPS.get(out_of["top"].lower(), out_of["top"])) != top:
            what = f"“{number}{out_of[0]}” is not out of {top}."
            raise ReplyError("scale_mismatch", what, where=where)
        end = _end_of_unit(rest, place + out_of.end())
    else:
        end = place
    names_ends = out_of is not None and out_of.re is _ON_SCALE and place == 0
    if end and not question.takes_amounts and not names_ends:
        what = f"“{number}{rest[:end]}” is an amount, and this scale's numbers are none."
        raise ReplyError("scale_mismatch", what, where=where)
    return rest[end:]


def _end_of_unit(rest: str, place: int) -> int:
    unit = _UNIT.match(rest, place)
    return unit.end() if unit else place


def _scale_in(rest: str) -> re.Match[str] | None:
    return _OUT_OF.match(rest) or _ON_SCALE.match(rest)


def scale_after(text: str, place: int) -> str:
    """Return the scale that directly follows a mark or a tag, for example `/10` or ` (out of ten)`.
    Return "" if there is no scale."""
    rest = text[place : place + _LINE].split("\n", maxsplit=1)[0]
    hit = _PERCENT.match(rest) or _scale_in(rest)
    return hit[0] if hit else ""


def _refuse_more(rest: str, text: str, value: int | None, where: str) -> None:
    """Raise ReplyError if a second number, or more of the first number, follows the score."""
    if _RANGE.match(rest) or _PARTIAL.match(rest):
        raise ReplyError("not_integer", f"“{text[:40]}” is not one whole number.", where=where)
    also = _ALSO_SPELLED.match(rest)
    differs = also is not None and _WORDS.index(also[1].lower()) != value
    if differs or rest.startswith("~~"):
        what = f"“{text[:40]}” gives more than one number."
        raise ReplyError("ambiguous_score", what, where=where)
    if _GLUED.match(rest):
        raise ReplyError("not_a_number", f"“{text[:40]}” is not a number.", where=where)


def _parsed(question: Question, number: str, where: str) -> float:
    if len(number.lstrip("+-").split(".")[0]) > _LONGEST:
        raise ReplyError("out_of_range", f"{number[:20]}… is not on the scale.", where=where)
    try:
        value = question.parse(number)
    except AnswerError as error:
        raise ReplyError(error.code, str(error), where=where) from None
    if value is None or isinstance(value, str):
        raise ReplyError("not_a_number", f"“{number[:40]}” is not a number.", where=where)
    return value
