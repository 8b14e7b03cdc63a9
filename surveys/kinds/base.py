"""The interface of a section kind: its questions, its derived values, and their use on the page, in
replies and in statistics."""

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
# The placeholder for a reason in the form of a reply.
REASON_FORM = "<your reason if you cannot judge it, or blank>"
ASKED = "asked"


class Criterion(Declared):
    """A quality that a scored section measures. `best` says which end of the numbers is good."""

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
        description="Its id and name in QCET, the taxonomy of quality criteria.",
    )


class OutputDeclaration(Declared):
    """The number of outputs on a page, the name of one, and their kind.

    A page shows whatever an output contains. If `kind` is not text, every output of a batch must
    contain such a medium, and samples are drawn with it.
    """

    words: ClassVar[tuple[str, ...]] = ("name",)

    per_page: int = Field(default=1, description=f"1 to {len(LETTERS)}.")
    name: Text = "Output"
    kind: OutputKind = "text"
    judge_name: str = Field(
        default="",
        description="What a judge's prompt calls one, {n} for its place; blank: as the page does.",
    )

    @field_validator("per_page", mode="after")
    @classmethod
    def _fits_a_page(cls, per_page: int) -> int:
        if not 1 <= per_page <= len(LETTERS):
            raise ValueError(f"a page takes 1 to {len(LETTERS)} outputs, not {per_page}")
        return per_page

    @property
    def are_media(self) -> bool:
        """Return whether every output must contain a medium, so that text alone is not enough."""
        return self.kind in MEDIA

    @property
    def are_sounds(self) -> bool:
        return self.kind == AUDIO


def numbered_name(name: str, position: int) -> str:
    """Return a numbered name such as "Caption 1"; a {n} in the name is replaced by the number."""
    return name.replace("{n}", str(position)) if "{n}" in name else f"{name} {position}"


class Asking(Protocol):
    """Facts about the rubric for its sections, guards and reply formats."""

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
    """One entry of a list as a judge's reply can score it: its name, its score, and its reason if
    one is asked for. `alias` is its name in the prompt if that differs."""

    name: str
    score: Question
    reason: Question
    alias: str = ""


