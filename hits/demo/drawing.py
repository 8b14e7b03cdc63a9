"""A small kit for drawing flat scenes with Pillow: drawn at twice the size and scaled down for smooth edges."""

import random
from collections.abc import Sequence

from PIL import Image, ImageDraw

WIDTH, HEIGHT = 960, 640
SCALE = 2

Point = tuple[float, float]


class Canvas:
    """Draws in scene coordinates (960 x 640, origin top left)."""

    def __init__(self, top: str, bottom: str) -> None:
        self.image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), top)
        self.draw = ImageDraw.Draw(self.image)
        self.gradient(0, HEIGHT, top, bottom)

    def gradient(self, y0: float, y1: float, top: str, bottom: str) -> None:
        """A vertical blend over the full width."""
        first, last = _rgb(top), _rgb(bottom)
        begin, end = int(y0 * SCALE), int(y1 * SCALE)
        for y in range(begin, end):
            share = (y - begin) / max(1, end - begin)
            colour = tuple(round(a + (b - a) * share) for a, b in zip(first, last, strict=True))
            self.draw.line((0, y, WIDTH * SCALE, y), fill=colour)

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: str, *, round_: float = 0) -> None:
        self.draw.rounded_rectangle([v * SCALE for v in (x0, y0, x1, y1)], radius=round_ * SCALE, fill=colour)

    def oval(self, x0: float, y0: float, x1: float, y1: float, colour: str) -> None:
        self.draw.ellipse([v * SCALE for v in (x0, y0, x1, y1)], fill=colour)

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        self.oval(x - radius, y - radius, x + radius, y + radius, colour)

    def shape(self, points: Sequence[Point], colour: str) -> None:
        self.draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=colour)

    def line(self, points: Sequence[Point], colour: str, width: float = 3) -> None:
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self.draw.line(scaled, fill=colour, width=round(width * SCALE), joint="curve")

    def sun(self, x: float, y: float, radius: float, colour: str = "#ffe39a") -> None:
        self.disc(x, y, radius, colour)

    def cloud(self, x: float, y: float, size: float, colour: str = "#ffffff") -> None:
        for dx, dy, r in ((-0.9, 0.15, 0.5), (-0.3, -0.15, 0.7), (0.45, 0, 0.6), (1.0, 0.2, 0.42)):
            self.disc(x + dx * size, y + dy * size, r * size, colour)
        self.box(x - 1.3 * size, y + 0.15 * size, x + 1.35 * size, y + 0.62 * size, colour, round_=0.23 * size)

    def tree(self, x: float, ground: float, height: float, crown: str = "#3d7a4a", trunk: str = "#6b4a32") -> None:
        self.box(x - height * 0.05, ground - height * 0.45, x + height * 0.05, ground, trunk)
        for dx, dy, r in ((0, -0.72, 0.3), (-0.2, -0.55, 0.22), (0.2, -0.55, 0.22)):
            self.disc(x + dx * height, ground + dy * height, r * height, crown)

    def person(
        self, x: float, ground: float, height: float, *, top: str, legs: str, hair: str, skin: str = "#d9a27e"
    ) -> None:
        """A standing figure: hair, head, coloured top with arms, legs."""
        head = height * 0.12
        self.box(x - height * 0.1, ground - height * 0.45, x - height * 0.01, ground, legs, round_=4)
        self.box(x + height * 0.01, ground - height * 0.45, x + height * 0.1, ground, legs, round_=4)
        for side in (-1, 1):
            hand = (x + side * height * 0.2, ground - height * 0.42)
            self.line([(x + side * height * 0.1, ground - height * 0.72), hand], top, height * 0.06)
            self.disc(*hand, height * 0.035, skin)
        self.box(x - height * 0.13, ground - height * 0.77, x + height * 0.13, ground - height * 0.4, top, round_=10)
        self.disc(x, ground - height * 0.88, head, hair)
        self.disc(x, ground - height * 0.86, head * 0.85, skin)
        self.shape(
            [(x - head, ground - height * 0.9), (x + head, ground - height * 0.9), (x, ground - height * 1.02)], hair
        )

    def stars(self, count: int, seed: int, below: float) -> None:
        chance = random.Random(seed)
        for _star in range(count):
            self.disc(chance.uniform(0, WIDTH), chance.uniform(0, below), chance.uniform(0.8, 2.2), "#fff6d8")

    def finished(self) -> Image.Image:
        return self.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))
