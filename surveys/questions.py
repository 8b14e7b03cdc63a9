"""The questions of a rubric's sections for one stimulus. They are used by the page, the validation
of answers, the prompt, the reply reader and the export columns."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from surveys.audience import is_for
from surveys.base import ShownOutput, Stimulus
from surveys.kinds.base import ASKED, Asking, SectionBase
from surveys.kinds.gates import Gate
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
    """A section on the page. If the section is asked per output, the panel is for one of the
    outputs shown.

    `abstention` is the question that asks why the section cannot be judged, if the rubric allows
    such a reason. `gate` is the earlier answer that opens the section. `begins_page` means that the
    panel is the first of a page.
    """

    section: SectionBase
    title: str
    questions: Sequence[Question]
    output: ShownOutput | None = None
    abstention: TextQuestion | None = None
    gate: Gate | None = None
    begins_page: bool = False

    @property
    def asked_key(self) -> str:
        """Return the key of the value (1 or 0) that says whether an earlier answer opened this
        panel."""
        return self.section.own_key(self.output.letter if self.output else None, ASKED)

    @property
    def id(self) -> str:
        return f"{self.section.key}-{self.output.letter}" if self.output else self.section.key


def panels(rubric: Asking, stimulus: Stimulus) -> list[Panel]:
    """Return the sections of the page in the order asked. A section that is asked per output has a
    panel for each output, in the order shown."""
    result: list[Panel] = []
    for section in rubric.sections:
        targets = stimulus.outputs if section.per_output else [None]
        for place, output in enumerate(targets):
            begins_page = section.page and place == 0
            title = section.title.replace("{output}", rubric.output_title(output))
            section_questions = section.questions(rubric, stimulus, output)
            gate = _gate(section, output, result)
            abstention = _abstention(section, title, output)
            if abstention:
                abstention = replace(abstention, section_gate=gate)
            if abstention or gate:
                unless = abstention.key if abstention else None
                section_questions = [
                    replace(question, unless=unless, section_gate=gate)
                    for question in section_questions
                ]
            parts = (section_questions, output, abstention, gate, begins_page)
            result.append(Panel(section, title, *parts))
    return result


def _gate(section: SectionBase, output: ShownOutput | None, before: Sequence[Panel]) -> Gate | None:
    """Return the gate that opens the section. Return None if the section is always asked, or if the
    rubric was reduced to sections without the gate."""
    show_if = section.show_if
    if show_if is None:
        return None
    earlier = (
        panel.questions[0]
        for panel in before
        if panel.section.key == show_if.section and (not panel.output or panel.output is output)
    )
    question = next(earlier, None)
    if question is None:
        return None
    words = {**question.described(), **question.output_names()}
    page_values = [question.as_asked(value) for value in show_if.values]
    shown_values = {value: words.get(int(value), str(value)) for value in page_values}
    return show_if.gate(
        question.key, label=question.label, shown_values=shown_values, reach=question.reach
    )


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
    """Return the sections that judges are asked about, in the order asked."""
    return [panel for panel in panels(rubric, stimulus) if is_for(panel.section, "judge")]


def questions(rubric: Asking, stimulus: Stimulus) -> list[Question]:
    """Return every question of the page, in the order asked."""
    return [question for panel in panels(rubric, stimulus) for question in panel.questions]


def form_questions(rubric: Asking, stimulus: Stimulus) -> list[Question]:
    """Return all questions that a form can answer: the questions of each section, and the question
    that asks why the section cannot be judged."""
    return [
        question
        for panel in panels(rubric, stimulus)
        for question in (*panel.questions, panel.abstention)
        if question is not None
    ]
