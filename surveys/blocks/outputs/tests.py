"""Tests of the block `outputs`."""

import pytest

from core.errors import DocumentError
from surveys.base import Medium, Part, ShownOutput, Stimulus
from surveys.prompts import render_prompt
from tests.surveys.parts import rubric_with, shown


def test_outputs_stand_in_the_order_shown():
    block = rubric_with(outputs=2).stimulus[1]
    assert (block.shows_outputs, block.needs(), block.output_format) == (True, [], "plain")
    assert block.prompt(shown(outputs=2)) == [
        Part("text", "[Caption 1]:\nText b."),
        Part("text", "[Caption 2]:\nText a."),
    ]


def test_a_judge_gets_the_source_of_a_page_and_its_imported_picture():
    rubric = rubric_with()
    block = rubric.stimulus[1].model_copy(update={"format": "html"})
    rubric = rubric.model_copy(update={"stimulus": (rubric.stimulus[0], block)})
    source = "<h1>Mill</h1><script>parent.alert('1')</script>"
    picture = Medium("/shot.png", kind="image")
    page = ShownOutput("a", 1, source, [picture])
    parts = render_prompt(rubric, Stimulus(fields={"points": ["a coat"]}, outputs=[page]))
    assert [part.kind for part in parts if not part.is_prompt_text] == ["image"]
    assert source in "".join(part.content for part in parts if part.is_prompt_text)


def test_a_second_block_of_outputs_is_refused():
    with pytest.raises(DocumentError, match="exactly one block must be `outputs`"):
        rubric_with(block="  - {block: outputs}")
