"""`marks`: each score stands between two copies of its own mark, `α85α`, after the reasons."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from surveys.base import Key, Stimulus, Text
from surveys.errors import Problem
from surveys.kinds.base import Asking
from surveys.questions import Question, Value
from surveys.replies.asked import (
    keep_text,
    no_text_section,
    scored,
    scored_sections,
    text_question,
    top_of,
)
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.marks.greek import greek
from surveys.replies.nonreplies import absent, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.scores import read_score, scale_after

_PLACEHOLDER = re.compile(r"[<{\[](?!\s*\d)|\.\.\.|\bscore\b", re.IGNORECASE)
_BETWEEN = r"(?:[ \t]*(?:\bscore\b|\brating\b|\bis\b|\bof\b|[-:=|(>]|\[))*[ \t]*"
_ONE_SCORE = re.compile(
    r"[\s:=(\"'{]*[-+~]?\d[\d.,/%\s)\"'}-]*(?:(?:out of|to|or|of|points)[\d\s]*)?"
)
_IN_SENTENCE = 400


@dataclass(frozen=True)
class _Place:
    """Where a score stands, and what is written there."""

    begin: int
    end: int
    written: str


@dataclass(frozen=True)
class _Places:
    """Where one question's score stands: between its marks, and behind its name."""

    marked: Sequence[_Place]
    named: Sequence[_Place]

    @property
    def standing(self) -> Sequence[_Place]:
        """The places that decide."""
        return self.marked or self.named

    @property
    def warnings(self) -> list[str]:
        unmarked = [] if self.marked else ["marker_missing"]
        return [*unmarked, *(["duplicate_block"] if len(self.standing) > 1 else [])]


