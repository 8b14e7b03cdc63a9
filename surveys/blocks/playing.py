"""Base class of blocks that play clips or sounds. A block declares the playback rates, and the
share that must be played before people can answer."""

import math
from typing import Annotated

from pydantic import Field

from surveys.blocks.base import BlockBase

# Playback rates that browsers support with sound and without falling back to still pictures.
Rate = Annotated[float, Field(ge=0.1, le=4)]


class PlayingBlock(BlockBase):
    """A block that plays a clip or a sound."""

    rates: tuple[Rate, ...] = Field(
        default=(), max_length=8, description="Playback rates that annotators can choose from."
    )
    watch_share: float = Field(
        default=0,
        ge=0,
        le=1,
        description="Share of each clip or sound that must be played before the questions open.",
    )

    @property
    def rates_offered(self) -> list[float]:
        """Return the playback rates that people can choose from, including normal speed. Return an
        empty list if people cannot choose a rate."""
        return sorted({1.0, *self.rates}) if self.rates else []

    @property
    def watch_percent(self) -> int:
        """Return the share of the clip or sound that must be played, in per cent, rounded up."""
        return math.ceil(round(self.watch_share * 100, 6))
