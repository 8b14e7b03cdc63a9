"""Outlines as lists of points: what the canvas fills and strokes."""

import math
from collections.abc import Sequence

Point = tuple[float, float]
Outline = Sequence[Point]


def ellipse(
    x: float, y: float, rx: float, ry: float | None = None, *, turn: float = 0
) -> list[Point]:
    """Centre and radii; `turn` in degrees, clockwise."""
    ry = rx if ry is None else ry
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    steps = max(24, min(96, int(max(rx, ry))))
    around = [(math.tau * place / steps) for place in range(steps)]
    flat = [(rx * math.cos(a), ry * math.sin(a)) for a in around]
    return [(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in flat]


def arc(x: float, y: float, rx: float, ry: float, start: float, stop: float) -> list[Point]:
    """An open piece of an ellipse, in degrees clockwise from three o'clock."""
    steps = max(8, int(abs(stop - start) / 6))
    angles = [math.radians(start + (stop - start) * place / steps) for place in range(steps + 1)]
    return [(x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles]


def box(x0: float, y0: float, x1: float, y1: float, radius: float = 0) -> list[Point]:
    if radius <= 0:
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    r = min(radius, abs(x1 - x0) / 2, abs(y1 - y0) / 2)
    corners = (
        (x1 - r, y1 - r, 0),
        (x0 + r, y1 - r, 90),
        (x0 + r, y0 + r, 180),
        (x1 - r, y0 + r, 270),
    )
    return [point for x, y, start in corners for point in arc(x, y, r, r, start, start + 90)]


def arch(x0: float, y0: float, x1: float, y1: float, rise: float | None = None) -> list[Point]:
    """A box whose top is half an ellipse, `rise` high (half the width: a half circle)."""
    rx = (x1 - x0) / 2
    ry = rx if rise is None else rise
    return [(x1, y1), (x0, y1), *arc(x0 + rx, y0 + ry, rx, ry, 180, 360)]


def smooth(points: Outline, *, closed: bool = True, steps: int = 10) -> list[Point]:
    """A Catmull-Rom curve through `points`."""
    size = len(points)
    found: list[Point] = []
    for place in range(size if closed else size - 1):
        if closed:
            a, b, c, d = (points[(place + shift) % size] for shift in (-1, 0, 1, 2))
        else:
            a, b, c, d = (points[min(max(place + shift, 0), size - 1)] for shift in (-1, 0, 1, 2))
        found += [_between(a, b, c, d, step / steps) for step in range(steps)]
    return found if closed else [*found, points[-1]]


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    def one(p: float, q: float, r: float, s: float) -> float:
        return q + 0.5 * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)))

    return one(a[0], b[0], c[0], d[0]), one(a[1], b[1], c[1], d[1])


def bend(start: Point, control: Point, stop: Point, steps: int = 16) -> list[Point]:
    """A quadratic Bézier curve."""
    shares = [place / steps for place in range(steps + 1)]
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * control[0] + t * t * stop[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * control[1] + t * t * stop[1],
        )
        for t in shares
    ]


def moved(outline: Outline, dx: float, dy: float) -> list[Point]:
    return [(x + dx, y + dy) for x, y in outline]
