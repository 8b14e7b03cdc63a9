"""A ball bounces down a flight of stairs into a pond and frightens a frog."""

import math
from itertools import pairwise

from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.nature import broadleaf, cloud, flower, leaf, tufts
from tools.demo_media.art.paints import across, darker, down, lighter, outwards
from tools.demo_media.art.shapes import Point, bend, box, ellipse, smooth
from tools.demo_media.clips.base import HEIGHT, WIDTH, Clip

RADIUS = 13
POND = (392.0, 232.0)
# Where the ball touches: a step each, then the water. (time in seconds, x, y of the ball's centre)
TOUCHES = (
    (0.0, 18, 58),
    (0.55, 62, 87),
    (1.05, 112, 113),
    (1.55, 162, 139),
    (2.05, 212, 165),
    (2.55, 264, 191),
    (3.2, 372, 226),
)
SPLASH = TOUCHES[-1][0]


def backdrop(c: Canvas) -> None:
    c.fill(down("#8fd0ee", "#e6f4e6"), box(0, 0, WIDTH, HEIGHT))
    cloud(c, 300, 38, 22)
    cloud(c, 420, 64, 15)
    broadleaf(c, 440, 190, 120, "#63a858", seed=2)
    broadleaf(c, 350, 184, 84, "#7fbf68", seed=5)
    c.fill(
        down("#9fd074", "#5f9f4a"),
        smooth([(200, 190), (330, 172), (500, 176), (500, 300), (200, 300)], steps=6),
    )
    _pond(c)
    _stairs(c)
    tufts(c, (300, 186, 480, 200), 10, "#4f8f42", seed=3)
    for x, y, colour in (
        (292, 236, "#f2c53c"),
        (306, 250, "#e2504f"),
        (278, 252, "#ffffff"),
        (470, 190, "#f4a3b0"),
    ):
        flower(c, x, y, 4, colour)


def _pond(c: Canvas) -> None:
    c.fill("#6d7f58", ellipse(POND[0], POND[1] + 2, 96, 33))
    c.fill(down("#bfe6ea", "#5fb0c4", "#2f7f9f"), ellipse(*POND, 90, 29))
    for place in range(13):
        angle = math.tau * place / 13
        x, y = POND[0] + 96 * math.cos(angle), POND[1] + 33 * math.sin(angle)
        c.fill(down("#c9c2b8", "#8a837a"), ellipse(x, y, 11, 7))


def _stairs(c: Canvas) -> None:
    stone = "#c9bda8"
    for step in range(6):
        x, y = -8 + step * 50, 71 + step * 26
        c.fill(
            across(darker(stone, 0.08), darker(stone, 0.3)), box(-10, y + 6, x + 50, HEIGHT + 10)
        )
        c.fill(down(lighter(stone, 0.5), stone), box(-10, y, x + 54, y + 8, 2))
        for shift in (12, 30):
            c.stroke(darker(stone, 0.22), [(x + shift, y + 14), (x + shift, y + 24)], 1)
    c.fill(down("#7a5a40", "#5f4430"), box(0, 20, 6, 80))
    c.stroke("#7a5a40", [(2, 24), (300, 178)], 4)
    for step in range(1, 6):
        c.stroke("#7a5a40", [(4 + step * 50, 28 + step * 26), (4 + step * 50, 72 + step * 26)], 3)


def moment(c: Canvas, time: float) -> None:
    after = time - SPLASH
    _rings(c, after)
    _frog(c, after)
    if after < 0:
        _ball(c, *_flying(time), turn=time * 330)
    else:
        x, dip = (
            POND[0] - 20 + 8 * (1 - math.exp(-after)),
            16 * math.exp(-3 * after) * math.cos(9 * after),
        )
        with c.inside(box(0, 0, WIDTH, 226), ellipse(x, 226, 30, 3)):
            _ball(c, x, 222 + dip, turn=SPLASH * 330 + after * 25)
    _drops(c, after)


def _flying(time: float) -> Point:
    for (t0, x0, y0), (t1, x1, y1) in pairwise(TOUCHES):
        if t0 <= time <= t1:
            share = (time - t0) / (t1 - t0)
            high = 0 if t0 == 0 else 100 * (t1 - t0) ** 2
            return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share - 4 * high * share * (1 - share)
    return TOUCHES[-1][1:]


def _ball(c: Canvas, x: float, y: float, *, turn: float) -> None:
    with c.at(x, y):
        c.fill(outwards("#ff7a68", "#e0352f", "#a81f28"), ellipse(0, 0, RADIUS))
        with c.inside(ellipse(0, 0, RADIUS)), c.at(turn=turn):
            c.stroke("#fff3dc", bend((-RADIUS, -4), (0, 5), (RADIUS, -4)), 4)
        c.glow("#ffffff", -4, -5, 6, strength=0.9)


def _rings(c: Canvas, after: float) -> None:
    for delay in (0.0, 0.3, 0.6):
        age = after - delay
        if 0 < age < 1.6:
            wide = 16 + 52 * age
            ring = ellipse(372, 230, wide, wide * 0.3)
            with c.inside(ellipse(*POND, 90, 29)):
                c.stroke("#f2fbfc" + f"{round(220 * (1 - age / 1.6)):02x}", [*ring, ring[0]], 1.8)


def _drops(c: Canvas, after: float) -> None:
    if not 0 <= after < 0.8:
        return
    for place in range(12):
        speed, push = 60 + 11 * (place % 4), (place - 5.5) * 11
        x, y = 372 + push * after, 226 - speed * after + 130 * after * after
        if y < 232:
            c.fill("#e6f7fb", ellipse(x, y, 2.6 - 2 * after))


def _frog(c: Canvas, after: float) -> None:
    c.fill(down("#6fb65a", "#468a48"), ellipse(436, 236, 22, 7))
    leaf(c, 436, 236, 18, -20, "#5fa552")
    jump = (after - 0.15) / 0.6
    if jump >= 1:
        return
    share = max(0.0, jump)
    x, y = 436 + 30 * share, 230 + 4 * share - 120 * share * (1 - share)
    with c.at(x, y, turn=60 * share - 20 * (share > 0)):
        long = 5 + 9 * (share > 0)
        for side in (-1, 1):
            c.stroke("#3f8a3a", [(-4, 2), (-4 - long, 4 + side * 2)], 3.4, 2)
        c.fill(down("#7fcf5a", "#4a9a3f"), ellipse(0, 0, 10, 6.4))
        c.fill("#7fcf5a", ellipse(6, -4, 4), ellipse(0, -5.4, 3.4))
        c.fill("#1f2a1a", ellipse(7, -5, 1.5))


CLIP = Clip("ball", "A ball bounces into a pond", 5, backdrop, moment)
