"""What an outline is filled with: a colour, or a blend of colours over the outline's bounding
box."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Box = tuple[int, int, int, int]
_TABLE = 1024


def rgba(colour: str) -> tuple[int, int, int, int]:
    """`#rrggbb` or `#rrggbbaa`."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue, int(colour[7:9] or "ff", 16)


def mix(first: str, second: str, share: float) -> str:
    """The colour `share` of the way from `first` to `second`."""
    parts = (
        round(a + (b - a) * share) for a, b in zip(rgba(first)[:3], rgba(second)[:3], strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def lighter(colour: str, share: float = 0.2) -> str:
    return mix(colour, "#fff4e0", share)


def darker(colour: str, share: float = 0.2) -> str:
    return mix(colour, "#141230", share)


@dataclass(frozen=True)
class Blend:
    """Colours along a line (`angle` in degrees, 90 from top to bottom) or, with no angle, outwards
    from the middle."""

    colours: tuple[str, ...]
    angle: float | None

    def pixels(self, span: Box, part: Box) -> Image.Image:
        """The pixels of `part`, for a blend that covers `span`."""
        share = self._shares(span, part)
        stops = np.linspace(0, 1, len(self.colours))
        table = np.array([rgba(colour) for colour in self.colours], dtype=float)
        places = np.linspace(0, 1, _TABLE)
        steps = np.stack(
            [np.interp(places, stops, table[:, channel]) for channel in range(4)], axis=1
        )
        index = (np.clip(share, 0, 1) * (_TABLE - 1)).astype(np.int32)
        return Image.fromarray(np.round(steps).astype(np.uint8)[index], "RGBA")

    def _shares(self, span: Box, part: Box) -> NDArray[np.float64]:
        x = (np.arange(part[0], part[2]) + 0.5 - span[0]) / max(1, span[2] - span[0])
        y = (np.arange(part[1], part[3]) + 0.5 - span[1]) / max(1, span[3] - span[1])
        if self.angle is None:
            return np.hypot(x[None, :] * 2 - 1, y[:, None] * 2 - 1)
        across, down = np.cos(np.radians(self.angle)), np.sin(np.radians(self.angle))
        reach = abs(across) + abs(down)
        return ((x[None, :] - 0.5) * across + (y[:, None] - 0.5) * down) / reach + 0.5


Paint = str | Blend


def down(*colours: str, angle: float = 90) -> Blend:
    """From the top of the outline to its bottom."""
    return Blend(colours, angle)


def across(*colours: str) -> Blend:
    """From the left of the outline to its right."""
    return Blend(colours, 0)


def outwards(*colours: str) -> Blend:
    """From the middle of the outline's bounding box to its edge."""
    return Blend(colours, None)


def fading(colour: str, strength: float = 1.0) -> Blend:
    """A soft spot of light or shade: `colour` in the middle, nothing at the edge."""
    levels = [round(255 * strength * (1 - place / 8) ** 2) for place in range(9)]
    return Blend(tuple(f"{colour}{level:02x}" for level in levels), None)
