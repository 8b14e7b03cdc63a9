"""The columns: what an export holds, and the data dictionary that explains it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from surveys.base import LETTERS, ShownOutput, Stimulus
from surveys.kinds.checklist import ChecklistSection
from surveys.kinds.choice import ChoiceQuestion
from surveys.kinds.scale import ScaleQuestion
from surveys.questions import Question, Value, questions
from surveys.spec import Criterion, Rubric


@dataclass(frozen=True)
class Column:
    """One column of answers. `allowed` maps each stored number to its meaning; empty for free text."""

    key: str
    label: str
    section: str
    kind: str
    criterion: str = ""
    output: str = ""
    level: str = ""
    best: str = ""
    allowed: str = ""
    derived: bool = False


def columns(rubric: Rubric, *, entries: Mapping[str, int] | None = None) -> list[Column]:
    """The rubric's columns in the order asked, derived ones last.

    `entries` gives, for each list that a checklist repeats over, how many columns to make: the batch's longest.
    """
    shown = [ShownOutput(letter, number, "") for number, letter in enumerate(LETTERS, 1)][: rubric.outputs.per_page]
    blank = {name: [""] * count for name, count in (entries or {}).items()}
    stimulus = Stimulus(fields=blank, outputs=shown)
    return [*(_column(rubric, question) for question in questions(rubric, stimulus)), *_derived(rubric, shown, blank)]


def _column(rubric: Rubric, question: Question) -> Column:
    criterion = rubric.criterion(question.criterion) if question.criterion else None
    label = f"{question.help} ({question.entry})" if question.entry else question.label
    return Column(
        key=question.key,
        label=label,
        section=question.section,
        kind=question.kind,
        criterion=question.criterion or "",
        output=question.output or "",
        level=criterion.level if criterion and question.kind != "text" else "",
        best=criterion.best if criterion and question.kind != "text" else "",
        allowed=_allowed(question),
    )


def _allowed(question: Question) -> str:
    if isinstance(question, ChoiceQuestion):
        return "; ".join(f"{number} = {text}" for number, text in question.meanings().items())
    if isinstance(question, ScaleQuestion):
        anchors = "; ".join(f"{value} = {text}" for value, text in sorted(question.anchors.items()))
        return f"{question.low} to {question.high}" + (f"; {anchors}" if anchors else "")
    return ""


def derive(rubric: Rubric, values: Mapping[str, Value]) -> dict[str, int]:
    """The scores that follow from the answers: 0 or 1 for every checklist entry, and their sum. Never typed."""
    derived: dict[str, int] = {}
    for section in rubric.sections:
        if isinstance(section, ChecklistSection):
            for letter in LETTERS[: rubric.outputs.per_page] if section.per_output else (None,):
                derived |= with_total(section, section.entry_scores(values, letter), letter)
    return derived


def with_total(section: ChecklistSection, scores: Mapping[str, int], letter: str | None) -> dict[str, int]:
    """`scores` by entry key, and their sum under the section's name for it."""
    if not scores or not section.total:
        return dict(scores)
    total = f"{letter}.{section.total}" if letter else section.total
    return {**scores, total: sum(scores.values())}


def _derived(rubric: Rubric, shown: Sequence[ShownOutput], blank: Mapping[str, Sequence[str]]) -> list[Column]:
    found = []
    for section in rubric.sections:
        if isinstance(section, ChecklistSection) and section.gated:
            criterion = rubric.criterion(section.criteria[0]) if section.criteria else None
            for output in shown if section.per_output else [None]:
                found += _derived_columns(section, criterion, output, len(blank.get(section.entries, ())))
    return found


def _derived_columns(
    section: ChecklistSection, criterion: Criterion | None, output: ShownOutput | None, count: int
) -> list[Column]:
    letter = output.letter if output else ""
    prefix = f"{letter}." if letter else ""
    level = {"level": criterion.level, "best": criterion.best, "criterion": criterion.key} if criterion else {}
    found = [
        Column(
            f"{prefix}{section.key}.{number}",
            f"{section.title}: score of entry {number}",
            section.key,
            "score",
            output=letter,
            allowed="0; 1",
            derived=True,
            **level,
        )
        for number in range(1, count + 1)
    ]
    if section.total:
        found.append(
            Column(
                prefix + section.total,
                f"{section.title}: sum of the scores",
                section.key,
                "total",
                output=letter,
                derived=True,
            )
        )
    return found
