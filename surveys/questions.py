"""A rubric's sections made concrete for one stimulus: page, check, prompt, reader and columns all
use these.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from surveys.audience import is_for
from surveys.base import ShownOutput, Stimulus
from surveys.kinds.base import Asking, SectionBase
from surveys.kinds.measures import Level
from surveys.kinds.question import AnswerError, Question, Value

__all__ = [
    "AnswerError",
    "Level",
    "Panel",
    "Question",
    "Value",
    "judged_panels",
    "panels",
    "questions",
]


@dataclass(frozen=True)
class Panel:
    """One section on the page: for one shown output if the section repeats per output."""

    section: SectionBase
    title: str
    questions: Sequence[Question]
    output: ShownOutput | None = None

    @property
    def id(self) -> str:
        return f"{self.section.key}-{self.output.letter}" if self.output else self.section.key


def panels(rubric: Asking, stimulus: Stimulus) -> list[Panel]:
    """Return the sections of the page in the order asked; those per output follow the order
    shown."""
    result = []
    for section in rubric.sections:
        targets = stimulus.outputs if section.per_output else [None]
        for output in targets:
            title = section.title.replace("{output}", rubric.output_title(output))
            result.append(
                Panel(section, title, section.questions(rubric, stimulus, output), output)
            )
    return result


def judged_panels(rubric: Asking, stimulus: Stimulus) -> list[Panel]:
    """Return the sections that a judge may be asked, too."""
    return [panel for panel in panels(rubric, stimulus) if is_for(panel.section, "judge")]


def questions(rubric: Asking, stimulus: Stimulus) -> list[Question]:
    """Return every question of the page, in the order asked."""
    return [question for panel in panels(rubric, stimulus) for question in panel.questions]
