"""`outputs`, part by part."""

import pytest

from core.errors import DocumentError
from surveys.base import Part
from tests.surveys.parts import rubric_with, shown


def test_outputs_stand_in_the_order_shown():
    block = rubric_with(outputs=2).stimulus[1]
    assert (block.shows_outputs, block.needs(), block.output_format) == (True, [], "plain")
    assert block.prompt(shown(outputs=2)) == [
        Part("text", "[Caption 1]:\nText b."),
        Part("text", "[Caption 2]:\nText a."),
    ]


def test_a_second_block_of_outputs_is_refused():
    with pytest.raises(DocumentError, match="exactly one block must be `outputs`"):
        rubric_with(block="  - {block: outputs}")
