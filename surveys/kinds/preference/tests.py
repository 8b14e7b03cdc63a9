"""Tests of the kind `preference`."""

from dataclasses import replace

import pytest

from core.errors import DocumentError
from surveys.columns import rubric_columns
from surveys.kinds.measures import Measure
from surveys.loading import load_rubric
from surveys.replies.base import ReplyError
from surveys.replies.scores import read_score
from tests.surveys.parts import RUBRIC, asked, impression, rubric_with, shown

SECTION = (
    "  - {key: better, kind: preference, title: Better, criteria: [clarity], tie: No difference}"
)


def test_it_is_asked_by_place_and_stored_by_output():
    (question,) = asked(SECTION, outputs=2)  # shown in the order b, a
    assert [question.parse(text) for text in ("1", "2", "0", "")] == [2, 1, 0, None]
    assert [question.as_asked(value) for value in (2, 1, 0)] == [1, 2, 0]
    assert [question.preferred(value) for value in (2, 1, 0)] == ["b", "a", None]


def test_prompt_and_reader_go_by_place_and_the_dictionary_by_output():
    (question,) = asked(SECTION, outputs=2)
    assert question.prompt_lines() == ["  1. Caption 1", "  2. Caption 2", "  0. No difference"]
    assert (question.values(), question.chooses_output) == ([0, 1, 2], True)
    assert question.worded() == {1: "Caption 1", 2: "Caption 2", 0: "No difference"}
    assert question.allowed() == "1 = output a; 2 = output b; 0 = tie"


def test_it_measures_a_pair():
    (column,) = rubric_columns(rubric_with(section=SECTION, outputs=2))
    assert (column.measure, column.level) == (Measure("pair", level="nominal"), "nominal")


def test_a_made_up_annotator_answers():
    (question,) = asked(SECTION, outputs=2)
    seen = [
        replace(impression(0.5), level_of=levels.__getitem__)
        for levels in ({"a": 0.9, "b": 0.2}, {"a": 0.2, "b": 0.9}, {"a": 0.5, "b": 0.5})
    ]
    assert [question.parse(question.simulated(each)) for each in seen] == [1, 2, 0]


STRONG = (
    "  - {key: better, kind: preference, title: Better, tie: No difference, both_good: Both good, "
    'both_bad: Both bad, strengths: ["{output} is slightly better", "{output} is much better"]}'
)


def test_strengths_are_a_scale_from_one_output_to_the_other():
    (question,) = asked(STRONG, outputs=2)  # shown in the order b, a
    assert question.prompt_lines() == [
        "  1. Caption 1 is much better",
        "  2. Caption 1 is slightly better",
        "  0. No difference",
        "  3. Caption 2 is slightly better",
        "  4. Caption 2 is much better",
        "  5. Both good",
        "  6. Both bad",
    ]
    stored = [question.parse(number) for number in range(7)]
    assert stored == [0, 4, 3, 2, 1, 5, 6]
    assert [question.as_asked(value) for value in stored] == list(range(7))
    assert [question.preferred(value) for value in range(7)] == [
        *(None, "a", "a", "b", "b"),
        *(None, None),
    ]
    assert question.allowed() == (
        "1 = output a is much better; 2 = output a is slightly better; 0 = tie; "
        "3 = output b is slightly better; 4 = output b is much better; 5 = both good; 6 = both bad"
    )


def test_a_strength_is_read_by_its_words():
    (question,) = asked(STRONG, outputs=2)
    written = "Caption 2 is slightly better"
    assert read_score(question, written, where="better") == 2


WITH_REASONS = STRONG + "\n  - {key: why, kind: text, title: Why, required: false}"


def read(reply: str):
    """Return the stored number in a reply, or the error code if the reply is refused. Caption 1 is
    output b."""
    rubric = rubric_with(section=WITH_REASONS, outputs=2)
    try:
        return rubric.reply.read(rubric, shown(outputs=2), reply).values["better"]
    except ReplyError as error:
        return error.code


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("Section 1: 2 (Caption 1 is slightly better)", 3),
        ("Section 1: 3 (Caption 2)", 2),
        ("Section 1: 2\nWhy: Caption 1 names the mill, and Caption 2 does not.", 3),
        ("Section 1: 5\nWhy: Caption 1 and Caption 2 both name the mill.", 5),
        ("Section 1: 2 (Caption 1 is much better)", "label_mismatch"),
        ("Section 1: 2\nWhy: Caption 1 is much better.", "ambiguous_score"),
        ("Section 1: 2\nWhy: Actually, Caption 2 names the mill.", "ambiguous_score"),
        ("Section 1: 2\nWhy: Caption 1 names the mill, so 3.", "ambiguous_score"),
    ],
)
def test_an_outputs_name_beside_a_strength_is_no_other_number(reply, outcome):
    assert read(reply) == outcome


LINES = "reply: {format: section-lines}"
MARKS = "reply: {format: marks, marks: {clarity: α}, reasons: why}"


def read_marks(reply: str):
    """Return the same as `read`, for a rubric whose reply format has marks around the scores."""
    section = SECTION + "\n  - {key: why, kind: text, title: Why, required: false}"
    text = RUBRIC.format(section=section, block="", outputs=2)
    rubric = load_rubric(text.replace(LINES, MARKS))
    try:
        return rubric.reply.read(rubric, shown(outputs=2), reply).values["clarity"]
    except ReplyError as error:
        return error.code


@pytest.mark.parametrize(
    ("behind", "outcome"),
    [
        ("Actually, Caption 1 names the mill.", 2),
        ("Actually, Caption 2 names the mill.", "ambiguous_score"),
    ],
)
def test_what_stands_behind_marks_is_compared_with_the_answer_as_asked(behind, outcome):
    assert read_marks(f"Good.\nα1α\n{behind}") == outcome


def test_its_measure_tells_which_output_a_strength_is_for():
    (column,) = rubric_columns(rubric_with(section=STRONG, outputs=2))
    assert [column.measure.preferred(value) for value in range(7)] == [0, 1, 1, 2, 2, 0, 0]


@pytest.mark.parametrize(
    ("levels", "stored"),
    [((0.9, 0.2), 1), ((0.6, 0.5), 2), ((0.8, 0.8), 5), ((0.5, 0.5), 0), ((0.1, 0.1), 6)],
)
def test_a_made_up_annotator_uses_every_answer(levels, stored):
    (question,) = asked(STRONG, outputs=2)
    seen = replace(impression(0.5), level_of=dict(zip("ab", levels, strict=True)).__getitem__)
    assert question.parse(question.simulated(seen)) == stored


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("strengths: [better]", "sections.0.strengths.0: the text of a strength must say"),
        (
            'strengths: ["{output} 1", "{output} 2", "{output} 3", "{output} 4"]',
            "sections.0.strengths: a preference can have at most 3 strengths, not 4",
        ),
    ],
)
def test_strengths_that_cannot_be_asked_are_refused(options, problem):
    section = f"  - {{key: better, kind: preference, title: Better, {options}}}"
    with pytest.raises(DocumentError, match=problem):
        rubric_with(section=section, outputs=2)


def test_three_outputs_want_a_ranking():
    with pytest.raises(DocumentError, match="For more outputs, use the kind `ranking`"):
        rubric_with(section=SECTION, outputs=3)


def test_one_output_has_nothing_to_prefer():
    with pytest.raises(DocumentError, match=r"sections.0: a preference compares the two outputs"):
        rubric_with(section=SECTION)
