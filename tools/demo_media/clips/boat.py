"""A small sailing boat crosses a bay while the sun rises."""

import math

from tools.demo_media.art.animals import gull_flying
from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.nature import pine, ridge
from tools.demo_media.art.paints import across, down, mix
from tools.demo_media.art.shapes import Outline, bend, box, ellipse, smooth
from tools.demo_media.clips.base import HEIGHT, WIDTH, Clip, eased

HORIZON = 158
NIGHT = ("#141b3f", "#2f3a6b", "#6d5480")
DAY = ("#5fa9dc", "#bfe0ee", "#ffe2a8")


def backdrop(c: Canvas) -> None:
    c.fill("#141b3f", box(0, 0, WIDTH, HEIGHT))


def moment(c: Canvas, time: float) -> None:
    light = eased(time / 4.6)
    _sky(c, light)
    _land(c, light)
    _water(c, light, time)
    _gulls(c, time)
    _boat(c, 30 + 84 * time, 206 + 2.2 * math.sin(time * 2.6), 3 * math.sin(time * 1.9))


def _sky(c: Canvas, light: float) -> None:
    c.fill(
        down(*[mix(night, day, light) for night, day in zip(NIGHT, DAY, strict=True)]),
        box(0, 0, WIDTH, HORIZON + 2),
    )
    y = 190 - 108 * light
    c.glow("#ffd98a", 338, y, 150, 120, 0.35 + 0.45 * light)
    c.fill(down("#fff6c8", mix("#ff8a4a", "#ffe08a", light)), ellipse(338, y, 24))
    for x, high, wide in ((90, 42, 60), (230, 66, 44), (420, 34, 50)):
        outline = smooth([(x - wide, high), (x, high - 6), (x + wide, high - 1), (x, high + 5)])
        c.fill(mix("#6d5480", "#ffffff", light) + "b0", outline)


def _land(c: Canvas, light: float) -> None:
    def lit(dark: str, bright: str) -> str:
        return mix(dark, bright, light)

    ridge(
        c,
        [(-10, 132), (70, 108), (150, 130), (230, 142), (330, 136), (410, 112), (490, 126)],
        HORIZON + 2,
        lit("#2a2f5a", "#8aa9b4"),
        curved=True,
    )
    ridge(
        c,
        [(-10, 146), (60, 128), (130, 146), (190, 160), (490, 160)],
        HORIZON + 2,
        lit("#1d2547", "#5f8f6a"),
        curved=True,
    )
    for x, high in ((12, 24), (30, 32), (48, 26), (66, 20), (88, 17)):
        pine(c, x, 152, high, lit("#141c38", "#2f6650"))


def _water(c: Canvas, light: float, time: float) -> None:
    c.fill(
        down(
            mix("#4a4570", "#f2d9a4", light),
            mix("#28305c", "#5fa6bc", light),
            mix("#151b3d", "#1f6484", light),
        ),
        box(0, HORIZON, WIDTH, HEIGHT),
    )
    c.glow("#ffd98a", 338, HORIZON + 10, 60, 70, 0.7 * light)
    for place in range(46):
        share = (place * 0.618) % 1
        y = HORIZON + 4 + share**1.4 * (HEIGHT - HORIZON)
        x = (place * 97 + time * (8 + 16 * share)) % (WIDTH + 60) - 30
        half = (4 + 9 * share) * (0.8 + 0.2 * math.sin(time * 3 + place))
        near_sun = abs(x - 338) < 30 + 30 * share
        colour = mix("#c98a80", "#fff1c0", light) if near_sun else mix("#5a5f90", "#d9f0f4", light)
        c.stroke(colour + "a0", bend((x - half, y), (x, y - 1 - share), (x + half, y)), 0.6 + share)


def _gulls(c: Canvas, time: float) -> None:
    for start, y, size, beat in ((520, 62, 0.3, 0.0), (580, 84, 0.22, 1.2)):
        with c.at(
            start - 105 * time,
            y + 4 * math.sin(time * 2 + beat),
            size,
            turn=14 * math.sin(time * 7 + beat),
            flip=True,
        ):
            gull_flying(c)


def _boat(c: Canvas, x: float, y: float, lean: float) -> None:
    c.fill(
        "#10203a66", smooth([(x - 40, y + 8), (x + 44, y + 7), (x + 28, y + 20), (x - 24, y + 20)])
    )
    c.stroke("#ffffffa0", bend((x - 78, y + 11), (x - 50, y + 6), (x - 34, y + 10)), 0.6, 2)
    with c.at(x, y, turn=lean):
        c.stroke("#5a3a2c", [(0, 0), (0, -82)], 2.4, 1.6)
        c.fill(across("#fff8e4", "#e9cf9f"), _sail(4, -79, 44, -10))
        c.fill(across("#ead2a8", "#fdf1d4"), _sail(-4, -68, -27, -10))
        c.fill("#e0483f", [(0, -82), (-13, -78), (0, -74)])
        hull = [(-42, -6), (48, -8), (34, 8), (20, 12), (-26, 12), (-36, 6)]
        c.fill(down("#e2513f", "#9c2b2e"), smooth(hull, steps=5))
        c.stroke("#fbeed2", bend((-40, -3), (0, 2), (45, -4)), 2)


def _sail(x: float, top: float, far: float, low: float) -> Outline:
    return [*bend((x, top), ((x + far) * 0.62, (top + low) * 0.5), (far, low)), (x, low)]


CLIP = Clip("boat", "A boat crosses a bay at sunrise", 5, backdrop, moment)
