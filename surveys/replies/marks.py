"""`marks`: each score stands between two copies of its own mark, `α85α`, after the reasons."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from surveys.base import Key, Stimulus, Text
from surveys.questions import Question, Value
from surveys.replies.asked import keep_text, no_text_section, scored, text_question, top_of
from surveys.replies.base import Dangling, Reading, ReplyError, ReplyFormat
from surveys.replies.normalise import greek, plain, refusal_or_missing, refuse_non_replies
from surveys.replies.scores import read_score

if TYPE_CHECKING:
    from surveys.spec import Rubric


class Marks(ReplyFormat):
    format: Literal["marks"]
    marks: dict[Key, Text] = Field(description="The mark by criterion key.")
    reasons: Key = Field(description="The text section that takes what is written before the scores.")

    def dangling(self, rubric: "Rubric") -> list[Dangling]:
        wanted = {key for one in rubric.sections if one.scores and one.kind != "checklist" for key in one.criteria}
        wrong = sorted(wanted ^ set(self.marks))
        odd = [
            Dangling("marks", f"{wrong} have no mark or are not scored.", f"Give one mark to each of {sorted(wanted)}.")
        ]
        return [*(odd if wrong else []), *no_text_section(rubric, "reasons", self.reasons)]

    def instructions(self, rubric: "Rubric", stimulus: Stimulus) -> str:
        lines = [
            f"The {one.label} score is {self._mark(one)}<{one.label.lower()} score>{self._mark(one)}."
            for one in scored(rubric, stimulus)
        ]
        return "Give your reasons first. End with one sentence for each score, exactly like this:\n" + "\n".join(lines)

    def write(self, rubric: "Rubric", stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        reasons = text_question(rubric, stimulus, self.reasons)
        lines = [
            f"The {one.label} score is {self._mark(one)}{values[one.key]}{self._mark(one)}."
            for one in scored(rubric, stimulus)
        ]
        first = [str(values[reasons.key])] if reasons and reasons.key in values else []
        return "\n".join([*first, *lines])

    def read(self, rubric: "Rubric", stimulus: Stimulus, raw: str) -> Reading:
        """The mark decides; a sentence that names another criterion before a mark is refused."""
        refuse_non_replies(raw)
        text, asked = greek(plain(raw)), scored(rubric, stimulus)
        warnings: list[str] = []
        self._refuse_wrong_labels(asked, text)
        found = {one.key: self._score(one, text, raw, warnings) for one in asked}
        values: dict[str, Value] = {key: value for key, (value, _place) in found.items()}
        before = text[: min(place for _value, place in found.values())]
        sentence = re.compile(r"[^\n.]*\b(?:score|is)\b[^\n.]*$", re.IGNORECASE)
        keep_text(values, text_question(rubric, stimulus, self.reasons), sentence.sub("", before), warnings)
        if self.reasons not in values:
            warnings.append("missing_reasons")
        return Reading(values, tuple(dict.fromkeys(warnings)))

    def _mark(self, question: Question) -> str:
        return self.marks[question.criterion or ""]

    def _refuse_wrong_labels(self, asked: list[Question], text: str) -> None:
        for label in asked:
            for other in asked:
                pattern = rf"\b{re.escape(label.label)} score is\s*{re.escape(self._mark(other))}\s*\d"
                if other is not label and re.search(pattern, text, re.IGNORECASE):
                    what = f"The {label.label} score stands in the mark of {other.label}."
                    raise ReplyError("marker_mismatch", what, where=label.label)

    def _score(self, question: Question, text: str, raw: str, warnings: list[str]) -> tuple[int, int]:
        """(score, where it begins)."""
        mark, label = re.escape(self._mark(question)), question.label
        hits = [hit for hit in re.finditer(rf"{mark}([^\n{mark}]{{1,40}}){mark}", text) if "<" not in hit[1]]
        if not hits and re.search(rf"{mark}\s*-?[\d./]*\s*$", text):
            raise ReplyError("truncated", f"The reply breaks off in the score for {label}.", where=label)
        if not hits:
            plainly = (
                rf"\b{re.escape(label)}(?: score)?\s*(?:is|:|=)\s*{mark}?\s*(-?\d[\d./]*(?: ?- ?\d+)?(?: out of \d+)?)"
            )
            hits = list(re.finditer(plainly, text, re.IGNORECASE))
            if hits:
                warnings.append("marker_missing")
        if not hits:
            cut = re.search(rf"{re.escape(label)} score is\s*$", text, re.IGNORECASE)
            code = "truncated" if cut else "missing_criterion"
            raise refusal_or_missing(raw, code, f"There is no score for {label}.", where=label)
        given = {read_score(question, hit[1].rstrip("."), top=top_of(question), where=label) for hit in hits}
        if len(given) > 1:
            raise ReplyError("ambiguous_score", f"Several scores are given: {sorted(given)}.", where=label)
        if len(hits) > 1:
            warnings.append("duplicate_block")
        return given.pop(), hits[0].start()
