"""`marks`: each score stands between two copies of its own mark, `α85α`, after the reasons."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Literal, Self

from pydantic import Field

from core.errors import Problem
from surveys.base import Key, Stimulus, Text
from surveys.kinds.base import Asking
from surveys.questions import Question, Value
from surveys.replies.after import refuse_spoken_of, spans_hidden
from surveys.replies.anchors import shown_words
from surveys.replies.asked import (
    answered_keys,
    keep_text,
    no_text_section,
    scored,
    scored_sections,
    text_question,
)
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.labels import Titles
from surveys.replies.layouts import as_named, in_lines
from surveys.replies.marks.greek import greek
from surveys.replies.nonreplies import absent, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.places import Place, Places, refuse_taken_back
from surveys.replies.provisional import refuse_provisional, without_provisional
from surveys.replies.scores import SCALE_TOLD, scale_after
from surveys.replies.vocabulary import TELLS_SCALE

_PLACEHOLDER = re.compile(r"[<{\[](?!\s*\d)|\.\.\.|…|\bscore\b", re.IGNORECASE)
_BETWEEN = r"(?:[ \t]*(?:\bscore\b|\brating\b|\bis\b|\bof\b|[-:=|(>]|\[))*[ \t]*"
_ONE_SCORE = re.compile(
    r"[\s:=(\"'{]*[-+~]?\d[\d.,/%\s)\"'}-]*(?:(?:out of|to|or|of|points)[\d\s]*)?"
)
_WORD = re.compile(r"[^\W\d_]{2}")
_IN_SENTENCE = 400
_LONGEST_LINE = 2000


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

    def narrowed(self, keys: Collection[str]) -> Self:
        marks = {key: mark for key, mark in self.marks.items() if key in keys}
        return self.model_copy(update={"marks": marks})

    def held(self, rubric: Asking, stimulus: Stimulus) -> Collection[str]:
        text = text_question(rubric, stimulus, self.reasons)
        return answered_keys(scored(rubric, stimulus), text)

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
            if question.key in values
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
        questions = scored(rubric, stimulus)
        refuse_empty(plain(reply))
        titles = Titles(questions, rubric)
        laid = in_lines(plain(reply, markdown=False), titles, as_named, warnings)
        text = greek(titles.in_own_words(plain(laid.text), warnings))
        self._refuse_wrong_labels(questions, text)
        self._refuse_two_marks(questions, text)
        final = without_provisional(text)
        places = {question.key: self._places(question, questions, final) for question in questions}
        has_answers = any(place.standing for place in places.values())
        values: dict[str, Value] = {}
        for question in questions:
            if not places[question.key].standing:
                raise self._missing(question, text, reply, has_answers=has_answers)
            is_open = raw[-1:].isalnum() and places[question.key].reaches(len(final))
            values[question.key] = places[question.key].agreed(warnings, open_end=is_open)
            warnings += places[question.key].warnings
        self._refuse_cut(questions, text)
        labels = [question.label for question in questions]
        refuse_taken_back(
            list(places.values()),
            values,
            final,
            self._echoes(final),
            lambda behind, end: self._remark(behind, end, labels),
            shown_words(stimulus),
        )
        reasons = text_question(rubric, stimulus, self.reasons)
        standing = [place for each in places.values() for place in each.standing]
        keep_text(values, reasons, _around(text, standing, questions), warnings)
        if reasons is None or reasons.key not in values:
            warnings.append("missing_reasons")
        return Reading(values, tuple(dict.fromkeys(warnings)))

    def _refuse_two_marks(self, questions: list[Question], text: str) -> None:
        """Raise ReplyError (marker_mismatch) for a score that one mark opens and another closes."""
        marks = {self._mark(question): question for question in questions}
        any_mark = "|".join(map(re.escape, marks))
        opened = rf"(?<!\d)(?<!\d )({any_mark})[ ]?[-+]?\d[\d.,/%]{{0,12}}"
        pattern = rf"{opened}[ ]?({any_mark})(?![ ]?\d)"
        for hit in re.finditer(pattern, text):
            if hit[1] != hit[2]:
                what = f"“{hit[0]}” opens with one mark and closes with another."
                raise ReplyError("marker_mismatch", what, where=marks[hit[1]].label)

    def _echoes(self, text: str) -> list[tuple[int, int]]:
        """Return where marks tell the scale: `α100α is the best`."""
        return [
            echo.span()
            for mark in map(re.escape, self.marks.values())
            for echo in re.finditer(rf"{mark}[^\n{mark}]{{1,20}}{mark}", text)
            if TELLS_SCALE.match(text, echo.end())
        ]

    def _places(self, question: Question, questions: list[Question], text: str) -> Places:
        marked = self._marked(question, text)
        spans = [(place.begin, place.end) for place in marked]
        named = self._named(question, spans_hidden(text, spans) if spans else text)
        names = [*(each.label for each in questions), *self.marks]
        return Places(
            question,
            question.label,
            marked,
            [self._with_remark(place, names, text) for place in named],
        )

    def _with_remark(self, place: Place, names: Sequence[str], text: str) -> Place:
        """Return a score by its name with the rest of its line, up to another criterion's."""
        return replace(place, written=place.written + self._remark(text, place.end, names))

    def _remark(self, text: str, begin: int, names: Sequence[str]) -> str:
        """Return what follows a score on its line, up to the next criterion's name or mark."""
        line = text[begin : begin + _LONGEST_LINE].split("\n", maxsplit=1)[0]
        line = line.lstrip("".join(self.marks.values()))
        any_name = "|".join(map(re.escape, names))
        any_mark = "|".join(map(re.escape, self.marks.values()))
        other = rf"(?<![^\W_])(?:{any_name})(?![^\W_])|{any_mark}"
        return re.split(other, line, maxsplit=1, flags=re.IGNORECASE)[0]

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

    def _marked(self, question: Question, text: str) -> list[Place]:
        """Return what stands between two copies of the mark: what looks like a score, or else
        whatever is no placeholder.
        """
        mark = re.escape(self._mark(question))
        inner = rf"(?:(?!{mark})[^\n]){{1,400}}"
        pairs = re.finditer(rf"{mark}(?=({inner}){mark})", text)
        width = len(self._mark(question))
        hits = [
            hit
            for hit in pairs
            if not _PLACEHOLDER.search(hit[1]) and not TELLS_SCALE.match(text, hit.end(1) + width)
        ]
        like = [
            hit
            for hit in hits
            if _ONE_SCORE.fullmatch(hit[1]) or re.match(r"[-+~=:({\[]{0,2}\d", hit[1])
        ]
        worded = [hit for hit in hits if re.fullmatch(r"[ ]?\w[\w ./-]{0,20}", hit[1])]
        places = []
        for hit in like or worded[:1]:
            end = hit.end(1) + width
            refuse_spoken_of(text, hit.start(), end, where=question.label)
            scale = scale_after(text, end)
            written = hit[1].rstrip() + scale if "/" not in hit[1] else hit[1]
            places.append(Place(hit.start(), end + len(scale), written))
        return places

    def _named(self, question: Question, text: str) -> list[Place]:
        """Scores after the criterion's name, `Accuracy: 85`, or after a single copy of its mark,
        `α85.`
        """
        mark, label = re.escape(self._mark(question)), re.escape(question.label)
        number = (
            rf"(?:{SCALE_TOLD.pattern}[ \t:,=]*)?"
            r"[-+]?\d[\d.,/%]{0,20}(?:[ ]?/[ ]?\d{1,9})?"
            r"(?:[ ]?(?:-|out of|to|or|points)[ ]?[\d.,/%]{0,20}){0,3}"
        )
        ends = rf"[ \t]*[^\w\s%/.,;-]?(?={mark}|[.,;)|]|[ \t]*(?:\n|\Z)|[ \t]*[-(])"
        lead_in = (
            rf"\b{label}(?:[ \t]*\(?{mark}\)?)?(?:[ \t_]*(?:score|rating))?"
            r"[\"']?"
            r"[ \t]*(?:\bis\b|of\b|[:=|]|-(?=[ \t]))"
            rf"[ \t]*(?:(?!{SCALE_TOLD.pattern})[^\w\s.<>~≈$≥≤{{-])?[ \t]*"
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
        refuse_provisional(text, question.label)
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


def _place_of(hit: re.Match[str]) -> Place:
    """Return where a score stands by its name, with a scale in brackets behind it."""
    group = next(number for number, part in enumerate(hit.groups(), 1) if part is not None)
    scale = scale_after(hit.string, hit.end(group))
    return Place(hit.start(), max(hit.end(), hit.end(group) + len(scale)), hit[group] + scale)


def _around(text: str, scores: Sequence[Place], questions: list[Question]) -> str:
    """Return what stands before, between and behind the sentences that give `scores`."""
    begin, pieces = 0, []
    for score in sorted(scores, key=lambda place: place.begin):
        pieces.append(_without_last_sentence(text[begin : score.begin], questions).strip())
        begin = max(begin, score.end)
    behind = [piece.lstrip(" \n.,;:") for piece in [*pieces[1:], text[begin:].strip()]]
    with_words = [piece for piece in behind if _WORD.search(piece)]
    return "\n".join([*pieces[:1], *with_words]).strip()


def _without_last_sentence(before: str, questions: list[Question]) -> str:
    """`before` without the beginning of the sentence that gives the first score."""
    tail = before[-_IN_SENTENCE:]
    cut = max(tail.rfind("\n"), tail.rfind(". ")) + 1
    names = "|".join(re.escape(question.label) for question in questions)
    if not re.search(rf"\b(?:score|is|rating)\b|{names}|^[\W\d]*$", tail[cut:], re.IGNORECASE):
        return before
    return before[: len(before) - len(tail) + cut]
