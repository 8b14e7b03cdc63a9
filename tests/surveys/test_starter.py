"""Tests of the rubric that the editor opens with."""

from surveys.loading import load_rubric, starter_source


def test_the_first_rubric_works_as_it_stands():
    rubric = load_rubric(starter_source())
    assert (rubric.name, [section.kind for section in rubric.sections]) == (
        "my-rubric",
        ["scale", "text"],
    )
