"""Declaration of the section kind `checklist`, and of the scores derived from its steps."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import Declared, Key, ShownOutput, Stimulus, Text
from surveys.kinds.base import Asking, Entry, SectionBase
from surveys.kinds.checklist.points import Weighted, share, weighted
from surveys.kinds.checklist.question import (
    REASON_LENGTH,
    StepQuestion,
    reason_question,
    score_question,
)
from surveys.kinds.choice.question import Option
from surveys.kinds.gates import Gate
from surveys.kinds.measures import Column, Measure
from surveys.kinds.question import Question, Value
from surveys.kinds.text.question import TextQuestion
from surveys.problems import declared_twice

REASON = "reason"
# A sum starts at 0. Its maximum is the number of the item's entries.
TOTAL = Measure("value", 0)
SHARE = Measure("value", 0, 1, level="interval")
UNCLIPPED = Measure("value", high=1, level="interval")


class Step(Declared):
    """A yes-or-no step, which is asked about every entry."""

    words: ClassVar[tuple[str, ...]] = ("title", "yes", "no")
    named_by: ClassVar[str] = "key"

    key: Key
    title: Text
    yes: Text = "Yes"
    no: Text = "No"


@dataclass(frozen=True)
class Row:
    """An entry on the page, with the questions about its steps. `reason` is the question about the
    entry's reason, or None if no reason is asked for."""

    number: int
    label: str
    steps: Sequence[Any]
    reason: Any


