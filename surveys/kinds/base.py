"""Interface of section kinds. It defines a section's questions, its derived values, and its use on
the page, in replies and in statistics."""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, Self

from pydantic import Field, field_validator

from core.errors import Problem
from surveys.base import (
    AUDIO,
    LETTERS,
    MEDIA,
    Declared,
    Key,
    OutputKind,
    ShownOutput,
    Stimulus,
    Text,
)
from surveys.kinds.gates import ShowIf
from surveys.kinds.measures import Best, Column, Level, Measure
from surveys.kinds.question import Question, Value

CANNOT_JUDGE = "cannot_judge"
# The placeholder for a reason in the description of the reply's format.
REASON_FORM = "<your reason if you cannot judge it, or blank>"
ASKED = "asked"


class Criterion(Declared):
    """A quality that a scored section measures. `best` says which end of the scale is good."""

    words: ClassVar[tuple[str, ...]] = ("title", "definition")
    named_by: ClassVar[str] = "key"

    key: Key
    title: Text
    definition: str = ""
    level: Level
    best: Best
    qcet: str = Field(
        default="",
        max_length=80,
        description="The criterion's id and name in QCET, a taxonomy of quality criteria.",
    )


class OutputDeclaration(Declared):
    """The number of outputs on a page, the name of an output, and the kind of outputs.

    A page shows everything that an output contains. If `kind` is not text, every output of a batch
    must contain a medium of this kind, and so must made-up sample outputs.
    """

    words: ClassVar[tuple[str, ...]] = ("name",)

    per_page: int = Field(default=1, description=f"1 to {len(LETTERS)}.")
    name: Text = "Output"
    kind: OutputKind = "text"
    judge_name: str = Field(
        default="",
        description="Name of an output in judges' prompts, in which {n} is its position. "
        "Blank: the name on the page.",
    )

    @field_validator("per_page", mode="after")
    @classmethod
    def _fits_a_page(cls, per_page: int) -> int:
        if not 1 <= per_page <= len(LETTERS):
            raise ValueError(f"a page can show 1 to {len(LETTERS)} outputs, not {per_page}")
        return per_page

    @property
    def are_media(self) -> bool:
        """Return whether every output must contain a medium, so that text alone is not enough."""
        return self.kind in MEDIA

    @property
    def are_sounds(self) -> bool:
        return self.kind == AUDIO


def numbered_name(name: str, position: int) -> str:
    """Return `name` with a number, such as "Caption 1", or with the number in place of {n}."""
    return name.replace("{n}", str(position)) if "{n}" in name else f"{name} {position}"


