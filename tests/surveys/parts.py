"""A rubric of one section or one block, for the tests that stand beside a kind or a block."""

from surveys.base import ShownOutput, Stimulus
from surveys.kinds.question import Impression, Question
from surveys.loading import load_rubric
from surveys.spec import Rubric

RUBRIC = """\
name: one-part
title: T
summary: S
instructions: I
outputs: {{per_page: {outputs}, name: Caption}}
stimulus:
  - {{block: list, field: points, title: Points}}
  - {{block: outputs, title: Caption}}
{block}
criteria:
  - {{key: clarity, title: Clarity, level: ordinal, best: highest}}
sections:
{section}
reply: {{format: section-lines}}
"""
SECTION = "  - {key: clear, kind: scale, title: Clear, low: 1, high: 5}"


def rubric_with(*, section: str = SECTION, block: str = "", outputs: int = 1) -> Rubric:
    """A rubric with this line of YAML for its section, or for one more block."""
    return load_rubric(RUBRIC.format(section=section, block=block, outputs=outputs))


def shown(*, outputs: int = 1, **fields) -> Stimulus:
    """What a HIT page shows: outputs with the last one first, as in b, a."""
    letters = "abcdefghijkl"[:outputs][::-1]
    texts = [
        ShownOutput(letter, place, f"Text {letter}.") for place, letter in enumerate(letters, 1)
    ]
    return Stimulus(fields={"points": ["a coat", "a dog"], **fields}, outputs=texts)


def asked(section: str, *, outputs: int = 1) -> list[Question]:
    """The questions of a section, one output for each place of the page."""
    rubric = rubric_with(section=section, outputs=outputs)
    return list(rubric.sections[0].questions(rubric, shown(outputs=outputs), None))


def impression(level: float, share: float | None = None) -> Impression:
    return Impression(
        level=level,
        share=level if share is None else share,
        level_of=lambda _letter: level,
        words=lambda: "Words.",
        chance=None,
    )
