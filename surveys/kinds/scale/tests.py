"""Tests of the kind `scale`."""

import pytest

from core.errors import DocumentError
from surveys.columns import rubric_columns
from surveys.kinds.measures import Measure
from surveys.kinds.question import AnswerError
from tests.surveys.parts import asked, impression, rubric_with, shown

SECTION = (
    "  - {key: clear, kind: scale, title: Clear, criteria: [clarity], low: 0, high: 100, "
    "anchors: {0: Not at all}}"
)


def test_it_takes_whole_numbers_between_its_ends():
    (question,) = asked(SECTION)
    assert (question.parse("100"), question.parse("4.0"), question.parse(None)) == (100, 4, None)
    assert question.when_blank() == "Choose a number from 0 to 100."
    with pytest.raises(AnswerError, match="101 is not between 0 and 100"):
        question.parse("101")


def test_prompt_and_reader_and_dictionary_tell_the_same_numbers():
    (question,) = asked(SECTION)
    assert question.prompt_lines() == ["  A whole number from 0 to 100.", "  0: Not at all"]
    assert question.values() == range(101)
    assert question.allowed() == "0 to 100; 0 = Not at all"


def test_it_measures_a_value_between_its_ends():
    (column,) = rubric_columns(rubric_with(section=SECTION))
    assert (column.key, column.measure) == ("clarity", Measure("value", 0, 100))


def test_a_made_up_annotator_gives_multiples_of_five_on_a_long_scale():
    (long,) = asked(SECTION)
    (short,) = asked(SECTION.replace("100", "10"))
    assert [question.simulated(impression(0.52)) for question in (long, short)] == [50, 5]


def test_a_slider_stands_where_there_are_too_many_buttons():
    assert [len(asked(SECTION.replace("100", high))[0].buttons) for high in ("10", "11")] == [11, 0]


def test_ends_that_nobody_could_answer_with_are_refused():
    with pytest.raises(DocumentError, match=r"sections.0.high: 9999999999 is outside the range"):
        rubric_with(section=SECTION.replace("100", "9999999999"))


@pytest.mark.parametrize(
    ("run", "first", "second"),
    [
        ("as_written", [1, 2, 3], [1, 2, 3]),
        ("best_first", [3, 2, 1], [3, 2, 1]),
        ("worst_first", [1, 2, 3], [1, 2, 3]),
        ("balanced", [1, 2, 3], [3, 2, 1]),
    ],
)
def test_buttons_run_as_the_rubric_states(run, first, second):
    short = SECTION.replace("low: 0, high: 100", f"low: 1, high: 3, options_run: {run}")
    rubric = rubric_with(section=short.replace("{0: Not at all}", "{1: Not at all}"))
    orders = [
        version.sections[0].questions(version, shown(), None)[0].buttons
        for version in (rubric, rubric.in_order(1))
    ]
    assert orders == [first, second]
    assert rubric.in_order(1).sha256 == rubric.sha256


def test_a_slider_has_a_tick_for_each_value_with_words_and_for_its_ends():
    (question,) = asked(SECTION.replace("{0: Not at all}", "{50: Half, 25: A little}"))
    assert question.ticks == [(0, ""), (25, "A little"), (50, "Half"), (100, "")]
    labelled = SECTION.replace("anchors: {0: Not at all}", "high_label: All, anchors: {50: Half}")
    assert asked(labelled)[0].ticks == [(0, ""), (50, "Half"), (100, "All")]
    assert asked(SECTION.replace("anchors: {0: Not at all}", "low_label: Nothing"))[0].ticks == []


def test_a_scale_is_not_shuffled():
    with pytest.raises(DocumentError, match=r"sections.0.options_run: a scale cannot be shuffled"):
        rubric_with(section=SECTION.replace("low: 0", "options_run: shuffled, low: 0"))
