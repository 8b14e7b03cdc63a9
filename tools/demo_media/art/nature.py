"""Sky, land, water and plants."""

import math
import random

from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.paints import Paint, across, darker, down, lighter
from tools.demo_media.art.shapes import Outline, Point, bend, box, ellipse, smooth


def cloud(
    c: Canvas, x: float, y: float, size: float, light: str = "#ffffff", shade: str = "#d5e2ec"
) -> None:
    """About three times `size` wide, its flat base a little below `y`."""
    puffs = (
        (-1.1, 0.1, 0.42),
        (-0.55, -0.2, 0.62),
        (0.15, -0.38, 0.74),
        (0.8, -0.05, 0.55),
        (1.25, 0.18, 0.36),
    )
    outlines = [ellipse(x + dx * size, y + dy * size, r * size) for dx, dy, r in puffs]
    with c.inside(box(x - 2 * size, y - 2 * size, x + 2 * size, y + 0.42 * size)):
        c.fill(
            down(light, light, shade),
            *outlines,
            box(x - 1.3 * size, y, x + 1.4 * size, y + 0.42 * size),
        )
        for dx, dy, r in puffs[1:4]:
            c.glow(
                lighter(light, 0.25),
                x + (dx - 0.15) * size,
                y + (dy - 0.2) * size,
                r * size * 0.8,
                strength=0.5,
            )


def stars(c: Canvas, count: int, below: float, *, seed: int) -> None:
    chance = random.Random(seed)
    for _star in range(count):
        x, y, r = (
            chance.uniform(0, c.width),
            below * chance.random() ** 1.4,
            chance.choice((0.7, 0.9, 1.2, 1.7)),
        )
        c.glow("#cfe0ff", x, y, r * 4, strength=0.35)
        c.fill("#fdf6e0", ellipse(x, y, r))


def ridge(
    c: Canvas, points: Outline, base: float, paint: Paint, *, curved: bool = False
) -> list[Point]:
    """Land from a skyline down to `base`; returns its outline."""
    line = smooth(points, closed=False) if curved else list(points)
    outline = [*line, (line[-1][0], base), (line[0][0], base)]
    c.fill(paint, outline)
    return outline


def peak(
    c: Canvas, x: float, top: float, base: float, half: float, *, rock: str, snow: str = "#f6f8fb"
) -> None:
    """A mountain lit from the left, with a ragged cap of snow."""
    left, right, foot = x - half, x + half * 1.05, x + half * 0.18
    c.fill(down(rock, lighter(rock, 0.3)), [(left, base), (x, top), (right, base)])
    c.fill(
        down(darker(rock, 0.2), rock),
        [(x, top), (right, base), (foot, base), (x + 8, top + (base - top) * 0.4)],
    )
    drop = (base - top) * 0.34
    edge = [
        (-0.34, 1),
        (-0.2, 0.74),
        (-0.1, 0.96),
        (0.02, 0.66),
        (0.12, 0.98),
        (0.22, 0.72),
        (0.357, 1),
    ]
    cap = [(x, top), *[(x + half * u, top + drop * v) for u, v in edge][::-1]]
    c.fill(snow, cap)
    with c.inside(cap):
        c.fill(
            darker(snow, 0.16),
            [
                (x, top),
                (x + 8, top + drop * 0.7),
                (x + 2, top + drop * 1.1),
                (right, base),
                (right, top),
            ],
        )


def broadleaf(
    c: Canvas, x: float, ground: float, height: float, crown: str = "#4f9150", *, seed: int = 1
) -> None:
    chance = random.Random(seed)
    trunk = "#6f4d35"
    c.glow("#10201a", x, ground, height * 0.34, height * 0.05, 0.5)
    c.stroke(
        across(lighter(trunk), darker(trunk)),
        [(x, ground), (x + height * 0.01, ground - height * 0.5)],
        height * 0.08,
        height * 0.05,
    )
    for side in (-1, 1):
        c.stroke(
            trunk,
            [(x, ground - height * 0.34), (x + side * height * 0.14, ground - height * 0.55)],
            height * 0.035,
        )
    spots = [
        (0.0, -0.72, 0.27),
        (-0.2, -0.6, 0.2),
        (0.2, -0.6, 0.2),
        (-0.1, -0.84, 0.17),
        (0.14, -0.8, 0.17),
    ]
    wobble = [(dx + chance.uniform(-0.03, 0.03), dy, r) for dx, dy, r in spots]
    puffs = [(x + dx * height, ground + dy * height, r * height) for dx, dy, r in wobble]
    c.fill(down(crown, darker(crown, 0.3)), *[ellipse(*puff) for puff in puffs])
    with c.inside(*[ellipse(*puff) for puff in puffs]):
        for px, py, r in puffs:
            c.glow(darker(crown, 0.45), px + r * 0.3, py + r * 0.5, r * 0.9, strength=0.45)
        for px, py, r in puffs:
            c.glow(lighter(crown, 0.5), px - r * 0.35, py - r * 0.4, r * 0.85, strength=0.6)