class ChecklistSection(SectionBase):
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "entries"
    asks: ClassVar[tuple[type[Question], ...]] = (StepQuestion, TextQuestion)
    substance: ClassVar[frozenset[str]] = frozenset(
        {"entries", "listed", "points", "clipped", "steps", "gated"}
    )
    form: ClassVar[frozenset[str]] = frozenset({"reasons", "total", "by_tag"})

    kind: Literal["checklist"]
    entries: Key | None = Field(
        default=None,
        description="Field of the item with the list of entries. The checklist has one row "
        "per entry.",
    )
    listed: tuple[Weighted, ...] = Field(
        default=(), description="The entries, if they are the same for all items."
    )
    points: bool = Field(
        default=False,
        description="Whether entries are worth points. If so, `total` is the share of points "
        "earned.",
    )
    clipped: bool = Field(
        default=True,
        description="Whether a share of points below 0 counts as 0, and a share above 1 as 1.",
    )
    entry_title: str = Field(
        default="", description="If entries are records, the field with an entry's name."
    )
    steps: tuple[Step, ...] = Field(min_length=1)
    gated: bool = Field(
        default=True,
        description="Whether a step is asked only if the step before it was answered yes.",
    )
    reasons: Literal["none", "optional", "required"] = "none"
    total: Key | None = Field(
        default=None,
        description="Key of the sum of the entries' scores. If a criterion has the same key, "
        "the sum is compared as this criterion.",
    )
    by_tag: dict[Key, Text] = Field(
        default_factory=dict,
        description="Keys of further shares of points, each calculated over the entries with "
        "one tag. They are compared like `total`.",
    )

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        del rubric
        steps = [step.key for step in self.steps]
        problems = list(self._entry_problems())
        if len(self.criteria) > 1:
            what = "a checklist can measure only one criterion."
            remedy = "Keep one criterion, and write another checklist for each of the others."
            problems.append(Problem(what, "criteria", remedy=remedy))
        if self.total and not self.gated:
            what = "without `gated: true`, entries have no scores to add up."
            problems.append(Problem(what, "total", remedy="Remove `total`, or set `gated: true`."))
        if self.reasons != "none" and REASON in steps:
            what = f"the key `{REASON}` is reserved for the entries' reasons."
            problems.append(Problem(what, "steps", remedy="Rename the step."))
        return [*problems, *declared_twice("steps", steps, key="key")]

    def _entry_problems(self) -> Iterator[Problem]:
        if bool(self.entries) == bool(self.listed):
            what = (
                "entries must come either from the item (`entries`) or from the rubric (`listed`)."
            )
            yield Problem(what, "entries", remedy="Set exactly one of these two keys.")
        if self.points and not self.gated:
            what = "without `gated: true`, entries earn no points."
            yield Problem(what, "points", remedy="Set `gated: true`.")
        if self.by_tag and not self.points:
            remedy = "Set `points: true`, or remove `by_tag`."
            yield Problem("the entries are not worth points.", "by_tag", remedy=remedy)
        tags = {tag for entry in self.listed for tag in entry.tags}
        for name, tag in self.by_tag.items():
            if self.listed and tag not in tags:
                remedy = f"Use one of {sorted(tags)}."
                yield Problem(f"no entry has the tag “{tag}”.", f"by_tag.{name}", remedy=remedy)

    def item_problems(self, fields: Mapping[str, Any]) -> Sequence[Problem]:
        """Return a problem for each entry that is not a valid criterion with points and tags."""
        entries = fields.get(self.entries) if self.points and self.entries else None
        if not isinstance(entries, list):
            return []
        what = "needs a `criterion`, `points` from -10 to 10, and a list of `tags`."
        return [
            Problem(f"record {number} {what}", self.entries or "")
            for number, entry in enumerate(entries, 1)
            if weighted(entry) is None
        ]

    def measure(self, rubric: Asking) -> Measure | None:
        del rubric
        return Measure("value", 0, 1)

    def measures(self, rubric: Asking) -> Mapping[str, Measure]:
        return {**super().measures(rubric), **dict.fromkeys(self._totals, self._total_measure)}

    @property
    def _totals(self) -> Sequence[str]:
        """Return the names of the totals: the total over all entries and the total for each tag."""
        return [*([self.total] if self.total else []), *self.by_tag]

    @property
    def _total_measure(self) -> Measure:
        if not self.points:
            return TOTAL
        return SHARE if self.clipped else UNCLIPPED

    def entry_field(self) -> str | None:
        return self.entries

    def key_patterns(self) -> list[str]:
        """Return the patterns of the section's keys: the prefix of all entries' keys, and the
        totals' keys."""
        prefix = "*." if self.per_output else ""
        return [prefix + name for name in (self.key, *self._totals)]

    def entry_name(self, entry: object) -> str:
        if isinstance(entry, Weighted):
            return entry.criterion
        if isinstance(entry, Mapping):
            title = self.entry_title or ("criterion" if self.points else "")
            return str(entry.get(title) or next(iter(entry.values()), ""))
        return str(entry)

    def entry_names(self, stimulus: Stimulus) -> list[str]:
        return [self.entry_name(entry) for entry in self._entries(stimulus)]

    def _entries(self, stimulus: Stimulus) -> Sequence[object]:
        return self.listed or stimulus.fields.get(self.entries or "") or []

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
                gate=Gate(gate, (1,)) if gate else None,
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
        """Return `entries`, which has the questions grouped by entry."""
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
        asks_numbers = bool(self.points or self.listed)
        return [
            Entry(
                name,
                score_question(key, self.key),
                reason_question(f"{key}.{REASON}", self.key),
                alias=f"criterion_{number}" if asks_numbers else "",
            )
            for number, (key, name) in enumerate(keys, start=1)
        ]

    def entry_lines(self) -> Sequence[str]:
        """Return the entries that the rubric lists, followed by a line for each step. This line
        says what each answer leads to. The result is empty unless the steps are gated."""
        if not self.gated:
            return []
        steps = [
            f"  Step {number}. {step.title} {step.no}: the entry scores 0. {step.yes}: "
            f"{'go on to the next step' if number < len(self.steps) else 'it scores 1'}."
            for number, step in enumerate(self.steps, 1)
        ]
        listed = [f"  {number}. {entry.criterion}" for number, entry in enumerate(self.listed, 1)]
        head = ["The entries are:", *listed] if listed else []
        return [*head, "Take these steps for every entry:", *steps]

    def derived(
        self, values: Mapping[str, Value], letter: str | None, stimulus: Stimulus
    ) -> Mapping[str, int | float]:
        """Return the score of each entry by its key (`key_point.3`): 1 if every step was answered
        yes, otherwise 0. Also return the totals: the sum of the scores or the shares of points. The
        result is empty if the steps are not gated.

        If a judge gives the score without the steps, the score already has the entry's key.
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
        if not scores:
            return {}
        of_all = self._shares(scores, prefix, stimulus) if self.points else {}
        if self.total and not self.points:
            of_all = {self.total: sum(scores.values())}
        start = f"{letter}." if letter else ""
        return {**scores, **{f"{start}{name}": value for name, value in of_all.items()}}

    def _shares(
        self, scores: Mapping[str, int], prefix: str, stimulus: Stimulus
    ) -> Mapping[str, int | float]:
        """Return the share of points in total and per tag, by name. The result is empty if an entry
        has no score."""
        entries = [
            entry if isinstance(entry, Weighted) else weighted(entry)
            for entry in self._entries(stimulus)
        ]
        met = [scores.get(f"{prefix}{number}") for number in range(1, len(entries) + 1)]
        if None in met or None in entries:
            return {}
        pairs = [(entry, bool(is_met)) for entry, is_met in zip(entries, met, strict=True) if entry]
        names: list[tuple[str, str]] = [(self.total, "")] if self.total else []
        shares = {}
        for name, tag in [*names, *self.by_tag.items()]:
            counted = [pair for pair in pairs if not tag or tag in pair[0].tags]
            of_tag = [entry for entry, _met in counted], [is_met for _entry, is_met in counted]
            shares[name] = share(*of_tag, clipped=self.clipped)
        return {name: value for name, value in shares.items() if value is not None}

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
            for number in range(1, (len(self.listed) or entries) + 1)
        ]
        return [*scores, *(self._total_column(rubric, letter, name) for name in self._totals)]

    def _total_column(self, rubric: Asking, letter: str, name: str) -> Column:
        """Return the export column of a total. The column has a measure if the rubric declares a
        criterion with the total's name."""
        declared = [criterion for criterion in rubric.criteria if criterion.key == name]
        criterion = declared[0] if declared else None
        return Column(
            f"{letter}.{name}" if letter else name,
            f"{self.title}: {self._total_label(name)}",
            self.key,
            "total",
            criterion=criterion.key if criterion else "",
            output=letter,
            level=(self._total_measure.level or criterion.level) if criterion else "",
            best=criterion.best if criterion else "",
            derived=True,
            measure=self._total_measure if criterion else None,
        )

    def _total_label(self, name: str) -> str:
        if not self.points:
            return "sum of the scores"
        tag = "" if name == self.total else f" with the tag “{self.by_tag[name]}”"
        return f"points earned divided by the sum of the positive points{tag}"
