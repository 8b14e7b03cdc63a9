"""A fruit stall on a market square: a seller, an old customer, a girl and a small dog."""

import random

from tools.demo_media.art.animals import dog, pigeon
from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head
from tools.demo_media.art.paints import across, darker, down, lighter, outwards
from tools.demo_media.art.people import STANDING, Look, Pose, near_arm, person
from tools.demo_media.art.shapes import arc, bend, box, ellipse
from tools.demo_media.scenes.base import Scene

CRATES = ((262, "#d8362f"), (372, "#f39a21"), (592, "#8fb83a"))


def paint(c: Canvas) -> None:
    c.fill(down("#8fcbe8", "#dff0ee", "#fbf3dd"), box(0, 0, 960, 430))
    _square(c)
    _ground(c)
    _bunting(c)
    _stall_back(c)
    _seller(c)
    _counter(c)
    _awning(c)
    _girl(c)
    _customer(c)
    for x, flip in ((70, False), (128, True)):
        with c.at(x, 604, 0.5, flip=flip):
            pigeon(c)


def _square(c: Canvas) -> None:
    walls = (
        (-20, 150, 150, "#e9b98e"),
        (130, 118, 190, "#f0d6a6"),
        (690, 132, 170, "#d99a86"),
        (822, 150, 120, "#e8cf9f"),
    )
    c.fill(across("#d7c2a4", "#bda283"), box(262, 110, 330, 430))
    c.fill(down("#5d8f8a", "#3f6f70"), [(254, 112), (296, 18), (338, 112)])
    c.fill("#fbf6e8", ellipse(296, 146, 21))
    c.stroke("#6a5a4a", ellipse(296, 146, 21), 3)
    c.stroke("#4a3c34", [(296, 132), (296, 146), (306, 152)], 2.6)
    c.fill(across("#e3d3b8", "#cdb592"), box(325, 210, 560, 430))
    c.fill("#a8624a", [(316, 214), (345, 168), (545, 168), (574, 214)])
    c.fill(across("#c9d6cf", "#a9bbb6"), box(556, 180, 700, 430))
    c.fill("#7a5a58", [(546, 184), (628, 128), (710, 184)])
    for x, wide, top, wall in walls:
        c.fill(across(lighter(wall), darker(wall, 0.12)), box(x, top, x + wide, 432))
        c.fill(
            "#a8543f",
            [
                (x - 10, top + 4),
                (x + 14, top - 44),
                (x + wide - 14, top - 44),
                (x + wide + 10, top + 4),
            ],
        )
        _windows(c, x, wide, top)
    c.glow("#fff4d0", 480, 300, 560, 260, 0.55)


def _windows(c: Canvas, x: float, wide: float, top: float) -> None:
    for row in range(2):
        for column in range(2):
            left, high = x + wide * (0.2 + 0.4 * column), top + 28 + row * 82
            c.fill(down("#86aebd", "#b8d4d6"), box(left, high, left + 28, high + 46, 2))
            c.stroke("#fff8ea", [(left + 14, high), (left + 14, high + 46)], 2)
            for side in (-13, 29):
                c.fill("#4f8278", box(left + side, high - 2, left + side + 12, high + 48, 1))


def _ground(c: Canvas) -> None:
    chance = random.Random(3)
    c.fill(down("#dcc7a6", "#b99b7a"), box(0, 430, 960, 640))
    for row in range(11):
        y = 436 + row * 10 + row * row * 1.0
        wide = 26 + row * 5
        for place in range(int(960 / wide) + 2):
            x = (place - (row % 2) * 0.5) * wide
            c.fill(
                chance.choice(("#c9ae8a", "#d3bb98", "#bea17e")) + "aa",
                box(x, y, x + wide * 0.86, y + 8 + row * 1.5, 4),
            )


def _bunting(c: Canvas) -> None:
    for x0, y0, x1, y1 in ((-10, 90, 290, 60), (306, 62, 970, 100)):
        line = bend((x0, y0), ((x0 + x1) / 2, (y0 + y1) / 2 + 74), (x1, y1), 20)
        c.stroke("#7a6a58", line, 1.4)
        for place, (x, y) in enumerate(line[1:-1]):
            colour = ("#d8434a", "#f2b23a", "#4c93b8", "#5fa36a")[place % 4]
            c.fill(colour, [(x - 8, y), (x + 8, y + 1), (x + 1, y + 19)])