def pine(c: Canvas, x: float, ground: float, height: float, colour: str = "#2f5d4d") -> None:
    c.stroke("#5a3f2d", [(x, ground), (x, ground - height * 0.3)], height * 0.07)
    for low, high, half in ((0.12, 0.5, 0.26), (0.34, 0.74, 0.2), (0.56, 1.0, 0.14)):
        top, foot, wide = ground - high * height, ground - low * height, half * height
        c.fill(
            colour,
            [
                (x, top),
                (x + wide, foot),
                (x + wide * 0.4, foot + height * 0.03),
                (x - wide * 0.4, foot + height * 0.03),
                (x - wide, foot),
            ],
        )
        c.fill(
            darker(colour, 0.2),
            [(x, top), (x + wide, foot), (x + wide * 0.3, foot + height * 0.02)],
        )


def ripples(
    c: Canvas,
    y0: float,
    y1: float,
    colour: str,
    *,
    count: int,
    seed: int,
    x0: float = 0,
    x1: float = 960,
) -> None:
    """Short level strokes on water: small and close at `y0` (far), long and wide at `y1` (near)."""
    chance = random.Random(seed)
    for _stroke in range(count):
        share = chance.random() ** 1.3
        y, half = y0 + (y1 - y0) * share, chance.uniform(8, 22) * (0.4 + 1.8 * share)
        x = chance.uniform(x0, x1)
        line = bend((x - half, y), (x, y - 1.5 - 2 * share), (x + half, y))
        c.stroke(colour, line, 0.8 + 1.8 * share)


def tuft(c: Canvas, x: float, y: float, size: float, colour: str) -> None:
    for lean in (-0.7, -0.25, 0.2, 0.65):
        tip = (x + lean * size, y - size * (1 - abs(lean) * 0.4))
        c.stroke(
            colour,
            bend((x + lean * size * 0.2, y), (x + lean * size * 0.3, y - size * 0.6), tip),
            size * 0.16,
            size * 0.04,
        )


def tufts(
    c: Canvas, span: tuple[float, float, float, float], count: int, colour: str, *, seed: int
) -> None:
    """Grass over the box `span`, larger where nearer."""
    chance = random.Random(seed)
    x0, y0, x1, y1 = span
    for y in sorted(chance.uniform(y0, y1) for _tuft in range(count)):
        tuft(c, chance.uniform(x0, x1), y, 7 + 10 * (y - y0) / (y1 - y0), colour)


def flower(
    c: Canvas,
    x: float,
    y: float,
    size: float,
    colour: str,
    heart: str = "#f5c542",
    stem: str = "#4b8a45",
) -> None:
    c.stroke(stem, [(x, y), (x, y + size * 2.4)], size * 0.26)
    petals = [math.tau * place / 5 for place in range(5)]
    c.fill(
        colour,
        *[
            ellipse(x + size * 0.6 * math.cos(a), y + size * 0.6 * math.sin(a), size * 0.5)
            for a in petals
        ],
    )
    c.fill(heart, ellipse(x, y, size * 0.38))


def leaf(c: Canvas, x: float, y: float, length: float, turn: float, colour: str) -> None:
    """A pointed leaf from its stalk at (x, y); `turn` 0 points to the right."""
    with c.at(x, y, length, turn=turn):
        half = bend((0, 0), (0.5, -0.34), (1, 0))
        c.fill(colour, [*half, *bend((1, 0), (0.5, 0.34), (0, 0))])
        c.fill(darker(colour, 0.16), [*bend((0, 0), (0.5, 0.34), (1, 0))])
        c.stroke(lighter(colour, 0.3), [(0.05, 0), (0.9, 0)], 0.03)
