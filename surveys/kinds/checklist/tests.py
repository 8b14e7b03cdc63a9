"""Tests of the kind `checklist`."""

import pytest

from core.errors import DocumentError
from surveys.columns import derive, rubric_columns
from surveys.kinds.measures import Measure
from surveys.loading import load_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.questions import questions
from tests.surveys.parts import RUBRIC, asked, impression, rubric_with, shown

SECTION = (
    "  - {key: point, kind: checklist, title: Points, criteria: [clarity], "
    "entries: points, total: sum, "
    "reasons: optional, steps: [{key: there, title: There}, {key: right, title: Right}]}"
)
KEYS = [f"point.{number}.{step}" for number in (1, 2) for step in ("there", "right", "reason")]


def test_every_entry_is_asked_step_by_step():
    questions = asked(SECTION)
    assert [question.key for question in questions] == KEYS
    gates = [question.gate and question.gate.key for question in questions[:3]]
    assert gates == [None, "point.1.there", None]
    assert [question.label for question in questions[::3]] == ["a coat", "a dog"]
    assert questions[0].prompt_lines() == ["  1. Yes", "  0. No"]
    assert (questions[0].allowed(), questions[0].in_replies) == ("1 = Yes; 0 = No", False)


def test_scores_follow_from_the_steps():
    rubric = rubric_with(section=SECTION)
    values = {"point.1.there": 1, "point.1.right": 1, "point.2.there": 0}
    assert derive(rubric, values, shown()) == {"point.1": 1, "point.2": 0, "sum": 1}
    derived = [column for column in rubric_columns(rubric, entries={"points": 2}) if column.derived]
    assert [(column.key, column.measure) for column in derived] == [
        ("point.1", Measure("value", 0, 1)),
        ("point.2", Measure("value", 0, 1)),
        ("sum", None),
    ]


def test_only_the_score_of_an_entry_has_the_criterion():
    """Only an entry's score belongs to the criterion. The criterion's mean must not include
    steps."""
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


POINTS = (
    "  - {key: point, kind: checklist, title: Criteria, criteria: [clarity], points: true, "
    "entries: points, total: score, by_tag: {style: 'axis:style', tone: tone}, "
    "steps: [{key: met, title: Is it met?, yes: Met, no: Not met}]}"
)
RUBRICS = [
    {"criterion": "Names the dose", "points": 7, "tags": ["axis:style"]},
    {"criterion": "Sends the person to a doctor", "points": 3},
    {"criterion": "Invents a source", "points": -8, "tags": ["axis:style", "tone"]},
]


@pytest.mark.parametrize(
    ("met", "clipped", "shares"),
    [
        ((1, 1, 0), True, {"score": 1, "style": 1}),
        ((0, 1, 0), True, {"score": 0.3, "style": 0}),
        ((0, 1, 1), True, {"score": 0, "style": 0}),
        ((0, 1, 1), False, {"score": -0.5, "style": -1.142857}),
        ((1, 0), True, {}),  # one answer is still blank
    ],
)
def test_points_are_added_up_and_divided_by_those_above_zero(met, clipped, shares):
    section = POINTS.replace("points: true", f"points: true, clipped: {str(clipped).lower()}")
    rubric = rubric_with(section=section)
    values = {f"point.{number}.met": value for number, value in enumerate(met, 1)}
    derived = derive(rubric, values, shown(points=RUBRICS))
    assert {key: value for key, value in derived.items() if "." not in key} == shares


def test_criteria_can_be_those_of_the_rubric():
    listed = (
        "listed: [{criterion: Says when, points: 4, tags: ['axis:style']}, "
        "{criterion: Rambles, points: -2, tags: [tone]}]"
    )
    rubric = rubric_with(section=POINTS.replace("entries: points", listed))
    assert [question.label for question in questions(rubric, shown())] == ["Says when", "Rambles"]
    values = {"point.1.met": 1, "point.2.met": 1}
    assert derive(rubric, values, shown()) == {"point.1": 1, "point.2": 1, "score": 0.5, "style": 1}
    assert [column.key for column in rubric_columns(rubric)][2:] == [
        *("point.1", "point.2", "score", "style", "tone")
    ]
    assert rubric.sections[0].entry_lines()[:3] == [
        *("The entries are:", "  1. Says when", "  2. Rambles")
    ]


def test_a_judge_answers_each_criterion_by_its_number():
    rubric = load_rubric(
        RUBRIC.format(
            section=POINTS,
            block="  - {block: list, field: facts, entry_title: criterion, ordered: true}",
            outputs=1,
        ).replace(
            "format: section-lines",
            "format: entry-json, section: point, root: verdict, scores: met, reasons: reasons",
        )
    )
    stimulus = shown(points=RUBRICS, facts=RUBRICS)
    prompt = render_prompt(rubric, stimulus)
    assert "2. Sends the person to a doctor" in prompt_text(prompt)
    assert '"criterion_3": "<0 or 1>"' in prompt_text(prompt)
    by_record = (
        '{"verdict": {"met": [{"criterion": 1, "criteria_met": true}, {"criterion": 2, '
        '"criteria_met": false}, {"criterion": 3, "criteria_met": true, "explanation": "Yes."}]}}'
    )
    for reply in (
        '{"verdict": {"met": {"criterion_1": 1, "criterion_2": 0, "criterion_3": true}}}',
        by_record,
        '{"1": 1, "2": 0, "3": 1}',
    ):
        read = rubric.reply.parse(rubric, stimulus, reply).values
        assert {key: read[key] for key in ("point.1", "point.2", "point.3")} == {
            "point.1": 1,
            "point.2": 0,
            "point.3": 1,
        }, reply
        assert derive(rubric, read, stimulus)["score"] == 0  # (7 - 8) / 10, clipped at 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"points": 3},
        {"criterion": "Rambles", "points": 11},
        {"criterion": "Rambles", "points": 1, "tags": "tone"},
    ],
)
def test_an_item_with_a_wrong_criterion_is_refused(wrong):
    rubric = rubric_with(section=POINTS)
    (problem,) = rubric.sections[0].item_problems({"points": [*RUBRICS, wrong]})
    assert (problem.path, problem.what[:20]) == ("points", "record 4 needs a `cr")


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
            "sections.0.steps: the key `reason` is reserved for the entries' reasons.",
        ),
        ("total: sum", "total: sum, gated: false", "sections.0.total: without `gated: true`"),
        ("total: sum", "points: true, gated: false", "sections.0.points: without `gated: true`"),
        ("total: sum", "by_tag: {tone: x}", "sections.0.by_tag: the entries are not worth points."),
        ("entries: points, ", "", "sections.0.entries: entries must come either from the item"),
        (
            "entries: points, total: sum",
            "listed: [{criterion: C}], points: true, by_tag: {tone: x}",
            "sections.0.by_tag.tone: no entry has the tag “x”.",
        ),
    ],
)
def test_what_contradicts_itself_is_refused(old, new, problem):
    with pytest.raises(DocumentError) as refusal:
        rubric_with(section=SECTION.replace(old, new))
    assert problem in str(refusal.value)
