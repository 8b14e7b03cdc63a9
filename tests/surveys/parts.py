"""Rubrics of one section or one block, for the tests of section kinds and blocks."""

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
    """Return a rubric with this YAML line as its section, or with an additional block."""
    return load_rubric(RUBRIC.format(section=section, block=block, outputs=outputs))


def shown(*, outputs: int = 1, **fields) -> Stimulus:
    """Return the stimulus of a HIT page, with its outputs in reverse order."""
    letters = "abcdefghijkl"[:outputs][::-1]
    texts = [
        ShownOutput(letter, place, f"Text {letter}.") for place, letter in enumerate(letters, 1)
    ]
    return Stimulus(fields={"points": ["a coat", "a dog"], **fields}, outputs=texts)


def asked(section: str, *, outputs: int = 1) -> list[Question]:
    """Return the questions of a section, on a page with `outputs` outputs."""
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
