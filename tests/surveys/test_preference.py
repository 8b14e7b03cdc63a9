"""Tests of the section kind `preference`, which is read by position and stored by output."""

import pytest

from core.errors import DocumentError
from surveys.base import ShownOutput, Stimulus
from surveys.columns import rubric_columns
from surveys.forms import check_answers
from surveys.loading import library_rubric, library_source, load_rubric
from surveys.questions import questions

RUBRIC = library_rubric("instruction-following-pair")


def shown(order: str) -> Stimulus:
    outputs = [ShownOutput(letter, place, letter * 3) for place, letter in enumerate(order, 1)]
    return Stimulus(fields={"instruction": "Say hello."}, outputs=outputs)


@pytest.mark.parametrize(
    ("order", "chosen", "stored"),
    [("ab", "1", 1), ("ab", "2", 2), ("ba", "1", 2), ("ba", "2", 1), ("ba", "0", 0)],
)
def test_a_choice_by_position_is_stored_by_output_and_back(order, chosen, stored):
    asked = questions(RUBRIC, shown(order))
    checked = check_answers(asked, {"preference": chosen})
    assert (checked.values, list(checked.problems)) == ({"preference": stored}, [])
    assert asked[0].as_asked(stored) == int(chosen)
    assert [(option.value, option.text) for option in asked[0].options] == [
        (1, "Answer 1"),
        (2, "Answer 2"),
        (0, "No difference"),
    ]


@pytest.mark.parametrize(
    ("raw", "code"), [("3", "out_of_range"), ("", "missing_criterion"), ("b", "not_a_number")]
)
def test_what_is_no_answer(raw, code):
    assert [
        one.code
        for one in check_answers(questions(RUBRIC, shown("ab")), {"preference": raw}).problems
    ] == [code]


@pytest.mark.parametrize("order", ["ab", "ba"])
@pytest.mark.parametrize("value", [0, 1, 2])
def test_a_judge_is_read_by_position_too(order, value):
    stimulus = shown(order)
    written = RUBRIC.reply.write(RUBRIC, stimulus, {"preference": value, "reason": "It greets."})
    position = 0 if value == 0 else order.index("ab"[value - 1]) + 1
    assert written.split("\n")[0] == f"Section 1: {position}"
    assert RUBRIC.reply.read(RUBRIC, stimulus, written).values == {
        "preference": value,
        "reason": "It greets.",
    }


def test_the_dictionary_speaks_of_outputs():
    assert rubric_columns(RUBRIC)[0].allowed == "1 = output a; 2 = output b; 0 = tie"


def test_it_needs_a_page_of_two():
    source = library_source("instruction-following-pair").replace("per_page: 2", "per_page: 1")
    with pytest.raises(DocumentError) as error:
        load_rubric(source)
    assert error.value.problems[0].path == "sections.0"