def _stall_back(c: Canvas) -> None:
    c.glow("#4a3020", 480, 586, 330, 34, 0.7)
    c.fill(down("#5f3a28", "#8a5a3c"), box(236, 250, 724, 470))
    for x in range(276, 720, 40):
        c.stroke("#4f3022", [(x, 256), (x, 470)], 1.6)
    for x in (230, 716):
        c.fill(across("#9a6a44", "#6d462c"), box(x, 230, x + 14, 586))
    for x, length, colour in ((300, 66, "#f2d04a"), (330, 52, "#f2d04a"), (652, 60, "#8a3d6a")):
        c.stroke("#5a4030", [(x, 276), (x, 284)], 2)
        if colour == "#8a3d6a":
            c.fill(
                colour,
                *[
                    ellipse(x + dx, 292 + dy, 7)
                    for dx, dy in ((-8, 0), (0, 0), (8, 0), (-5, 11), (5, 11), (0, 22))
                ],
            )
        else:
            for turn in (-14, 0, 14):
                c.stroke(
                    darker(colour, abs(turn) / 90),
                    bend((x, 284), (x + turn * 1.1, 300), (x + turn * 0.4, 276 + length)),
                    8,
                    4,
                )


def _seller(c: Canvas) -> None:
    look = Look(
        Head(hat="scarf", hat_colour="#c23b3b", cut="short", skin="#d9a077"),
        top="#f3ead8",
        apron="#3f8a5c",
    )
    pose = Pose(
        near_elbow=(-13, -60), near_hand=(-16, -47), far_elbow=(13, -62), far_hand=(20, -54)
    )
    with c.at(482, 586, 2.7):
        person(c, look, pose)


def _counter(c: Canvas) -> None:
    c.fill(down("#b47b4d", "#8a5735"), box(214, 470, 746, 588, 4))
    for x in range(250, 740, 38):
        c.stroke("#75482b", [(x, 482), (x, 586)], 1.6)
    c.fill(down("#d09a68", "#a97246"), box(206, 462, 754, 482, 3))
    for x, colour in CRATES:
        _crate(c, x, colour)
    _bananas(c)
    for x, wide in ((288, 44), (622, 48)):
        c.fill(down("#4f9a52", "#2c6a3d"), ellipse(x, 570, wide, 36))
        for shift in (-0.6, -0.2, 0.2, 0.6):
            c.stroke(
                "#1f5232",
                bend(
                    (x + shift * wide * 0.7, 536),
                    (x + shift * wide * 1.5, 570),
                    (x + shift * wide * 0.7, 604),
                ),
                4,
                2,
            )
        c.glow("#ffffff", x - wide * 0.35, 554, 18, 13, 0.6)
    c.fill(down("#f6e8cf", "#e3cfa8"), box(396, 506, 564, 560, 6))
    for y, short in ((522, 0), (534, 26), (546, 52)):
        c.stroke("#8a6a4c", [(414, y), (546 - short, y)], 3)


def _crate(c: Canvas, x: float, colour: str) -> None:
    for row, count in ((2, 4), (1, 5), (0, 5)):
        for place in range(count):
            at = x + 13 + place * 19 + (9 if row == 2 else 0), 442 - row * 12
            c.fill(outwards(lighter(colour, 0.35), colour, darker(colour, 0.2)), ellipse(*at, 11))
            c.stroke("#4a3a22", [(at[0], at[1] - 9), (at[0] + 2, at[1] - 13)], 1.6)
    c.fill(down("#c99c66", "#a67843"), box(x - 4, 444, x + 104, 466, 2))
    c.stroke("#8a6036", [(x - 4, 455), (x + 104, 455)], 1.4)
    c.fill("#fffbee", box(x + 34, 446, x + 68, 463, 2))
    c.stroke("#7a5a3a", [(x + 40, 455), (x + 61, 455)], 2)


