"""Declaration of the reply format `marks`, in which a score is written after the reasons, between
two copies of the question's mark: `α85α`."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Literal, Self

from pydantic import Field

from core.errors import Problem
from surveys.base import Key, Stimulus, Text
from surveys.kinds.base import Asking
from surveys.questions import Question, Value
from surveys.replies.after import spans_hidden
from surveys.replies.asked import no_text_section, scored, scored_sections, text_question
from surveys.replies.base import ReplyError
from surveys.replies.normalise import plain
from surveys.replies.places import InSentences, Place, Places, marked_place
from surveys.replies.scores import SCALE_TOLD, scale_after
from surveys.replies.vocabulary import TELLS_SCALE

_PLACEHOLDER = re.compile(r"[<{\[](?!\s*\d)|\.\.\.|…|\bscore\b", re.IGNORECASE)
_BETWEEN = r"(?:[ \t]*(?:\bscore\b|\brating\b|\bis\b|\bof\b|[-:=|(>]|\[))*[ \t]*"
_ONE_SCORE = re.compile(
    r"[\s:=(\"'{]*[-+~]?\d[\d.,/%\s)\"'}-]*(?:(?:out of|to|or|of|points)[\d\s]*)?"
)
_DIGIT_FIRST = re.compile(r"[-+~=:({\[]{0,2}\d")
_WORD = re.compile(r"[^\W\d_]{2}")
# Greek letters as models write them: in LaTeX, as words, or as similar letters of other alphabets.
_LATEX = {"α": "alpha", "β": "beta", "ψ": "psi", "δ": "delta"}
# Used only next to a number, because "ß" and "a" are also letters of words.
_ALIKE = {"α": "αΑ∝ɑаaA", "β": "βΒßϐBb", "ψ": "ψΨѱѰ", "δ": "δΔ∂∆dD"}
_GREEK_NUMBER = r"[-+]?\d[\d.,/% ]{0,12}"
_IN_SENTENCE = 400


class Marks(InSentences):
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
        """Return problems with scores that marks cannot distinguish, and with unsuitable marks."""
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

    @property
    def text_section(self) -> str:
        return self.reasons

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        head = "Give your reasons first. End with one sentence for each score, exactly like this:"
        questions = scored(rubric, stimulus)
        forms = [self._line(each, f"<{each.label.lower()} score>") for each in questions]
        return "\n".join([head, *forms])

    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        reasons = text_question(rubric, stimulus, self.reasons)
        answered = [each for each in scored(rubric, stimulus) if each.key in values]
        lines = [self._line(each, each.as_asked(values[each.key])) for each in answered]
        first = [str(values[reasons.key])] if reasons and reasons.key in values else []
        return "\n".join([*first, *lines])

    def _line(self, question: Question, written: object) -> str:
        mark = self._mark(question)
        return f"The {question.label} score is {mark}{written}{mark}."

    def evened(self, text: str) -> str:
        return _greek(plain(text))

    def places(self, questions: Sequence[Question], text: str, final: str) -> list[Places]:
        self._refuse_wrong_labels(questions, text)
        self._refuse_two_marks(questions, text)
        self._refuse_cut(questions, text)
        return [self._places(question, questions, final) for question in questions]

    def _refuse_two_marks(self, questions: Sequence[Question], text: str) -> None:
        """Raise ReplyError (marker_mismatch) if a score starts and ends with different marks."""
        marks = {self._mark(question): question for question in questions}
        any_mark = "|".join(map(re.escape, marks))
        opened = rf"(?<!\d)(?<!\d )({any_mark})[ ]?[-+]?\d[\d.,/%]{{0,12}}"
        pattern = rf"{opened}[ ]?({any_mark})(?![ ]?\d)"
        for hit in re.finditer(pattern, text):
            if hit[1] != hit[2]:
                what = f"“{hit[0]}” opens with one mark and closes with another."
                raise ReplyError("marker_mismatch", what, where=marks[hit[1]].label)

    def echoes(self, text: str) -> list[tuple[int, int]]:
        return [
            echo.span()
            for mark in map(re.escape, self.marks.values())
            for echo in re.finditer(rf"{mark}[^\n{mark}]{{1,20}}{mark}", text)
            if TELLS_SCALE.match(text, echo.end())
        ]

    def _places(self, question: Question, questions: Sequence[Question], text: str) -> Places:
        marked = self._marked(question, text)
        spans = [(place.begin, place.end) for place in marked]
        named = self._named(question, spans_hidden(text, spans) if spans else text)
        names = [*(each.label for each in questions), *self.marks]
        whole = [
            replace(place, written=place.written + self.remark(text, place.end, names))
            for place in named
        ]
        return Places(question, question.label, marked, whole)

    def remark(self, text: str, begin: int, names: Sequence[str]) -> str:
        """Return the text after a score on the same line, up to the next mark or criterion."""
        line = super().remark(text, begin, names).lstrip("".join(self.marks.values()))
        any_name = "|".join(map(re.escape, names))
        any_mark = "|".join(map(re.escape, self.marks.values()))
        other = rf"(?<![^\W_])(?:{any_name})(?![^\W_])|{any_mark}"
        return re.split(other, line, maxsplit=1, flags=re.IGNORECASE)[0]

    def _mark(self, question: Question) -> str:
        return self.marks[question.criterion or ""]

    def _refuse_wrong_labels(self, questions: Sequence[Question], text: str) -> None:
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
        """Return the places of those texts between two copies of the question's mark that look like
        scores. If there are no such texts, return the first text between marks that is a word."""
        mark = re.escape(self._mark(question))
        inner = rf"(?:(?!{mark})[^\n]){{1,400}}"
        pairs = re.finditer(rf"{mark}(?=({inner}){mark})", text)
        width = len(self._mark(question))
        filled = [hit for hit in pairs if not _PLACEHOLDER.search(hit[1])]
        hits = [hit for hit in filled if not TELLS_SCALE.match(text, hit.end(1) + width)]
        like = [hit for hit in hits if _ONE_SCORE.fullmatch(hit[1]) or _DIGIT_FIRST.match(hit[1])]
        worded = [hit for hit in hits if re.fullmatch(r"[ ]?\w[\w ./-]{0,20}", hit[1])]
        places = []
        for hit in like or worded[:1]:
            end, written = hit.end(1) + width, hit[1].rstrip()
            places.append(marked_place(text, hit.start(), end, written, where=question.label))
        return places

    def _named(self, question: Question, text: str) -> list[Place]:
        """Return the places of scores after the question's name (`Accuracy: 85`) or next to a
        single mark (`α85.`)."""
        mark, label = re.escape(self._mark(question)), re.escape(question.label)
        number = (
            rf"(?:{SCALE_TOLD.pattern}[ \t:,=]*)?"
            r"[-+]?\d[\d.,/%]{0,20}(?:[ ]?/[ ]?\d{1,9})?"
            r"(?:[ ]?(?:-|out of|to|or|points)[ ]?[\d.,/%]{0,20}){0,3}"
        )
        ends = rf"[ \t]*[^\w\s%/.,;-]?(?={mark}|[.,;)|]|[ \t]*(?:\n|\Z)|[ \t]*[-(])"
        lead_in = (
            rf"\b{label}(?:[ \t]*\(?{mark}\)?)?(?:[ \t_]*(?:score|rating))?[\"']?"
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
        places = []
        for hit in hits:
            written, end = hit[hit.lastindex or 0], hit.end(hit.lastindex or 0)
            scale = scale_after(text, end)
            places.append(Place(hit.start(), max(hit.end(), end + len(scale)), written + scale))
        return places

    def _refuse_cut(self, questions: Sequence[Question], text: str) -> None:
        """Raise ReplyError if the reply ends within a score, after the opening mark."""
        tail = text[-60:].rsplit("\n", 1)[-1]
        for question in questions:
            mark = re.escape(self._mark(question))
            is_open = re.search(rf"{mark}[ \t]*[-+]?[\d./%]*(?<!\.)$", tail.rstrip(" \t"))
            if not is_open or re.search(rf"\d[ \t]*{mark}[ \t]*$", tail):
                continue
            if all(place.end < len(text.rstrip()) for place in self._marked(question, text)):
                what = f"The reply breaks off in the score for {question.label}."
                raise ReplyError("truncated", what, where=question.label)

    def is_cut(self, question: Question, text: str) -> bool:
        label = question.label
        last = text.rsplit("\n", 1)[-1].strip().lower()
        named = rf"\b{re.escape(label)}(?: score)?(?: is|[ \t]*[:=])?[ \t]*$"
        is_begun = len(last) > len("The ") and f"The {label} score is".lower().startswith(last)
        return is_begun or re.search(named, text[-200:], re.IGNORECASE) is not None

    def reasons_of(self, text: str, places: Sequence[Places]) -> list[str]:
        """Return one text in a list: the text before, between and after the sentences with
        scores."""
        labels = [each.question.label for each in places]
        begin, pieces = 0, []
        for score in sorted(place for each in places for place in each.standing):
            pieces.append(_without_last_sentence(text[begin : score.begin], labels).strip())
            begin = max(begin, score.end)
        behind = [piece.lstrip(" \n.,;:") for piece in [*pieces[1:], text[begin:].strip()]]
        with_words = [piece for piece in behind if _WORD.search(piece)]
        return ["\n".join([*pieces[:1], *with_words]).strip()]


def _without_last_sentence(before: str, labels: Sequence[str]) -> str:
    """Return `before`, the text before a score, without its last sentence if this sentence
    introduces the score."""
    tail = before[-_IN_SENTENCE:]
    cut = max(tail.rfind("\n"), tail.rfind(". ")) + 1
    names = "|".join(map(re.escape, labels))
    if not re.search(rf"\b(?:score|is|rating)\b|{names}|^[\W\d]*$", tail[cut:], re.IGNORECASE):
        return before
    return before[: len(before) - len(tail) + cut]


def _greek(text: str) -> str:
    r"""Return `text` with Greek marks in one spelling: `$\alpha$85$\alpha$` and `alpha85alpha`
    become `α85α`."""
    for letter, name in _LATEX.items():
        text = re.sub(
            rf"(?:\$|\\\()?\{{?\\{name}(?![a-z])[ ]?\}}?(?:\$|\\\)|(?={_GREEK_NUMBER}))?",
            letter,
            text,
            flags=re.IGNORECASE,
        )
        marked = re.search(rf"{letter}[ ]?{_GREEK_NUMBER}{letter}", text)
        # If there are marks such as β70β, "B2B" is not a mark.
        letters = re.sub("[a-zA-Z]", "", _ALIKE[letter]) if marked else _ALIKE[letter]
        alike = rf"(?:[{letters}]|\[?\b{name}\b\]?|\b{name}(?=[-+\d])|(?<=\d){name}\b)"
        # In "a 90" and in "62, a" before another word, "a" is an article and not a mark.
        closing = rf"(?:(?<! )|(?![a-zA-Z])){alike}(?![^\W\d_])"
        pair = rf"(?<![^\W\d_])(?![a-zA-Z] ){alike}[ ]?({_GREEK_NUMBER}){closing}"
        text = re.sub(pair, rf"{letter}\1{letter}", text, flags=re.IGNORECASE)
        text = re.sub(rf"{letter}{{2,}}", letter, text)
        text = re.sub(rf"{letter}[ ]?\$|\$[ ]?{letter}", letter, text)
    return text
