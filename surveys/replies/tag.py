"""`tag`: an explanation, then the one score in a tag, `Score- <score>4</score>`."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from surveys.base import Key, Stimulus, Text
from surveys.questions import Value
from surveys.replies.asked import keep_text, no_text_section, scored, text_question, top_of
from surveys.replies.base import Dangling, Reading, ReplyError, ReplyFormat
from surveys.replies.normalise import plain, refusal_or_missing, refuse_non_replies
from surveys.replies.scores import read_score

if TYPE_CHECKING:
    from surveys.spec import Rubric


class Tag(ReplyFormat):
    format: Literal["tag"]
    tag: Key = "score"
    lead: Text = "Score-"
    explanation: Key = Field(description="The text section that takes what is written before the score.")

    def dangling(self, rubric: "Rubric") -> list[Dangling]:
        each = [len(one.criteria) or 1 for one in rubric.sections if one.scores and one.kind != "checklist"]
        repeated = rubric.outputs.per_page if any(one.per_output for one in rubric.sections) else 1
        many = [Dangling("format", f"`tag` gives one score; the rubric asks for {sum(each)}.", "Use another format.")]
        fits = sum(each) == repeated == 1
        return [*([] if fits else many), *no_text_section(rubric, "explanation", self.explanation)]

    def instructions(self, rubric: "Rubric", stimulus: Stimulus) -> str:
        (one,) = scored(rubric, stimulus)
        return (
            f"Explain your judgement in detail first. Then give the one score for {one.label} on a line of its own:\n"
            f"{self.lead} <{self.tag}>whole number</{self.tag}>"
        )

    def write(self, rubric: "Rubric", stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        (one,) = scored(rubric, stimulus)
        text = text_question(rubric, stimulus, self.explanation)
        score = f"{self.lead} <{self.tag}>{values[one.key]}</{self.tag}>"
        return f"{values[text.key]}\n{score}" if text and text.key in values else score

    def read(self, rubric: "Rubric", stimulus: Stimulus, raw: str) -> Reading:
        refuse_non_replies(raw)
        text, warnings = plain(raw), list[str]()
        (one,) = scored(rubric, stimulus)
        hits = [hit for hit in self._tagged(text) if hit[1].strip() != "whole number"]
        if not hits:
            if re.search(rf"<\s*{self.tag}\s*>[^<]*$", text, re.IGNORECASE):
                raise ReplyError("truncated", "The score's tag is not closed.", where=self.tag)
            lead = re.escape(self.lead.rstrip("-: "))
            hits = list(re.finditer(rf"\b{lead}\s*[-:=]+\s*(-?\d[\d./]*(?: ?- ?\d+)?)", text, re.IGNORECASE))
            warnings += ["marker_missing"] if hits else []
        if not hits:
            raise refusal_or_missing(raw, "missing_criterion", f"There is no <{self.tag}>.", where=one.label)
        given = {read_score(one, hit[1].rstrip("."), top=top_of(one), where=self.tag) for hit in hits}
        if len(given) > 1:
            raise ReplyError("ambiguous_score", f"Several scores are given: {sorted(given)}.", where=self.tag)
        warnings += ["duplicate_block"] if len(hits) > 1 else []
        values: dict[str, Value] = {one.key: given.pop()}
        before = re.sub(rf"{re.escape(self.lead)}\s*$", "", text[: hits[0].start()].rstrip(), flags=re.IGNORECASE)
        keep_text(values, text_question(rubric, stimulus, self.explanation), before, warnings)
        if len(values) == 1:
            warnings.append("missing_reasons")
        return Reading(values, tuple(dict.fromkeys(warnings)))

    def _tagged(self, text: str) -> list[re.Match[str]]:
        return list(re.finditer(rf"<\s*{self.tag}\s*>([^<]{{1,60}})<\s*/\s*{self.tag}\s*>", text, re.IGNORECASE))
