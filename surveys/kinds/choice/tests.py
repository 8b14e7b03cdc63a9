"""Tests of the kind `choice`."""

import pytest

from core.errors import DocumentError
from surveys.columns import rubric_columns
from surveys.kinds.measures import Measure
from surveys.kinds.question import AnswerError
from tests.surveys.parts import asked, impression, rubric_with

SECTION = (
    "  - {key: detail, kind: choice, title: Detail, criteria: [clarity], "
    "options: [{value: 3, text: Much}, {value: 1, text: None at all}]}"
)


def test_it_takes_its_options_alone():
    (question,) = asked(SECTION)
    assert (question.parse(" 3 "), question.parse("")) == (3, None)
    assert question.when_blank() == "Choose one answer."
    with pytest.raises(AnswerError, match="2 is not one of the answers 3, 1"):
        question.parse("2")


def test_prompt_and_reader_and_dictionary_tell_the_same_options():
    (question,) = asked(SECTION)
    assert question.prompt_lines() == ["  3. Much", "  1. None at all"]
    assert (question.values(), question.worded()) == ([1, 3], {3: "Much", 1: "None at all"})
    assert question.allowed() == "3 = Much; 1 = None at all"


def test_it_measures_a_value_between_its_ends():
    (column,) = rubric_columns(rubric_with(section=SECTION))
    assert (column.key, column.measure) == ("clarity", Measure("value", 1, 3))


def test_a_made_up_annotator_answers_by_the_nearest_option():
    (question,) = asked(SECTION)
    assert [question.simulated(impression(share)) for share in (0.1, 0.9)] == [1, 3]


def test_two_options_of_one_value_are_refused():
    with pytest.raises(DocumentError, match=r"sections.0.options.1.value: `3` is declared twice."):
        rubric_with(section=SECTION.replace("value: 1", "value: 3"))


def test_options_run_as_the_rubric_states_or_are_refused():
    best_first = SECTION.replace("title: Detail", "title: Detail, options_run: best_first")
    assert asked(best_first)[0].values() == [1, 3]
    with pytest.raises(
        DocumentError, match="the options are not in the order that `worst_first` needs"
    ):
        rubric_with(section=best_first.replace("best_first", "worst_first"))
