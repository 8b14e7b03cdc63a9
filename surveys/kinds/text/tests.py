"""Tests of the kind `text`."""

import pytest

from core.errors import DocumentError
from surveys.columns import rubric_columns
from surveys.kinds.question import AnswerError
from tests.surveys.parts import asked, impression, rubric_with

SECTION = "  - {key: why, kind: text, title: Why?, min_length: 3, max_length: 6}".replace(
    "Why?", '"Why?"'
)


def test_it_takes_a_text_between_its_lengths():
    (question,) = asked(SECTION)
    assert (question.parse(" a\r\nb c\x00 "), question.parse("  ")) == ("a\nb c", None)
    assert question.when_blank() == "Write a few words."
    for text, problem in (("ab", "at least 3"), ("abcdefg", "at most 6")):
        with pytest.raises(AnswerError, match=problem):
            question.parse(text)


def test_a_judges_text_is_cut_and_one_too_short_is_none():
    (question,) = asked(SECTION)
    assert [question.taken(text) for text in ("ab", "abc", "abcdefg")] == [
        ("", False),
        ("abc", False),
        ("abcdef", True),
    ]


def test_it_has_no_numbers_and_no_measure():
    (question,) = asked(SECTION)
    assert (question.prompt_lines(), question.values(), question.allowed()) == ([], [], "")
    (column,) = rubric_columns(rubric_with(section=SECTION))
    assert (column.is_text, column.measure) == (True, None)


def test_a_made_up_annotator_writes_what_fits():
    (question,) = asked(SECTION)
    assert question.simulated(impression(0.5)) == "Words."


def test_lengths_that_no_text_has_are_refused():
    with pytest.raises(DocumentError, match=r"sections.0.min_length: 7 is greater than"):
        rubric_with(section=SECTION.replace("min_length: 3", "min_length: 7"))
