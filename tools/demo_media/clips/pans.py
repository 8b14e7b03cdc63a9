"""Clips for which a camera moves over one of the demo's pictures."""

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

from tools.demo_media.clips.base import FRAME_RATE, HEIGHT, WIDTH, eased
from tools.demo_media.scenes import drawn

View = tuple[
    float, float, float
]  # left and top edge and width, in pixels of the picture; the height follows


@dataclass(frozen=True)
class Pan:
    """A camera's way over a scene, from one view to another, resting a little at both ends."""

    key: str
    title: str
    scene: str
    start: View
    end: View
    seconds: int = 2

    @property
    def frame_count(self) -> int:
        return self.seconds * FRAME_RATE

    def frames(self) -> Iterator[Image.Image]:
        """The pictures, 480 x 270, RGB, 24 a second; the same each time."""
        picture = drawn(self.scene)
        for number in range(self.frame_count):
            share = eased((number / (self.frame_count - 1) - 0.1) / 0.8)
            left, top, width = (
                first + (last - first) * share
                for first, last in zip(self.start, self.end, strict=True)
            )
            box = left, top, left + width, top + width * HEIGHT / WIDTH
            yield picture.resize((WIDTH, HEIGHT), Image.Resampling.BILINEAR, box=box)


PANS = (
    Pan("harbour-pan", "From the boats to the angler", "harbour", (0, 180, 480), (480, 250, 480)),
    Pan("market-pan", "Closer to the fruit stall", "market", (0, 50, 960), (240, 200, 480)),
    Pan("desert-pan", "From the fire up to the moon", "desert", (240, 360, 480), (0, 0, 480)),
    Pan(
        "library-pan",
        "Back from the reader into the room",
        "library",
        (300, 200, 400),
        (0, 60, 960),
    ),
    Pan("breakfast-pan", "Down to the bread", "breakfast", (80, 100, 560), (480, 340, 480)),
)