class Marks(ReplyFormat):
    format: Literal["marks"]
    marks: dict[Key, Text] = Field(description="The mark by criterion key.")
    reasons: Key = Field(
        description="The text section that takes what is written before the scores."
    )

    def problems(self, rubric: Asking) -> list[Problem]:
        wanted = {key for section in scored_sections(rubric) for key in section.criteria}
        strays = sorted(wanted ^ set(self.marks))
        remedy = f"Give one mark to each of {sorted(wanted)}."
        unknown = (
            [Problem(f"{strays} have no mark or are not scored.", "marks", remedy=remedy)]
            if strays
            else []
        )
        return [*unknown, *self._unclear(rubric), *no_text_section(rubric, "reasons", self.reasons)]

    def _unclear(self, rubric: Asking) -> list[Problem]:
        """Scores that no mark of their own can tell apart."""
        sections, problems = scored_sections(rubric), []
        if not sections or any(not section.criteria for section in sections):
            what = "marks go by criteria, and a scored section names none."
            remedy = "Give every scored section its `criteria`, or use another format."
            problems.append(Problem(what, "format", remedy=remedy))
        if rubric.outputs.per_page > 1 and any(section.per_output for section in sections):
            what = "marks cannot tell the scores of two outputs apart."
            problems.append(Problem(what, "format", remedy="Use `bracketed` or `section-lines`."))
        marks = list(self.marks.values())
        if any(
            mark in other
            for place, mark in enumerate(marks)
            for other in marks[:place] + marks[place + 1 :]
        ):
            what = "a mark stands inside another or is used twice."
            problems.append(Problem(what, "marks", remedy="Give each its own."))
        if any(char.isdecimal() for mark in marks for char in mark):
            what = "a mark holds a digit, as scores do."
            problems.append(Problem(what, "marks", remedy="Use letters or signs."))
        return problems

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        lines = [
            f"The {question.label} score is {mark}<{question.label.lower()} score>{mark}."
            for question in scored(rubric, stimulus)
            for mark in [self._mark(question)]
        ]
        return (
            "Give your reasons first. End with one sentence for each score, exactly like this:\n"
            + "\n".join(lines)
        )

    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        reasons = text_question(rubric, stimulus, self.reasons)
        lines = [
            f"The {question.label} score is {mark}{question.as_asked(values[question.key])}{mark}."
            for question in scored(rubric, stimulus)
            for mark in [self._mark(question)]
        ]
        first = [str(values[reasons.key])] if reasons and reasons.key in values else []
        return "\n".join([*first, *lines])

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """The mark decides; a sentence that names another criterion right before a mark is refused.

        A score without its mark is read where its criterion is named right before it, and must
        agree with a marked one.
        """
        warnings: list[str] = []
        reply = decoded(raw, warnings)
        text, questions = greek(plain(reply)), scored(rubric, stimulus)
        refuse_empty(text)
        self._refuse_wrong_labels(questions, text)
        places = {question.key: self._places(question, text) for question in questions}
        has_answers = any(place.standing for place in places.values())
        values: dict[str, Value] = {}
        for question in questions:
            if not places[question.key].standing:
                raise self._missing(question, text, reply, has_answers=has_answers)
            is_open = raw[-1:].isalnum()
            values[question.key] = _agreed(question, places[question.key], open_end=is_open)
            warnings += places[question.key].warnings
        self._refuse_cut(questions, text)
        begin = min(place.begin for each in places.values() for place in each.standing)
        reasons = text_question(rubric, stimulus, self.reasons)
        keep_text(values, reasons, _without_last_sentence(text[:begin], questions), warnings)
        if reasons is None or reasons.key not in values:
            warnings.append("missing_reasons")
        return Reading(values, tuple(dict.fromkeys(warnings)))

    def _places(self, question: Question, text: str) -> _Places:
        return _Places(self._marked(question, text), self._named(question, text))

    def _mark(self, question: Question) -> str:
        return self.marks[question.criterion or ""]

    def _refuse_wrong_labels(self, questions: list[Question], text: str) -> None:
        for label in questions:
            for other in questions:
                name, mark = re.escape(label.label), re.escape(self._mark(other))
                pattern = (
                    rf"\b{name}{_BETWEEN}{mark}[ \t]*[-+]?\d|"
                    rf"{mark}[^\n{mark}]{{1,20}}{mark}[ \t]*\([ \t]*{name}\b"
                )
                if other is not label and re.search(pattern, text, re.IGNORECASE):
                    what = f"The {label.label} score stands in the mark of {other.label}."
                    raise ReplyError("marker_mismatch", what, where=label.label)

    def _marked(self, question: Question, text: str) -> list[_Place]:
        """What stands between two copies of the mark: what looks like a score, or else whatever is
        no placeholder.
        """
        mark = re.escape(self._mark(question))
        inner = rf"(?:(?!{mark})[^\n]){{1,40}}"
        pairs = re.finditer(rf"{mark}(?=({inner}){mark})", text)
        hits = [hit for hit in pairs if not _PLACEHOLDER.search(hit[1])]
        like = [
            hit
            for hit in hits
            if _ONE_SCORE.fullmatch(hit[1]) or re.match(r"[-+~=:({\[]{0,2}\d", hit[1])
        ]
        worded = [hit for hit in hits if re.fullmatch(r"[ ]?\w[\w ./-]{0,20}", hit[1])]
        width = len(self._mark(question))
        places = []
        for hit in like or worded[:1]:
            end = hit.end(1) + width
            scale = scale_after(text, end)
            written = hit[1].rstrip() + scale if "/" not in hit[1] else hit[1]
            places.append(_Place(hit.start(), end + len(scale), written))
        return places

    def _named(self, question: Question, text: str) -> list[_Place]:
        """Scores after the criterion's name, `Accuracy: 85`, or after a single copy of its mark,
        `α85.`
        """
        mark, label = re.escape(self._mark(question)), re.escape(question.label)
        number = r"[-+]?\d[\d.,/%]{0,20}(?:[ ]?(?:-|out of|to|or|points)[ ]?[\d.,/%]{0,20}){0,3}"
        ends = rf"[ \t]*[^\w\s%/.,;-]?(?={mark}|[.,;)|]|[ \t]*(?:\n|\Z)|[ \t]*[-(])"
        lead_in = (
            rf"\b{label}(?:[ \t]*\(?{mark}\)?)?(?:[ \t_]*(?:score|rating))?"
            r"(?:[ \t]*[(\[]\d+ ?- ?\d+[)\]])?[\"']?"
            r"[ \t]*(?:\bis\b|of\b|[:=|]|-(?=[ \t]))"
            r"[ \t]*[^\w\s.<{-]?[ \t]*"
        )
        explicit = (
            rf"\b{label}[ \t]+(?:score|rating)[ \t]*(?:\bis\b|[:=|])"
            rf"[ \t]*(?!{mark}?[ \t]*[<{{\[(.])"
            rf"([^\s\d{mark}<{{][^\n.{mark}]{{0,60}})"
        )
        alone = (
            rf"(?<!\w){mark}[ \t]*[:=]?[ \t]*({number})[ \t]*(?=[.,;)]|\n|\Z)|"
            rf"(?:^|[ \t(])({number}){mark}(?=[\s.,;)]|\Z)"
        )
        hits = [*re.finditer(rf"{lead_in}(?:{mark})?[ \t]*({number}){ends}", text, re.IGNORECASE)]
        hits = hits or [*re.finditer(alone, text, re.IGNORECASE | re.MULTILINE)]
        hits = hits or [*re.finditer(explicit, text, re.IGNORECASE)]
        return [_place_of(hit) for hit in hits]

    def _refuse_cut(self, questions: list[Question], text: str) -> None:
        """Raise ReplyError where the reply ends inside a mark that was opened."""
        for question in questions:
            if self._ends_open(question, text):
                raise ReplyError(
                    "truncated",
                    f"The reply breaks off in the score for {question.label}.",
                    where=question.label,
                )

    def _ends_open(self, question: Question, text: str) -> bool:
        mark = self._mark(question)
        tail = text[-60:].rsplit("\n", 1)[-1]
        begin = tail.rfind(mark)
        if (
            begin < 0
            or not re.fullmatch(r"[ \t]*[-+]?[\d./%]*[ \t]*", tail[begin + len(mark) :])
            or tail.endswith(".")
        ):
            return False
        whole = any(place.end >= len(text.rstrip()) for place in self._marked(question, text))
        closes = re.search(rf"\d[ \t]*{re.escape(mark)}[ \t]*$", tail)
        return not whole and closes is None

    def _missing(
        self, question: Question, text: str, decoded_text: str, *, has_answers: bool
    ) -> ReplyError:
        label = re.escape(question.label)
        last = text.rsplit("\n", 1)[-1].strip().lower()
        cut: object = re.search(
            rf"\b{label}(?: score)?(?: is|[ \t]*[:=])?[ \t]*$", text[-200:], re.IGNORECASE
        )
        cut = cut or (
            len(last) > len("The ") and f"The {question.label} score is".lower().startswith(last)
        )
        code = "truncated" if cut or self._ends_open(question, text) else "missing_criterion"
        what = f"There is no score for {question.label}."
        return absent(
            decoded_text,
            code,
            what,
            where=question.label,
            has_answers=has_answers or code == "truncated",
        )


