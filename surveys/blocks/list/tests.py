"""Tests of the block `list`."""

from surveys.base import FieldNeed, Part
from tests.surveys.parts import rubric_with, shown


def test_it_shows_a_list_of_the_item():
    block = rubric_with(block="  - {block: list, field: facts, ordered: true}").stimulus[-1]
    assert block.needs() == [FieldNeed("facts", "list")]
    assert block.prompt(shown(facts=["one", "two"])) == [Part("text", "1. one\n2. two")]
    assert block.listed_field() == "facts"
    (need,) = block.needs()
    assert block.part_of(shown(facts=["one", "two"]), need) == [Part("text", "one\ntwo")]
