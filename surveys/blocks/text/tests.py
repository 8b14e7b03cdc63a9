"""Tests of the block `text`."""

from surveys.base import FieldNeed, Part
from tests.surveys.parts import rubric_with, shown


def test_it_shows_a_text_of_the_item():
    block = rubric_with(block="  - {block: text, field: query, title: Query}").stimulus[-1]
    assert block.needs() == [FieldNeed("query", "text")]
    assert block.prompt(shown(query="A mill?")) == [Part("text", "[Query]:\nA mill?")]
    assert block.prompt(shown()) == []
    assert set(block.sample()) == {"query"}
