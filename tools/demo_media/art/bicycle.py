"""A bicycle and its rider, in the same units as people: wheels on y = 0, heading right."""

import math

from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.paints import darker, lighter
from tools.demo_media.art.people import Look, Pose, far_side, near_side
from tools.demo_media.art.shapes import bend, box, ellipse

WHEELS = (-31, 31)
RADIUS = 20
RIDING = Pose(
    hip=(-13, -59), neck=(-3, -89), head=(1, -100), near_elbow=(6, -69), near_hand=(20, -64),
    far_elbow=(10, -71), far_hand=(23, -65), near_knee=(7, -40), near_foot=(-3, -9),
    far_knee=(12, -46), far_foot=(-3, -27),
)  # fmt: skip


def bicycle(c: Canvas, frame: str, *, tyre: str = "#2b2729") -> None:
    for x in WHEELS:
        _wheel(c, x, tyre)
    pedals, saddle, fork, bar = (-4, -18), (-13, -50), (23, -46), (19, -60)
    for start, stop in (
        (pedals, saddle),
        (pedals, fork),
        ((-12, -47), fork),
        ((-31, -20), pedals),
        ((-31, -20), (-12, -47)),
    ):
        c.stroke(frame, [start, stop], 2.6)
    c.stroke(darker(frame, 0.15), [bar, fork, (31, -20)], 2.6)
    c.stroke("#8d8a88", [bar, (20, -63)], 2)
    c.stroke("#3a3331", bend((14, -62), (22, -66), (25, -61)), 2.6)
    c.stroke("#8d8a88", [(-12.5, -48), (-14, -55)], 2)
    c.stroke("#4a2f22", [(-20, -56), (-8, -55)], 4.4, 2.8)
    c.fill("#5a5654", ellipse(*pedals, 4.6))
    c.stroke("#3a3331", [(-4, -27), (-4, -9)], 1.6)
    c.stroke("#3a3331", [(-7, -8), (0, -8)], 2.4)
    c.stroke(lighter(frame, 0.4), [(-10, -45.6), (19, -46)], 0.7)


def _wheel(c: Canvas, x: float, tyre: str) -> None:
    for place in range(9):
        angle = math.pi * place / 9
        dx, dy = RADIUS * math.cos(angle), RADIUS * math.sin(angle)
        c.stroke("#b9b6b2", [(x - dx, -RADIUS - dy), (x + dx, -RADIUS + dy)], 0.4)
    rim = ellipse(x, -RADIUS, RADIUS - 1.4)
    c.stroke(tyre, [*rim, rim[0]], 2.6)
    inner = ellipse(x, -RADIUS, RADIUS - 3)
    c.stroke("#c9c5c0", [*inner, inner[0]], 0.9)
    c.fill("#6a6664", ellipse(x, -RADIUS, 2))


def basket(c: Canvas) -> None:
    """In front of the handlebar."""
    c.fill("#c08a4e", [(23, -64), (43, -64), (40, -49), (26, -49)])
    for y in (-60, -56, -52):
        c.stroke("#8a5c2e", [(24, y), (42, y)], 0.9)
    c.fill("#d6a566", box(22, -66, 44, -63, 1.5))


def cyclist(c: Canvas, look: Look, frame: str) -> None:
    far_side(c, look, RIDING)
    bicycle(c, frame)
    near_side(c, look, RIDING)
