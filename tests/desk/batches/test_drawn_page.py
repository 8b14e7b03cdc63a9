"""Tests of the small drawing of a rubric's page on the rubric's card."""

import pytest

from desk.steps.drawn_page import HEIGHT, MOST_SECTIONS, WIDTH, drawn_page
from surveys.loading import library_names, library_rubric


@pytest.mark.parametrize("name", library_names())
def test_all_shapes_are_in_the_drawing_and_each_section_has_its_panel(name):
    rubric = library_rubric(name)
    boxes = drawn_page(rubric)
    assert [
        box
        for box in boxes
        if box.width <= 0
        or box.height <= 0
        or not 0 <= box.x <= box.x + box.width <= WIDTH
        or not 0 <= box.y <= box.y + box.height <= HEIGHT
    ] == []
    panels = [box for box in boxes if box.name == "panel"]
    assert len(panels) == min(len(rubric.sections), MOST_SECTIONS)
    assert any(box.name in {"media", "context", "output"} for box in boxes)