class Asking(Protocol):
    """The part of a rubric that is used by its sections, guards and reply formats."""

    @property
    def outputs(self) -> OutputDeclaration: ...

    @property
    def criteria(self) -> "Sequence[Criterion]": ...

    @property
    def sections(self) -> "Sequence[SectionBase]": ...

    def criterion(self, key: str) -> Criterion: ...

    def output_title(self, output: ShownOutput | None) -> str: ...

    def field_title(self, name: str) -> str: ...

    def letters(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Entry:
    """An entry of a list that a judge scores. `score` asks for the entry's score, and `reason` for
    the reason for it. `alias` is the entry's name in the prompt if this differs from `name`,
    otherwise ""."""

    name: str
    score: Question
    reason: Question
    alias: str = ""


class SectionBase(Declared):
    """A section of questions. `{output}` in the section's title is replaced by the output's name
    ("Caption 1").

    A kind's page template is `page.html` in the kind's folder, and gets `panel` and `filled`. Pages
    that show the kind also load the script `static/script.js` in this folder. The script's function
    `start(panel, signal)` is called for every panel.
    """

    words: ClassVar[tuple[str, ...]] = ("title", "help")
    named_by: ClassVar[str] = "key"

    # The kind of answers that it collects. `entries` are the rows of a checklist, with several
    # steps and one score per row.
    answers: ClassVar[Literal["scores", "texts", "entries"]]
    # The classes of the questions that it asks.
    asks: ClassVar[tuple[type[Question], ...]]
    # Options that determine what an answer's number measures. If one of them changes, old and new
    # numbers cannot be compared.
    substance: ClassVar[frozenset[str]] = frozenset()
    # Options that change neither the questions nor what they mean.
    form: ClassVar[frozenset[str]] = frozenset()

    # Whether it asks about the turns of a conversation, either in each output or in the only one.
    asks_about_turns: ClassVar[bool] = False

    kind: str
    key: Key
    title: Text
    help: str = ""
    per_output: bool = Field(
        default=False,
        description="Whether the section is asked separately for each output on the page.",
    )
    criteria: tuple[Key, ...] = Field(
        default=(), description="Criteria for which the section is asked separately."
    )
    required: bool = True
    audience: Literal["page", "both"] = Field(
        default="both", alias="for", description="`page` asks only people; `both` also asks judges."
    )
    page: bool = Field(default=False, description="Whether the section starts a new page.")
    show_if: ShowIf | None = Field(
        default=None, description="Answers to an earlier section after which this section is asked."
    )
    cannot_judge: bool = Field(
        default=False,
        description="Whether people and judges can answer, with a reason, that they cannot judge.",
    )

    @property
    def folder(self) -> str:
        return self.kind.replace("-", "_")

    @abstractmethod
    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        """Return the section's questions on a page. They are about `output` if the section is asked
        per output."""

    @abstractmethod
    def measure(self, rubric: Asking) -> Measure | None:
        """Return the measure of the section's criteria, or None if answers have no statistics."""

    def narrowed(self, keys: Collection[str]) -> Self:
        """Return a copy of the section that asks only about the criteria in `keys`."""
        criteria = tuple(key for key in self.criteria if key in keys)
        return self.model_copy(update={"criteria": criteria})

    def measures(self, rubric: Asking) -> Mapping[str, Measure]:
        """Return the measure of each criterion that the section scores, by the criterion's key."""
        measure = self.measure(rubric)
        return dict.fromkeys(self.criteria, measure) if measure else {}

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        """Return the problems with the section's options: options that contradict each other, and
        options that do not fit the rubric."""
        del rubric
        return []

    def item_problems(self, fields: Mapping[str, Any]) -> Sequence[Problem]:
        """Return the problems with the item's fields that the section asks about."""
        del fields
        return []

    @property
    def spans_page(self) -> bool:
        """Return whether the page always shows the section full-width with a separate heading."""
        return self.answers == "entries"

    @property
    def is_folded(self) -> bool:
        """Return whether the section is an optional list that is folded until a person opens it."""
        return self.spans_page and not self.required

    @property
    def recalls_outputs(self) -> bool:
        """Return whether a page that has only this section shows the output again."""
        return self.per_output

    @property
    def scores(self) -> bool:
        """Return whether the section's answers are numbers."""
        return self.answers != "texts"

    def page_context(self, fields: Sequence[object]) -> Mapping[str, object]:
        """Return additional template values. `fields` are the questions with values and errors."""
        del fields
        return {}

    @property
    def orders(self) -> int:
        """Return the number of different orders in which the section's options can be shown. People
        are distributed evenly over these orders."""
        return 1

    def in_order(self, rubric: Asking, order: int) -> Self:
        """Return the section with its options in the order with this number, from 0 to `orders` -
        1."""
        del rubric, order
        return self

    def mark_choices(self) -> Mapping[str, Mapping[str, str]]:
        """Return the choices for a mark's `category` and `severity`, as titles by key. A kind that
        does not ask for marks returns an empty dict."""
        return {}

    def option_names(self) -> Sequence[str]:
        """Return the options' names in exports, in the order shown. Most kinds have no options with
        names and return an empty list."""
        return []

    @property
    def varies(self) -> bool:
        """Return whether the section's questions differ between HITs."""
        return self.asks_about_turns or self.entry_field() is not None

    def entry_field(self) -> str | None:
        """Return the list field of the item whose entries the section asks about, or None if the
        section asks about no list field."""
        return None

    def text_field(self) -> str | None:
        """Return the item's text field that the section asks about instead of outputs, or None if
        it asks about outputs."""
        return None

    def entries_scored(self, stimulus: Stimulus) -> Sequence[Entry] | None:
        """Return the entries that a judge can score one by one, or None if entries have no
        scores."""
        del stimulus
        return None

    def entry_lines(self) -> Sequence[str]:
        """Return the lines of a prompt that tell a judge how to score each entry. The list is empty
        if the judge answers each question separately."""
        return []

    def derived(
        self, values: Mapping[str, Value], letter: str | None, stimulus: Stimulus
    ) -> Mapping[str, int | float]:
        """Return the scores that are derived from the section's answers, by column key. `letter` is
        the output's letter if the section is asked per output."""
        del values, letter, stimulus
        return {}

    def derived_columns(
        self, rubric: Asking, output: ShownOutput | None, entries: int
    ) -> Sequence[Column]:
        """Return the columns of the section's derived scores, for lists with `entries` entries."""
        del rubric, output, entries
        return []

    def key_patterns(self) -> list[str]:
        """Return the keys of the section's questions, with `*` in place of an output's letter."""
        prefix = "*." if self.per_output else ""
        if not self.criteria:
            return [prefix + self.key]
        tail = "" if self.scores else f".{self.key}"
        return [f"{prefix}{key}{tail}" for key in self.criteria]

    def abstention_key(self, letter: str | None) -> str | None:
        """Return the key of the reason why the section cannot be judged, or None if people cannot
        give such a reason."""
        return self.own_key(letter, CANNOT_JUDGE) if self.cannot_judge else None

    def own_key(self, letter: str | None, name: str) -> str:
        """Return the key of a value about the whole section, for example whether it was asked."""
        return ".".join([*([letter] if letter else []), self.key, name])

    def targets(self, rubric: Asking) -> Iterator[Criterion | None]:
        """Yield the criteria that the section asks about. If there are none, yield None once."""
        if not self.criteria:
            yield None
        for key in self.criteria:
            yield rubric.criterion(key)

    def question_key(
        self, output: ShownOutput | None, criterion: Criterion | None, *tail: str
    ) -> str:
        """Return the key of a question, for example `a.consistency`, `a.consistency.reasons`,
        `coherence` or `key_point.3.mentioned`.

        The key of a score is that of its criterion. The key of a text about a criterion also has
        the section's key.
        """
        name = (
            [self.key]
            if criterion is None
            else [criterion.key, *(() if self.scores else (self.key,))]
        )
        return ".".join([*([output.letter] if output else []), *name, *tail])

    def common(
        self, rubric: Asking, output: ShownOutput | None, criterion: Criterion | None
    ) -> dict[str, Any]:
        """Return the arguments that all questions of this section share."""
        title = self.title.replace("{output}", rubric.output_title(output))
        return {
            "section": self.key,
            "criterion": criterion.key if criterion else None,
            "output": output.letter if output else None,
            "label": criterion.title if criterion else title,
            "help": criterion.definition if criterion else "",
            "best": criterion.best if criterion else None,
            "required": self.required,
        }
