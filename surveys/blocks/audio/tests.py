"""Tests of the block `audio`."""

from surveys.base import FieldNeed, Medium, Part, Stimulus
from tests.surveys.parts import rubric_with

BLOCK = "  - {block: audio, field: call, rates: [1.5], watch_share: 0.9}"
SHOWN = Stimulus(media={"call": Medium("/call.ogg", "audio/ogg")})


def test_it_plays_a_recording_and_attaches_it_for_a_judge():
    block = rubric_with(block=BLOCK).stimulus[-1]
    assert block.needs() == [FieldNeed("call", "audio")]
    assert block.prompt(SHOWN) == block.part_of(SHOWN, block.needs()[0]) == [Part("audio", "call")]
    assert block.prompt(Stimulus()) == []
    assert (block.rates_offered, block.watch_percent) == ([1.0, 1.5], 90)


def test_a_judge_that_does_not_hear_gets_no_part():
    block = rubric_with(block="  - {block: audio, judge_sees: false}").stimulus[-1]
    assert block.prompt(Stimulus(media={"audio": Medium("/a.ogg")})) == []
