"""What a clip is: a backdrop drawn once, and what moves before it, drawn for every frame."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PIL import Image

from tools.demo_media.art.canvas import Canvas

WIDTH, HEIGHT = 480, 270
FRAME_RATE = 24


@dataclass(frozen=True)
class Clip:
    key: str
    title: str
    seconds: int
    backdrop: Callable[[Canvas], None]
    moment: Callable[[Canvas, float], None]
    """Draws what is to be seen at a time in seconds."""

    @property
    def frame_count(self) -> int:
        return self.seconds * FRAME_RATE

    def frames(self) -> Iterator[Image.Image]:
        """The pictures, 480 x 270, RGB, 24 a second; the same each time."""
        canvas = Canvas(WIDTH, HEIGHT)
        self.backdrop(canvas)
        behind = canvas.image
        for number in range(self.frame_count):
            canvas.image = behind.copy()
            self.moment(canvas, number / FRAME_RATE)
            yield canvas.finished()


def eased(share: float) -> float:
    """From 0 to 1, slow at both ends; flat outside."""
    inside = min(1.0, max(0.0, share))
    return inside * inside * (3 - 2 * inside)