def _agreed(question: Question, places: _Places, *, open_end: bool) -> int:
    """The one score that all places give; a remark on another scale beside a marked one is passed
    over.
    """
    top, where = top_of(question), question.label
    scores: set[int] = set()
    for place in places.standing:
        last = open_end and not places.marked and place is places.named[-1]
        written = place.written.rstrip(" .,;")
        scores.add(read_score(question, written, top=top, where=where, open_end=last))
    for place in places.named if places.marked else ():
        try:
            scores.add(read_score(question, place.written.rstrip(" .,;"), top=top, where=where))
        except ReplyError:
            continue  # the mark decides
    if len(scores) > 1:
        what = f"Several scores are given: {sorted(scores)}."
        raise ReplyError("ambiguous_score", what, where=where)
    return scores.pop()


def _place_of(hit: re.Match[str]) -> _Place:
    """Where a score stands by its name, with a scale in brackets behind it."""
    group = next(number for number, part in enumerate(hit.groups(), 1) if part is not None)
    scale = scale_after(hit.string, hit.end(group))
    return _Place(hit.start(), max(hit.end(), hit.end(group) + len(scale)), hit[group] + scale)


def _without_last_sentence(before: str, questions: list[Question]) -> str:
    """`before` without the beginning of the sentence that gives the first score."""
    tail = before[-_IN_SENTENCE:]
    cut = max(tail.rfind("\n"), tail.rfind(". ")) + 1
    names = "|".join(re.escape(question.label) for question in questions)
    if not re.search(rf"\b(?:score|is|rating)\b|{names}|^[\W\d]*$", tail[cut:], re.IGNORECASE):
        return before
    return before[: len(before) - len(tail) + cut]
