"""What a scene is: a name, a title, the facts that are true of its drawing, and the drawing."""

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from tools.demo_media.art.canvas import Canvas


@dataclass(frozen=True)
class Scene:
    key: str
    title: str
    facts: tuple[str, ...]
    """Objects with their colours and places, as a person would list them."""
    paint: Callable[[Canvas], None]

    def draw(self) -> Image.Image:
        """The picture, 960 x 640, RGB; the same pixels each time."""
        canvas = Canvas(detail=3)
        self.paint(canvas)
        return canvas.finished()
