"""A rubric's sections made concrete for one stimulus: page, check, prompt, reader and columns all use these."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from surveys.errors import RateroomError

if TYPE_CHECKING:
    from surveys.base import ShownOutput, Stimulus
    from surveys.spec import Rubric, Section

Value = int | str
Level = Literal["nominal", "ordinal", "interval"]


class AnswerError(RateroomError):
    """A value that its question does not allow; `code` is one of the readers' refusal codes."""

    def __init__(self, code: str, what: str, *, remedy: str = "") -> None:
        super().__init__(what, remedy=remedy)
        self.code = code


@dataclass(frozen=True, kw_only=True)
class Question:
    """One thing asked once. `key` is stable and names canonical outputs, never the position shown.

    `gate` is another question's key that must be answered 1 before this one is asked at all.
    """

    kind: ClassVar[str]
    key: str
    section: str
    label: str
    help: str = ""
    criterion: str | None = None
    output: str | None = None
    entry: int | None = None
    step: str | None = None
    required: bool = True
    gate: str | None = None

    def parse(self, raw: object) -> Value | None:
        """The answer that `raw` (a form's string or a judge's number) stands for; None when it is blank.

        Raises AnswerError when it stands for none.
        """
        raise NotImplementedError

    def as_asked(self, value: Value) -> Value:
        """The form in which a stored `value` was given: what `parse` made it of."""
        return value

    @property
    def field_id(self) -> str:
        """The key as an HTML id: no dots, so that it also serves in a CSS selector."""
        return "q-" + self.key.replace(".", "-")


@dataclass(frozen=True)
class Panel:
    """One section as it stands on the page: for one shown output where the section repeats per output."""

    section: "Section"
    title: str
    questions: Sequence[Question]
    output: "ShownOutput | None" = None

    @property
    def id(self) -> str:
        return f"{self.section.key}-{self.output.letter}" if self.output else self.section.key


def panels(rubric: "Rubric", stimulus: "Stimulus") -> list[Panel]:
    """The sections of the page in the order asked; those per output follow the order shown."""
    result = []
    for section in rubric.sections:
        targets = stimulus.outputs if section.per_output else [None]
        for output in targets:
            title = section.title.replace("{output}", rubric.output_title(output))
            result.append(Panel(section, title, section.questions(rubric, stimulus, output), output))
    return result


def questions(rubric: "Rubric", stimulus: "Stimulus") -> list[Question]:
    """Every question of the page, in the order asked."""
    return [question for panel in panels(rubric, stimulus) for question in panel.questions]