class SectionBase(Declared):
    """One section of questions. `{output}` in its title is replaced by the output's name ("Caption
    1").

    A kind's page template is `page.html` in its folder, and gets `panel` and `filled`. Pages that
    show the kind load the script `static/script.js` in its folder; its `start(panel, signal)` is
    called for every panel.
    """

    words: ClassVar[tuple[str, ...]] = ("title", "help")
    named_by: ClassVar[str] = "key"

    # Its kind of answers. A checklist's `entries` are rows of steps, with one score per row.
    answers: ClassVar[Literal["scores", "texts", "entries"]]
    # The classes of its questions.
    asks: ClassVar[tuple[type[Question], ...]]
    # Options that determine the number given: after a change of one, old and new numbers measure
    # different things.
    substance: ClassVar[frozenset[str]] = frozenset()
    # Options that change neither the questions nor their meaning.
    form: ClassVar[frozenset[str]] = frozenset()

    # Whether it asks about the turns of a conversation, in each output or in the only one.
    asks_about_turns: ClassVar[bool] = False

    kind: str
    key: Key
    title: Text
    help: str = ""
    per_output: bool = Field(default=False, description="Ask once for every output on the page.")
    criteria: tuple[Key, ...] = Field(
        default=(), description="Ask once for every one of these criteria."
    )
    required: bool = True
    audience: Literal["page", "both"] = Field(
        default="both", alias="for", description="`page`: asked of people alone."
    )
    page: bool = Field(default=False, description="A new page begins with it.")
    show_if: ShowIf | None = Field(
        default=None, description="The answer to an earlier section that opens this one."
    )
    cannot_judge: bool = Field(
        default=False,
        description="A person or a judge can say, with a reason, that they cannot judge.",
    )

    @property
    def folder(self) -> str:
        return self.kind.replace("-", "_")

    @abstractmethod
    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        """Return the section's questions for one stimulus, and for one output if it repeats per
        output."""

    @abstractmethod
    def measure(self, rubric: Asking) -> Measure | None:
        """Return the measures of the section's criteria; None if its answers have no statistics."""

    def narrowed(self, keys: Collection[str]) -> Self:
        """Return the section as if it asked only about the criteria `keys`."""
        criteria = tuple(key for key in self.criteria if key in keys)
        return self.model_copy(update={"criteria": criteria})

    def measures(self, rubric: Asking) -> Mapping[str, Measure]:
        """Return the measure of each criterion that the section scores, by the criterion's key."""
        measure = self.measure(rubric)
        return dict.fromkeys(self.criteria, measure) if measure else {}

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        """Return contradictions among the section's own options, and options that do not fit the
        rubric."""
        del rubric
        return []

    def item_problems(self, fields: Mapping[str, Any]) -> Sequence[Problem]:
        """Return the problems with an item that the section asks about, by field."""
        del fields
        return []

    @property
    def spans_page(self) -> bool:
        """Return whether the page always gives the section its whole width and a heading of its
        own."""
        return self.answers == "entries"

    @property
    def is_folded(self) -> bool:
        """Return whether the section is an optional list, folded until a person opens it."""
        return self.spans_page and not self.required

    @property
    def recalls_outputs(self) -> bool:
        """Return whether the page shows an output again if the section asks about it alone."""
        return self.per_output

    @property
    def scores(self) -> bool:
        """Return whether its answers are numbers."""
        return self.answers != "texts"

    def page_context(self, fields: Sequence[object]) -> Mapping[str, object]:
        """Return more values for the page template; `fields` are the panel's questions, each with
        value and error.
        """
        del fields
        return {}

    @property
    def orders(self) -> int:
        """Return how many orders its options have; people are spread evenly over them."""
        return 1

    def in_order(self, rubric: Asking, order: int) -> Self:
        """Return the section with its options in the `order`, 0 to `orders` - 1."""
        del rubric, order
        return self

    def mark_choices(self) -> Mapping[str, Mapping[str, str]]:
        """Return the parts of a mark, `category` and `severity`, each with its keys and their
        titles; nothing for a kind that asks for no marks."""
        return {}

    def option_names(self) -> Sequence[str]:
        """Return the names of its options in exports, in the order shown; none for most kinds."""
        return []

    @property
    def varies(self) -> bool:
        """Return whether its questions differ from one HIT to the next."""
        return self.asks_about_turns or self.entry_field() is not None

    def entry_field(self) -> str | None:
        """Return the item's list field that the section repeats over, if any."""
        return None

    def text_field(self) -> str | None:
        """Return the item's text field that it asks about instead of an output, if any."""
        return None

    def entries_scored(self, stimulus: Stimulus) -> Sequence[Entry] | None:
        """Return the entries that a judge can score one by one; None if entries have no score."""
        del stimulus
        return None

    def entry_lines(self) -> Sequence[str]:
        """Return the lines that tell a judge how to score each entry; none if it asks by
        question."""
        return []

    def derived(
        self, values: Mapping[str, Value], letter: str | None, stimulus: Stimulus
    ) -> Mapping[str, int | float]:
        """Return the scores derived from its answers, by column key; `letter` is the output if it
        is asked per output."""
        del values, letter, stimulus
        return {}

    def derived_columns(
        self, rubric: Asking, output: ShownOutput | None, entries: int
    ) -> Sequence[Column]:
        """Return the columns of the derived scores, for lists of that many `entries`."""
        del rubric, output, entries
        return []

    def key_patterns(self) -> list[str]:
        """Return the keys of its questions; `*` stands for an output."""
        prefix = "*." if self.per_output else ""
        if not self.criteria:
            return [prefix + self.key]
        tail = "" if self.scores else f".{self.key}"
        return [f"{prefix}{key}{tail}" for key in self.criteria]

    def abstention_key(self, letter: str | None) -> str | None:
        """Return the key of the section's abstention; None if people cannot abstain."""
        return self.own_key(letter, CANNOT_JUDGE) if self.cannot_judge else None

    def own_key(self, letter: str | None, name: str) -> str:
        """Return the key of a value about the whole section, for example that it was asked."""
        return ".".join([*([letter] if letter else []), self.key, name])

    def targets(self, rubric: Asking) -> Iterator[Criterion | None]:
        """Yield the criteria to ask about, or a single None."""
        if not self.criteria:
            yield None
        for key in self.criteria:
            yield rubric.criterion(key)

    def question_key(
        self, output: ShownOutput | None, criterion: Criterion | None, *tail: str
    ) -> str:
        """Return a key: `a.consistency`, `a.consistency.reasons`, `coherence`,
        `key_point.3.mentioned`.

        Scores have their criterion's name. A text about a criterion adds its own section's key.
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
        """Return the arguments that every question of this section shares."""
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
