"""Contradiction guards, which are soft rules. People are asked about a contradiction once, when
they submit their answers.

To add a guard, add a module here and list it below.
"""

from typing import Annotated

from pydantic import Field

from surveys.guards.base import Concern, find_concerns
from surveys.guards.low_score import LowScoreWithoutMark
from surveys.guards.preference import PreferenceAgainstScores
from surveys.guards.reason_against_step import ReasonAgainstStep
from surveys.guards.same_text import SameText
from surveys.guards.unvarying import UnvaryingScores

AnyGuard = Annotated[
    LowScoreWithoutMark | PreferenceAgainstScores | ReasonAgainstStep | SameText | UnvaryingScores,
    Field(discriminator="guard"),
]

__all__ = ["AnyGuard", "Concern", "find_concerns"]
