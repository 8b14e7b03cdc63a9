"""The declaration of a `checklist`, and the scores that follow from its steps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import Declared, Key, ShownOutput, Stimulus, Text
from surveys.kinds.base import Asking, Entry, SectionBase
from surveys.kinds.checklist.question import (
    REASON_LENGTH,
    StepQuestion,
    reason_question,
    score_question,
)
from surveys.kinds.choice.question import Option
from surveys.kinds.measures import Column, Measure
from surveys.kinds.question import Question, Value
from surveys.kinds.text.question import TextQuestion
from surveys.problems import declared_twice

REASON = "reason"
# From 0 on; how far a sum reaches is as many as an item has entries.
TOTAL = Measure("value", 0)


class Step(Declared):
    """One yes-or-no asked of every entry."""

    words: ClassVar[tuple[str, ...]] = ("title", "yes", "no")
    named_by: ClassVar[str] = "key"

    key: Key
    title: Text
    yes: Text = "Yes"
    no: Text = "No"


@dataclass(frozen=True)
class Row:
    """One entry on the page: its steps, and the reason where one is asked."""

    number: int
    label: str
    steps: Sequence[Any]
    reason: Any


class ChecklistSection(SectionBase):
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "entries"
    asks: ClassVar[tuple[type[Question], ...]] = (StepQuestion, TextQuestion)
    substance: ClassVar[frozenset[str]] = frozenset({"entries", "steps", "gated"})
    form: ClassVar[frozenset[str]] = frozenset({"reasons", "total"})

    kind: Literal["checklist"]
    entries: Key = Field(description="The item's list field; one row per entry.")
    entry_title: str = Field(
        default="", description="For entries that are records: the field that names one."
    )
    steps: tuple[Step, ...] = Field(min_length=1)
    gated: bool = Field(
        default=True, description="Ask a step only when the one before it was answered yes."
    )
    reasons: Literal["none", "optional", "required"] = "none"
    total: Key | None = Field(
        default=None,
        description="Name of the derived sum of the entries' scores; compared as the criterion "
        "of that name, where there is one.",
    )

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        del rubric
        steps = [step.key for step in self.steps]
        problems = []
        if len(self.criteria) > 1:
            remedy = "Keep one, and make a checklist for each of the others."
            problems.append(
                Problem("a checklist measures one criterion.", "criteria", remedy=remedy)
            )
        if self.total and not self.gated:
            what = "without `gated: true` its entries have no scores to sum up."
            problems.append(Problem(what, "total", remedy="Remove it, or set `gated: true`."))
        if self.reasons != "none" and REASON in steps:
            what = f"`{REASON}` is the key of the entries' reasons."
            problems.append(Problem(what, "steps", remedy="Rename the step."))
        return [*problems, *declared_twice("steps", steps, key="key")]

    def measure(self, rubric: Asking) -> Measure | None:
        del rubric
        return Measure("value", 0, 1)

    def measures(self, rubric: Asking) -> Mapping[str, Measure]:
        total = {self.total: TOTAL} if self.total else {}
        return {**super().measures(rubric), **total}

    def entry_field(self) -> str | None:
        return self.entries

    def key_patterns(self) -> list[str]:
        """A checklist's entries share its own key."""
        prefix = "*." if self.per_output else ""
        return [prefix + name for name in (self.key, self.total) if name]

    def entry_name(self, entry: object) -> str:
        if isinstance(entry, Mapping):
            return str(entry.get(self.entry_title) or next(iter(entry.values()), ""))
        return str(entry)

    def entry_names(self, stimulus: Stimulus) -> list[str]:
        return [self.entry_name(entry) for entry in stimulus.fields.get(self.entries) or []]

    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        return [
            question
            for number, name in enumerate(self.entry_names(stimulus), start=1)
            for question in self._entry_questions(rubric, output, number, name)
        ]

    def _entry_questions(
        self, rubric: Asking, output: ShownOutput | None, number: int, name: str
    ) -> list[Question]:
        criterion = rubric.criterion(self.criteria[0]) if self.criteria else None
        shared = self.common(rubric, output, criterion) | {"entry": number, "label": name}
        keys = [self.question_key(output, None, str(number), step.key) for step in self.steps]
        gates = [None, *keys] if self.gated else [None] * len(keys)
        steps: list[Question] = [
            StepQuestion(
                key=key,
                gate=gate,
                step=step.key,
                options=(Option(value=1, text=step.yes), Option(value=0, text=step.no)),
                **shared | {"help": step.title},
            )
            for key, gate, step in zip(keys, gates, self.steps, strict=False)
        ]
        if self.reasons == "none":
            return steps
        key = self.question_key(output, None, str(number), REASON)
        shared |= {"required": self.reasons == "required", "help": ""}
        return [
            *steps,
            TextQuestion(key=key, step=REASON, rows=1, max_length=REASON_LENGTH, **shared),
        ]

    def page_context(self, fields: Sequence[Any]) -> Mapping[str, object]:
        """`entries`: the questions row by row."""
        rows: dict[int, list[Any]] = {}
        for field in fields:
            rows.setdefault(field.question.entry or 0, []).append(field)
        return {
            "entries": [
                Row(
                    number,
                    row[0].question.label,
                    [field for field in row if not field.question.is_text],
                    next((field for field in row if field.question.is_text), None),
                )
                for number, row in rows.items()
            ]
        }

    def entries_scored(self, stimulus: Stimulus) -> Sequence[Entry] | None:
        if not self.gated:
            return None
        keys = [
            (f"{self.key}.{number}", name)
            for number, name in enumerate(self.entry_names(stimulus), start=1)
        ]
        return [
            Entry(name, score_question(key, self.key), reason_question(f"{key}.{REASON}", self.key))
            for key, name in keys
        ]

    def entry_lines(self) -> Sequence[str]:
        """Return each step once, with what follows from a no."""
        if not self.gated:
            return []
        steps = [
            f"  Step {number}. {step.title} {step.no}: the entry scores 0. {step.yes}: "
            f"{'go on to the next step' if number < len(self.steps) else 'it scores 1'}."
            for number, step in enumerate(self.steps, 1)
        ]
        return ["Take these steps for every entry:", *steps]

    def derived(self, values: Mapping[str, Value], letter: str | None) -> Mapping[str, int]:
        """0 or 1 by entry key (`key_point.3`), 1 when every step was answered yes, and their sum.
        Empty unless gated.

        A judge that gives the score itself, without the steps, has it under the entry's key
        already.
        """
        if not self.gated:
            return {}
        prefix = f"{letter}.{self.key}." if letter else f"{self.key}."
        numbers = {
            key.removeprefix(prefix).split(".")[0] for key in values if key.startswith(prefix)
        }
        last = self.steps[-1].key
        scores = {
            f"{prefix}{number}": int(
                values.get(f"{prefix}{number}", values.get(f"{prefix}{number}.{last}")) == 1
            )
            for number in sorted(numbers, key=int)
        }
        if not scores or not self.total:
            return scores
        total = f"{letter}.{self.total}" if letter else self.total
        return {**scores, total: sum(scores.values())}

    def derived_columns(
        self, rubric: Asking, output: ShownOutput | None, entries: int
    ) -> Sequence[Column]:
        if not self.gated:
            return []
        letter = output.letter if output else ""
        prefix = f"{letter}." if letter else ""
        criterion = rubric.criterion(self.criteria[0]) if self.criteria else None
        scores = [
            Column(
                f"{prefix}{self.key}.{number}",
                f"{self.title}: score of entry {number}",
                self.key,
                "score",
                criterion=criterion.key if criterion else "",
                output=letter,
                level=criterion.level if criterion else "",
                best=criterion.best if criterion else "",
                allowed="0; 1",
                derived=True,
                measure=self.measure(rubric),
            )
            for number in range(1, entries + 1)
        ]
        if not self.total:
            return scores
        return [*scores, self._total_column(rubric, letter)]

    def _total_column(self, rubric: Asking, letter: str) -> Column:
        """Return the sum; a measure where the rubric declares a criterion of its name."""
        declared = [criterion for criterion in rubric.criteria if criterion.key == self.total]
        criterion = declared[0] if declared else None
        return Column(
            f"{letter}.{self.total}" if letter else str(self.total),
            f"{self.title}: sum of the scores",
            self.key,
            "total",
            criterion=criterion.key if criterion else "",
            output=letter,
            level=criterion.level if criterion else "",
            best=criterion.best if criterion else "",
            derived=True,
            measure=TOTAL if criterion else None,
        )
