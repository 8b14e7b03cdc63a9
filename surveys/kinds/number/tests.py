"""Tests of the kind `number`."""

import pytest
from django.utils.translation import override

from core.errors import DocumentError
from surveys.columns import rubric_columns
from surveys.forms import check_answers
from surveys.kinds.measures import Measure
from surveys.kinds.question import AnswerError
from surveys.prompts.structured import read_structured, structured_schema
from surveys.replies.base import ReplyError
from tests.surveys.parts import asked, impression, rubric_with, shown

SECTION = (
    "  - {key: far, kind: number, title: How far, criteria: [clarity], low: -2, high: 120.5, "
    "decimals: 2, unit: m}"
)
WHOLE = "  - {key: count, kind: number, title: How many, low: 0, high: 999999999}"


@pytest.mark.parametrize(
    ("raw", "value"),
    [("3.25", 3.25), (" 4.0 ", 4), ("-2", -2), ("+7", 7), ("120.5", 120.5), (0.1, 0.1), ("", None)],
)
def test_it_takes_numbers_of_its_range_and_decimals(raw, value):
    (question,) = asked(SECTION)
    parsed = question.parse(raw)
    assert (parsed, type(parsed)) == (value, type(value))


@pytest.mark.parametrize(
    ("raw", "code", "message"),
    [
        ("3.257", "not_integer", "3.257 has more than 2 decimal places."),
        ("120.51", "out_of_range", "120.51 is not between -2 and 120.5."),
        ("3,25", "not_a_number", "“3,25” is not a number."),
        ("1e2", "not_a_number", "“1e2” is not a number."),
        ("9" * 41, "not_a_number", f"“{'9' * 40}” is not a number."),
        (True, "not_a_number", "“True” is not a number."),
    ],
)
def test_nothing_is_rounded_or_guessed(raw, code, message):
    (question,) = asked(SECTION)
    with pytest.raises(AnswerError) as refusal:
        question.parse(raw)
    assert (refusal.value.code, str(refusal.value)) == (code, message)


def test_a_blank_one_is_named_with_numbers_as_people_write_them():
    rubric = rubric_with(section=SECTION)
    questions = rubric.sections[0].questions(rubric, shown(), None)
    (problem,) = check_answers(questions, {}).problems
    assert problem.message == "Choose a number from -2 to 120.5."
    with override("de"):
        assert questions[0].ends == {"low": "-2", "high": "120,5"}
    assert questions[0].plain == {"low": "-2", "high": "120.5", "step": "0.01"}
    (whole,) = asked(WHOLE)
    assert whole.when_blank() == "Choose a number from 0 to 999999999."


def test_prompt_and_dictionary_say_range_unit_and_decimals():
    (question,) = asked(SECTION)
    assert question.prompt_lines() == [
        "  A number from -2 to 120.5, in m, with at most 2 decimals."
    ]
    (column,) = rubric_columns(rubric_with(section=SECTION))
    assert column.allowed == "-2 to 120.5 m, at most 2 decimals"
    assert (column.level, column.measure) == (
        "interval",
        Measure("value", -2, 120.5, level="interval"),
    )
    (whole,) = asked(WHOLE)
    assert whole.prompt_lines() == ["  A whole number from 0 to 999999999."]


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("Section 1: 3.25", 3.25),
        ("Section 1: 3.25 m", 3.25),
        ("Section 1: -1.5m.", -1.5),
        ("**Section 1:** 40 m (by the shadow)", 40),
    ],
)
def test_a_judges_number_is_read_with_its_unit(reply, value):
    rubric = rubric_with(section=SECTION)
    assert rubric.reply.read(rubric, shown(), reply).values == {"clarity": value}


@pytest.mark.parametrize(
    ("number", "code"),
    [("3.257", "not_integer"), ("3 to 4", "not_integer"), ("200", "out_of_range")],
)
def test_a_judges_number_is_not_made_to_fit(number, code):
    rubric = rubric_with(section=SECTION)
    with pytest.raises(ReplyError) as refusal:
        rubric.reply.read(rubric, shown(), f"Section 1: {number}")
    assert refusal.value.code == code


def test_a_small_number_of_json_is_read():
    (question,) = asked(SECTION.replace("decimals: 2", "decimals: 6"))
    assert question.parse(0.00002) == 0.00002


@pytest.mark.parametrize("number", ["0,250", "1,250"])
def test_a_comma_that_may_mean_either_is_not_read(number):
    rubric = rubric_with(section=SECTION.replace("120.5, decimals: 2", "5000, decimals: 3"))
    with pytest.raises(ReplyError) as refusal:
        rubric.reply.read(rubric, shown(), f"Section 1: {number}")
    assert refusal.value.code == "ambiguous_score"


def test_whole_numbers_far_apart_take_no_time():
    rubric = rubric_with(section=WHOLE)
    assert rubric.reply.read(rubric, shown(), "Section 1: 1,250").values == {"count": 1250}
    member = structured_schema(rubric, shown())["properties"]["How many"]
    assert member == {"type": "integer", "minimum": 0, "maximum": 999999999}


def test_structured_output_has_numbers_with_decimals():
    rubric = rubric_with(section=SECTION)
    ((name, member),) = structured_schema(rubric, shown())["properties"].items()
    assert member == {"type": "number", "minimum": -2, "maximum": 120.5}
    reading = read_structured(rubric, shown(), f'{{"{name}": 3.25}}')
    assert reading.values == {"clarity": 3.25}
    for refused in ("3.257", "true", '"3"', "500"):
        assert read_structured(rubric, shown(), f'{{"{name}": {refused}}}') is None
    whole = rubric_with(section=WHOLE)
    assert read_structured(whole, shown(), '{"How many": 3.0}') is None


def test_a_made_up_annotator_stays_in_the_range():
    (question,) = asked(SECTION)
    assert [question.simulated(impression(share)) for share in (-1, 0.5, 2)] == [-2, 59.25, 120.5]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("high: 120.5", "high: -2", r"sections.0.low: -2 is not less than -2"),
        ("high: 120.5", "high: 120.555", r"sections.0.high: 120.555 has more decimals"),
        ("high: 120.5", "high: 99999999999", r"sections.0.high: 99999999999 is outside the range"),
    ],
)
def test_ranges_that_hold_no_number_are_refused(old, new, problem):
    with pytest.raises(DocumentError, match=problem):
        rubric_with(section=SECTION.replace(old, new))
