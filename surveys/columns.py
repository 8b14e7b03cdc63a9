"""Export columns for a rubric's answers, and the data dictionary that explains the columns."""

from collections.abc import Iterator, Mapping, Sequence

from surveys.base import ShownOutput, Stimulus
from surveys.conversations.samples import blank_conversation
from surveys.kinds.base import ASKED, CANNOT_JUDGE, SectionBase
from surveys.kinds.measures import Column
from surveys.questions import Panel, Question, Value, panels
from surveys.spec import Rubric


def rubric_columns(
    rubric: Rubric, *, entries: Mapping[str, int] | None = None, turns: int = 0
) -> list[Column]:
    """Return the export columns of the rubric in the order of its questions. Derived columns come
    last.

    `entries` has the length of the longest list in the batch, for each list whose entries a section
    asks about. `turns` is the largest number of turns in a conversation.
    """
    blank_run = blank_conversation(turns)
    outputs = [
        ShownOutput(letter, number, blank_run) for number, letter in enumerate(rubric.letters(), 1)
    ]
    blank = {name: [""] * count for name, count in (entries or {}).items()}
    of_questions = [
        column
        for panel in panels(rubric, Stimulus(fields=blank, outputs=outputs))
        for column in (
            *(_column(rubric, panel, question) for question in panel.questions),
            *_abstention(panel),
            *_asked(panel),
        )
    ]
    return [*of_questions, *_derived(rubric, outputs, blank)]


def _column(rubric: Rubric, panel: Panel, question: Question) -> Column:
    # A step contributes to a score that has its own column. The step gets no criterion, because an
    # average over the criterion would otherwise mix both.
    name = question.criterion if question.step is None else None
    criterion = rubric.criterion(name) if name else None
    measure = panel.section.measure(rubric) if question.step is None else None
    level = best = ""
    if criterion and not question.is_text:
        level = (measure and measure.level) or criterion.level
        best = (measure and measure.best) or criterion.best
    return Column(
        key=question.key,
        label=f"{question.help} ({question.entry})"
        if question.entry and question.step
        else question.label,
        section=question.section,
        kind=question.kind,
        criterion=name or "",
        output=question.output or "",
        level=level,
        best=best,
        allowed=question.allowed(),
        is_text=question.is_text,
        in_wide=question.in_wide,
        measure=measure,
        labels=question.meanings(),
    )


def _abstention(panel: Panel) -> list[Column]:
    """Return the column with the reason why a section cannot be judged. The list is empty if the
    section does not allow reasons."""
    if panel.abstention is None:
        return []
    return [
        Column(
            panel.abstention.key,
            f"{panel.title}: cannot judge",
            panel.section.key,
            CANNOT_JUDGE,
            output=panel.output.letter if panel.output else "",
            allowed="the reason why the section cannot be judged; blank if it was judged",
            is_text=True,
        )
    ]


def _asked(panel: Panel) -> list[Column]:
    """Return the column that says whether a section was asked. The column distinguishes missing
    answers from answers to questions that were not asked. The list is empty if the section is
    always asked."""
    if panel.gate is None:
        return []
    opening = panel.gate.worded(numbers=True)
    return [
        Column(
            panel.asked_key,
            f"{panel.title}: asked",
            panel.section.key,
            ASKED,
            output=panel.output.letter if panel.output else "",
            allowed="1 = asked; 0 = not asked, so its blank answers are not missing values; only "
            f"{panel.gate.key} = {opening} opens the section",
            derived=True,
            labels={1: "asked", 0: "not asked"},
        )
    ]


def _derived(
    rubric: Rubric, outputs: Sequence[ShownOutput], blank: Mapping[str, Sequence[str]]
) -> list[Column]:
    return [
        column
        for section in rubric.sections
        for output in (outputs if section.per_output else [None])
        for column in section.derived_columns(
            rubric, output, len(blank.get(section.entry_field() or "", ()))
        )
    ]


def derive(
    rubric: Rubric, values: Mapping[str, Value], stimulus: Stimulus
) -> dict[str, int | float]:
    """Return the scores derived from the answers in `values`. `stimulus` is the content of the
    page. A checklist has a 0 or 1 for every entry, and their sum. A section that depends on an
    earlier answer has 1 if it was asked, otherwise 0."""
    return dict(_opened(rubric, values)) | {
        key: score
        for section in rubric.sections
        for letter in _letters(rubric, section)
        for key, score in section.derived(
            _without(values, section.abstention_key(letter)), letter, stimulus
        ).items()
    }


def _opened(rubric: Rubric, values: Mapping[str, Value]) -> Iterator[tuple[str, int]]:
    """Yield the key of each section with a gate, and 1 if the section was asked, otherwise 0."""
    by_key = {section.key: section for section in rubric.sections}
    for section in rubric.sections:
        show_if = section.show_if
        if show_if is None or show_if.section not in by_key:
            continue
        (pattern,) = by_key[show_if.section].key_patterns()
        for letter in _letters(rubric, section):
            gate = show_if.gate(pattern.replace("*", letter or ""))
            yield section.own_key(letter, ASKED), int(gate.opens(values))


def _without(values: Mapping[str, Value], abstention: str | None) -> Mapping[str, Value]:
    return {key: value for key, value in values.items() if key != abstention}


def _letters(rubric: Rubric, section: SectionBase) -> Sequence[str | None]:
    return rubric.letters() if section.per_output else [None]
