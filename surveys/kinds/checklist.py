"""`checklist`: for every entry of a list, yes or no in one or more steps; a gated step is asked only after a yes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from surveys.base import Declared, Key, ShownOutput, Stimulus, Text
from surveys.dangling import Dangling
from surveys.kinds.base import SectionBase
from surveys.kinds.choice import ChoiceQuestion, Option
from surveys.kinds.text import TextQuestion
from surveys.questions import Question, Value

if TYPE_CHECKING:
    from surveys.spec import Rubric

REASON = "reason"


class Step(Declared):
    """One yes-or-no asked of every entry."""

    words: ClassVar[tuple[str, ...]] = ("title", "yes", "no")
    named_by: ClassVar[str] = "key"

    key: Key
    title: Text
    yes: Text = "Yes"
    no: Text = "No"


@dataclass(frozen=True, kw_only=True)
class StepQuestion(ChoiceQuestion):
    kind: ClassVar[str] = "step"


class ChecklistSection(SectionBase):
    kind: Literal["checklist"]
    entries: Key = Field(description="The item's list field; one row per entry.")
    entry_title: str = Field(default="", description="For entries that are records: the field that names one.")
    steps: tuple[Step, ...] = Field(min_length=1)
    gated: bool = Field(default=True, description="Ask a step only when the one before it was answered yes.")
    reasons: Literal["none", "optional", "required"] = "none"
    total: Key | None = Field(default=None, description="Name of the derived sum of the entries' scores.")

    def dangling(self) -> Sequence[Dangling]:
        found = []
        if len(self.criteria) > 1:
            what = "a checklist measures one criterion."
            found.append(Dangling("criteria", what, "Keep one, and make a checklist for each of the others."))
        if self.total and not self.gated:
            what = "without `gated: true` its entries have no scores to sum up."
            found.append(Dangling("total", what, "Remove it, or set `gated: true`."))
        if self.reasons != "none" and any(step.key == REASON for step in self.steps):
            found.append(Dangling("steps", f"`{REASON}` is the key of the entries' reasons.", "Rename the step."))
        return found

    def entry_field(self) -> str | None:
        return self.entries

    def entry_name(self, entry: object) -> str:
        if isinstance(entry, Mapping):
            return str(entry.get(self.entry_title) or next(iter(entry.values()), ""))
        return str(entry)

    def questions(self, rubric: "Rubric", stimulus: Stimulus, output: ShownOutput | None) -> Sequence[Question]:
        found = stimulus.fields.get(self.entries) or []
        return [
            question
            for number, entry in enumerate(found, start=1)
            for question in self._entry_questions(rubric, output, number, self.entry_name(entry))
        ]

    def _entry_questions(
        self, rubric: "Rubric", output: ShownOutput | None, number: int, name: str
    ) -> Sequence[Question]:
        criterion = rubric.criterion(self.criteria[0]) if self.criteria else None
        shared: dict[str, Any] = self.common(rubric, output, criterion) | {"entry": number, "label": name}
        keys = [self.question_key(output, None, str(number), step.key) for step in self.steps]
        gates = [None, *keys] if self.gated else [None] * len(keys)
        asked: list[Question] = [
            StepQuestion(
                key=key,
                gate=gate,
                step=step.key,
                options=(Option(value=1, text=step.yes), Option(value=0, text=step.no)),
                **shared | {"help": step.title},
            )
            for key, gate, step in zip(keys, gates, self.steps, strict=False)
        ]
        if self.reasons != "none":
            reason_key = self.question_key(output, None, str(number), REASON)
            shared |= {"required": self.reasons == "required", "help": ""}
            asked.append(TextQuestion(key=reason_key, step=REASON, rows=1, max_length=1000, **shared))
        return asked

    def entry_scores(self, values: Mapping[str, Value], output: str | None) -> dict[str, int]:
        """Score 0 or 1 by entry key (`key_point.3`): 1 when every step was answered yes. Empty unless gated.

        A judge that gives the score itself, without the steps, has it under the entry's key already.
        """
        if not self.gated:
            return {}
        prefix = f"{output}.{self.key}." if output else f"{self.key}."
        numbers = {key.removeprefix(prefix).split(".")[0] for key in values if key.startswith(prefix)}
        last = self.steps[-1].key
        return {
            f"{prefix}{number}": int(values.get(f"{prefix}{number}", values.get(f"{prefix}{number}.{last}")) == 1)
            for number in sorted(numbers, key=int)
        }
