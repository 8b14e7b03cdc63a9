"""Tests of the block `image`."""

from surveys.base import FieldNeed, Medium, Part, Stimulus
from tests.surveys.parts import rubric_with

SHOWN = Stimulus(media={"image": Medium("/picture.png")})


def test_it_shows_a_picture_of_the_item():
    block = rubric_with(block="  - {block: image}").stimulus[-1]
    assert (block.needs(), block.compares_with_next) == ([FieldNeed("image", "image")], True)
    assert (block.prompt(SHOWN), block.prompt(Stimulus())) == ([Part("image", "image")], [])
    assert block.part_of(SHOWN, block.needs()[0]) == [Part("image", "image")]
    unseen = rubric_with(block="  - {block: image, judge_sees: false}").stimulus[-1]
    assert unseen.prompt(SHOWN) == []
