"""`preference`, part by part."""

import pytest

from surveys.columns import columns
from surveys.kinds.measures import Measure
from tabular.errors import DocumentError
from tests.surveys.parts import asked, impression, rubric_with

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
    (column,) = columns(rubric_with(section=SECTION, outputs=2))
    assert (column.measure, column.level) == (Measure("pair", level="nominal"), "nominal")


def test_a_made_up_annotator_answers():
    (question,) = asked(SECTION, outputs=2)
    assert [question.simulated(impression(share)) for share in (0, 0.5, 1)] == [0, 1, 2]


def test_one_output_has_nothing_to_prefer():
    with pytest.raises(DocumentError, match=r"sections.0: a preference is between the two outputs"):
        rubric_with(section=SECTION)
