"""Basis of blocks that play clips or sounds: playback rates, and the share to be played before
scoring opens."""

import math
from typing import Annotated

from pydantic import Field

from surveys.blocks.base import BlockBase

# What browsers play with sound and without dropping to stills.
Rate = Annotated[float, Field(ge=0.1, le=4)]


class PlayingBlock(BlockBase):
    """A block that plays something."""

    rates: tuple[Rate, ...] = Field(
        default=(), max_length=8, description="Playback rates an annotator may choose from."
    )
    watch_share: float = Field(
        default=0,
        ge=0,
        le=1,
        description="Share of each clip or sound that must be played before scoring opens.",
    )

    @property
    def rates_offered(self) -> list[float]:
        """Return the rates to choose from, with the clip's own; none without a choice."""
        return sorted({1.0, *self.rates}) if self.rates else []

    @property
    def watch_percent(self) -> int:
        """The share to be played, in whole percent, rounded up."""
        return math.ceil(round(self.watch_share * 100, 6))