def _bananas(c: Canvas) -> None:
    c.fill(down("#c99c66", "#a67843"), box(694, 444, 744, 466, 2))
    for shift in (0, 9, 18, 27):
        c.stroke("#f2cf3f", bend((702 + shift, 446), (694 + shift, 426), (708 + shift, 412)), 10, 6)
        c.stroke("#6a4a22", [(708 + shift, 412), (711 + shift, 408)], 4, 3)
    c.fill("#fffbee", box(704, 448, 736, 463, 2))


def _awning(c: Canvas) -> None:
    for place in range(12):
        top, low = 250 + place * 38.5, 196 + place * 47.5
        colour = "#d23c3c" if place % 2 else "#fff7e8"
        c.fill(
            down(lighter(colour, 0.1), darker(colour, 0.08)),
            [(top, 186), (top + 39, 186), (low + 48, 262), (low, 262)],
        )
        c.fill(darker(colour, 0.1), arc(low + 23.8, 262, 23.8, 19, 0, 180))
    c.fill("#8a5a3a", box(244, 180, 718, 190, 4))
    c.fill(down("#2a140c55", "#2a140c00"), box(244, 278, 716, 330))


def _girl(c: Canvas) -> None:
    look = Look(
        Head(cut="tail", hair="#7a3f1f", size=1.25, skin="#efc3a0"), top="#f4c534", skirt="#f4c534",
        shoes="#c8443c",
    )  # fmt: skip
    pose = Pose(
        near_elbow=(10, -70),
        near_hand=(22, -80),
        far_elbow=(10, -60),
        far_hand=(12, -48),
        head=(1, -92),
    )
    c.glow("#4a3020", 166, 596, 46, 10, 0.8)
    with c.at(164, 596, 1.7):
        person(c, look, pose)
    c.fill(outwards("#ff8a78", "#d8362f", "#a52222"), ellipse(203, 456, 10))


def _customer(c: Canvas) -> None:
    head = Head(hat="flat", hat_colour="#6f747c", hair="#e4e0d8", beard="#efece4", glasses=True)
    look = Look(head, top="#3f628f", legs="#6b5a4c", coat=6)
    pose = Pose(
        **{
            **STANDING.__dict__,
            "near_elbow": (-7, -62),
            "near_hand": (6, -52),
            "far_elbow": (10, -64),
            "far_hand": (22, -62),
        }
    )
    c.glow("#4a3020", 816, 610, 90, 14, 0.8)
    with c.at(826, 608, 2.55, flip=True):
        person(c, look, pose)
    c.stroke("#8a5c2e", bend((788, 500), (812, 440), (836, 500)), 5)
    c.fill(down("#c8914f", "#96642f"), [(776, 496), (848, 496), (838, 546), (786, 546)])
    for y in (508, 520, 532):
        c.stroke("#7a4f22", [(780, y), (844, y)], 1.8)
    c.fill("#5fa34a", ellipse(794, 492, 13, 9), ellipse(812, 488, 14, 11))
    c.stroke("#e0b068", [(824, 494), (846, 466)], 9, 7)
    with c.at(826, 608, 2.55, flip=True):
        near_arm(c, look, pose)
    with c.at(900, 618, 0.62, flip=True):
        dog(c, "#f1e6d4", "#8d5d38", "#3f78a8")


SCENE = Scene(
    key="market",
    title="Market stall",
    facts=(
        "a fruit stall with a red and white striped awning stands in the middle",
        "a woman in a red headscarf and a green apron stands behind the counter",
        (
            "crates hold red apples, oranges, green fruit and, at the right, bananas; "
            "two watermelons stand in front"
        ),
        (
            "an old man with a white beard, glasses, a grey cap and a blue coat stands at the "
            "right with a wicker basket"
        ),
        "a girl in a yellow dress at the left holds up a red apple",
        "a small white dog stands behind the man; two pigeons walk at the lower left",
        (
            "coloured bunting hangs over the cobbled square; "
            "a tower with a clock and green roof stands behind"
        ),
    ),
    paint=paint,
)
