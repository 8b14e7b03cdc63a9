"""`checklist`, part by part."""

import pytest

from core.errors import DocumentError
from surveys.columns import derive, rubric_columns
from surveys.kinds.measures import Measure
from tests.surveys.parts import asked, impression, rubric_with, shown

SECTION = (
    "  - {key: point, kind: checklist, title: Points, criteria: [clarity], "
    "entries: points, total: sum, "
    "reasons: optional, steps: [{key: there, title: There}, {key: right, title: Right}]}"
)
KEYS = [f"point.{number}.{step}" for number in (1, 2) for step in ("there", "right", "reason")]


def test_every_entry_is_asked_step_by_step():
    questions = asked(SECTION)
    assert [question.key for question in questions] == KEYS
    assert [question.gate for question in questions[:3]] == [None, "point.1.there", None]
    assert [question.label for question in questions[::3]] == ["a coat", "a dog"]
    assert questions[0].prompt_lines() == ["  1. Yes", "  0. No"]
    assert (questions[0].allowed(), questions[0].in_replies) == ("1 = Yes; 0 = No", False)


def test_scores_follow_from_the_steps():
    rubric = rubric_with(section=SECTION)
    values = {"point.1.there": 1, "point.1.right": 1, "point.2.there": 0}
    assert derive(rubric, values) == {"point.1": 1, "point.2": 0, "sum": 1}
    derived = [column for column in rubric_columns(rubric, entries={"points": 2}) if column.derived]
    assert [(column.key, column.measure) for column in derived] == [
        ("point.1", Measure("value", 0, 1)),
        ("point.2", Measure("value", 0, 1)),
        ("sum", None),
    ]


def test_only_the_score_of_an_entry_has_the_criterion():
    """A mean over the criterion must not mix an entry's steps with its score."""
    columns = rubric_columns(rubric_with(section=SECTION), entries={"points": 2})
    assert [column.key for column in columns if column.criterion] == ["point.1", "point.2"]


def test_the_total_is_a_criterion_where_one_has_its_name():
    section = (
        SECTION.replace("total: sum", "total: clarity, key: point")
        .replace("{key: point, kind", "{kind")
        .replace("criteria: [clarity], ", "")
    )
    rubric = rubric_with(section=section)
    (total,) = [column for column in rubric_columns(rubric) if column.key == "clarity"]
    assert (total.criterion, total.level, total.best) == ("clarity", "ordinal", "highest")
    assert total.measure == rubric.sections[0].measures(rubric)["clarity"] == Measure("value", 0)


def test_a_judge_is_told_the_steps_once():
    assert rubric_with(section=SECTION).sections[0].entry_lines() == [
        "Take these steps for every entry:",
        "  Step 1. There No: the entry scores 0. Yes: go on to the next step.",
        "  Step 2. Right No: the entry scores 0. Yes: it scores 1.",
    ]


def test_a_judge_scores_whole_entries():
    rubric = rubric_with(section=SECTION)
    entries = rubric.sections[0].entries_scored(shown())
    assert [(entry.name, entry.score.key, entry.reason.key) for entry in entries] == [
        ("a coat", "point.1", "point.1.reason"),
        ("a dog", "point.2", "point.2.reason"),
    ]
    assert list(entries[0].score.values()) == [0, 1]


def test_a_made_up_annotator_says_yes_to_what_it_sees():
    step, _second, reason, *_others = asked(SECTION)
    assert [step.simulated(impression(level)) for level in (0.4, 0.6)] == [0, 1]
    assert reason.simulated(impression(0.6)) == "Words."


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("key: right", "key: there", "sections.0.steps.1.key: `there` is declared twice."),
        (
            "key: right",
            "key: reason",
            "sections.0.steps: `reason` is the key of the entries' reasons.",
        ),
        ("total: sum", "total: sum, gated: false", "sections.0.total: without `gated: true`"),
    ],
)
def test_what_contradicts_itself_is_refused(old, new, problem):
    with pytest.raises(DocumentError) as refusal:
        rubric_with(section=SECTION.replace(old, new))
    assert problem in str(refusal.value)
