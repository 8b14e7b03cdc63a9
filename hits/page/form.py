"""A rubric's panels, filled with a person's answers and with messages about problems, for the
page's templates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from surveys.base import Stimulus
from surveys.forms import AnswerProblem, check_answers
from surveys.questions import Panel, Question, Value, form_questions, panels
from surveys.spec import Rubric


@dataclass(frozen=True)
class Field:
    """One question, the text of its answer, and a message about a problem with the answer. Both
    texts can be ""."""

    question: Question
    value: str = ""
    error: str = ""


@dataclass(frozen=True)
class FilledPanel:
    """One section of the HIT page, numbered in the order shown. If the form has several pages,
    `page` is set for the first section of each page: the page's number and the number of pages."""

    number: int
    panel: Panel
    fields: Sequence[Field]
    abstention: Field | None = None
    page: tuple[int, int] | None = None

    @property
    def all_fields(self) -> Sequence[Field]:
        """Return the fields of the section. The last is the field for the reason why the section
        cannot be judged, if there is one."""
        return [*self.fields, *([self.abstention] if self.abstention else [])]

    @property
    def is_started(self) -> bool:
        """Return whether the section has an answer or a message about a problem."""
        return any(field.value or field.error for field in self.all_fields)

    @property
    def single(self) -> Field | None:
        """Return the section's field if it is the only one and its question has the same text as
        the section's title. Otherwise return None."""
        only = len(self.fields) == 1 and self.fields[0].question.label == self.panel.title
        return self.fields[0] if only else None


def with_unasked(
    rubric: Rubric, stimulus: Stimulus, raw: Mapping[str, object], draft: Mapping[str, object]
) -> dict[str, object]:
    """Return the posted answers, and the draft's answers to sections that the posted answers hide.
    If such a section is shown again, its answers are restored."""
    on_page = form_questions(rubric, stimulus)
    values = check_answers(on_page, raw).values
    unasked = {
        question.key
        for question in on_page
        if question.section_gate and not question.section_gate.opens(values)
    }
    return {key: value for key, value in draft.items() if key in unasked} | dict(raw)


def fill_stored(
    rubric: Rubric, stimulus: Stimulus, values: Mapping[str, Value]
) -> list[FilledPanel]:
    """Return every panel of the page, filled with stored answers in the format of the form."""
    posted = {
        question.key: question.as_asked(values[question.key])
        for question in form_questions(rubric, stimulus)
        if question.key in values
    }
    return fill(rubric, stimulus, posted)


def fill(
    rubric: Rubric,
    stimulus: Stimulus,
    raw: Mapping[str, object],
    problems: Sequence[AnswerProblem] = (),
) -> list[FilledPanel]:
    """Return the page's panels, filled with the values in `raw`, by question key, and with the
    messages of `problems`."""
    errors = {problem.question.key: problem.message for problem in problems}

    def filled(question: Question) -> Field:
        return Field(question, str(raw.get(question.key, "")), errors.get(question.key, ""))

    shown_panels = panels(rubric, stimulus)
    first_panels = [
        number for number, panel in enumerate(shown_panels, 1) if number == 1 or panel.begins_page
    ]
    pages = {number: (page, len(first_panels)) for page, number in enumerate(first_panels, 1)}
    return [
        FilledPanel(
            number,
            panel,
            [filled(question) for question in panel.questions],
            filled(panel.abstention) if panel.abstention else None,
            pages.get(number) if len(pages) > 1 else None,
        )
        for number, panel in enumerate(shown_panels, 1)
    ]
