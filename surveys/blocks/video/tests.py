"""Tests of the block `video`."""

from surveys.base import FieldNeed, Medium, Part, Stimulus
from tests.surveys.parts import rubric_with

BLOCK = "  - {block: video, captions: spoken, rates: [0.5], watch_share: 0.901}"
SHOWN = Stimulus(fields={"spoken": " Hello. "}, media={"video": Medium("/clip.mp4")})


def test_it_shows_a_clip_with_its_captions():
    block = rubric_with(block=BLOCK).stimulus[-1]
    assert block.needs() == [
        FieldNeed("video", "video"),
        FieldNeed("spoken", "text", required=False),
    ]
    assert block.prompt(SHOWN) == [Part("video", "video"), Part("text", "[Captions]:\nHello.")]
    assert (block.rates_offered, block.watch_percent) == ([0.5, 1.0], 91)
    assert set(block.sample()) == {"spoken"}
