"""A rubric's sections made concrete for one stimulus: page, check, prompt, reader and columns all
use these.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from surveys.audience import is_for
from surveys.base import ShownOutput, Stimulus
from surveys.kinds.base import Asking, SectionBase
from surveys.kinds.measures import Level
from surveys.kinds.question import AnswerError, Question, Value
from surveys.kinds.text.question import TextQuestion

__all__ = [
    "AnswerError",
    "Level",
    "Panel",
    "Question",
    "Value",
    "form_questions",
    "judged_panels",
    "panels",
    "questions",
]


REASON_LENGTH = 500


@dataclass(frozen=True)
class Panel:
    """One section on the page: for one shown output if the section repeats per output.

    `abstention` takes the reason why it cannot be judged, where the rubric allows that.
    """

    section: SectionBase
    title: str
    questions: Sequence[Question]
    output: ShownOutput | None = None
    abstention: TextQuestion | None = None

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
            section_questions = section.questions(rubric, stimulus, output)
            abstention = _abstention(section, title, output)
            if abstention:
                section_questions = [
                    replace(question, unless=abstention.key) for question in section_questions
                ]
            result.append(Panel(section, title, section_questions, output, abstention))
    return result


def _abstention(
    section: SectionBase, title: str, output: ShownOutput | None
) -> TextQuestion | None:
    letter = output.letter if output else None
    key = section.abstention_key(letter)
    if key is None:
        return None
    return TextQuestion(
        key=key,
        section=section.key,
        label=f"{title}: {_('Cannot judge')}",
        required=False,
        max_length=REASON_LENGTH,
    )


def judged_panels(rubric: Asking, stimulus: Stimulus) -> list[Panel]:
    """Return the sections that a judge may be asked, too."""
    return [panel for panel in panels(rubric, stimulus) if is_for(panel.section, "judge")]


def questions(rubric: Asking, stimulus: Stimulus) -> list[Question]:
    """Return every question of the page, in the order asked."""
    return [question for panel in panels(rubric, stimulus) for question in panel.questions]


def form_questions(rubric: Asking, stimulus: Stimulus) -> list[Question]:
    """Return all that can be answered: every question, then its section's abstention."""
    return [
        question
        for panel in panels(rubric, stimulus)
        for question in (*panel.questions, panel.abstention)
        if question is not None
    ]
