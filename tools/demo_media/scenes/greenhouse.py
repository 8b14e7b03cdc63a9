"""Inside a greenhouse: a gardener waters the plants; looked at along the path."""

import random

from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head
from tools.demo_media.art.nature import broadleaf, cloud, leaf
from tools.demo_media.art.paints import across, darker, down, lighter, outwards
from tools.demo_media.art.people import Look, Pose, near_arm, person
from tools.demo_media.art.shapes import Point, bend, box, ellipse, smooth
from tools.demo_media.scenes.base import Scene

EYE = (480.0, 290.0)
DEPTHS = (1.0, 0.74, 0.56, 0.44, 0.35)
LEFT, RIGHT, EAVES, FLOOR, TOP = -90, 1050, 0, 700, -330
PLANTS = ("fern", "flower", "cactus", "flower", "fern")


def paint(c: Canvas) -> None:
    c.fill(down("#7fc4e6", "#d6eef0", "#eef5dc"), box(0, 0, 960, 640))
    cloud(c, 250, 90, 46)
    cloud(c, 760, 60, 38)
    for x in (60, 190, 780, 900):
        broadleaf(c, x, 420, 250, "#8fc07a", seed=x)
    _floor(c)
    _glass(c)
    _back(c)
    for depth in DEPTHS[::-1][1:]:
        _bench_row(c, depth)
    _hanging(c)
    _gardener(c)
    _wheelbarrow(c)
    for x in (250, 420, 600):
        c.fill("#fff8d41f", [(x, 0), (x + 70, 0), (x + 260, 640), (x + 100, 640)])


def at(x: float, y: float, depth: float) -> Point:
    """Where a point of the front plane stands when moved back: `depth` 1 is in front."""
    return EYE[0] + (x - EYE[0]) * depth, EYE[1] + (y - EYE[1]) * depth


def _floor(c: Canvas) -> None:
    near, far = 1.0, DEPTHS[-1]
    c.fill(
        down("#8a7a56", "#5f5238"),
        [
            at(LEFT, FLOOR, far),
            at(RIGHT, FLOOR, far),
            at(RIGHT, FLOOR, near),
            at(LEFT, FLOOR, near),
        ],
    )
    c.fill(
        down("#e2b48a", "#c98a5c"),
        [at(330, FLOOR, far), at(630, FLOOR, far), at(690, FLOOR, near), at(270, FLOOR, near)],
    )
    for place in range(10):
        depth = far + (near - far) * (place / 9) ** 1.5
        c.stroke(
            "#a86c46",
            [at(270 + 60 * (1 - depth), FLOOR, depth), at(690 - 60 * (1 - depth), FLOOR, depth)],
            2 * depth,
        )
    for x in (340, 410, 480, 550, 620):
        c.stroke("#a86c46", [at(480 + (x - 480) * 0.72, FLOOR, far), at(x, FLOOR, near)], 1, 2)


def _glass(c: Canvas) -> None:
    far = DEPTHS[-1]
    for side in (LEFT, RIGHT):
        wall = [at(side, EAVES, 1), at(side, EAVES, far), at(side, FLOOR, far), at(side, FLOOR, 1)]
        c.fill("#e4f4f050", wall)
        c.fill(
            down("#c98a64", "#99603f"),
            [at(side, 520, 1), at(side, 520, far), at(side, FLOOR, far), at(side, FLOOR, 1)],
        )
        for y in (EAVES, 180, 350, 520):
            c.stroke("#f4f7ee", [at(side, y, 1), at(side, y, far)], 8, 3)
        c.fill(
            "#ffffff28",
            [at(side, EAVES, 1), at(480, TOP, 1), at(480, TOP, far), at(side, EAVES, far)],
        )
        c.stroke(
            "#e4efe6",
            [
                at((side + 480) / 2, (EAVES + TOP) / 2, 1),
                at((side + 480) / 2, (EAVES + TOP) / 2, far),
            ],
            6,
            2,
        )
    c.stroke("#e4efe6", [at(480, TOP, 1), at(480, TOP, far)], 8, 3)
    for depth in DEPTHS:
        frame = [
            at(LEFT, FLOOR, depth),
            at(LEFT, EAVES, depth),
            at(480, TOP, depth),
            at(RIGHT, EAVES, depth),
            at(RIGHT, FLOOR, depth),
        ]
        c.stroke(across("#ffffff", "#dfeae2"), frame, 9 * depth)


def _back(c: Canvas) -> None:
    far = DEPTHS[-1]
    gable = [
        at(LEFT, 520, far),
        at(LEFT, EAVES, far),
        at(480, TOP, far),
        at(RIGHT, EAVES, far),
        at(RIGHT, 520, far),
    ]
    c.fill("#e9f6f060", gable)
    c.fill(
        down("#c98a64", "#99603f"),
        [at(LEFT, 520, far), at(RIGHT, 520, far), at(RIGHT, FLOOR, far), at(LEFT, FLOOR, far)],
    )
    for x in (130, 300, 660, 830):
        c.stroke("#f4f7ee", [at(x, EAVES - 200, far), at(x, 520, far)], 2.6)
    c.stroke("#f4f7ee", [at(LEFT, EAVES, far), at(RIGHT, EAVES, far)], 4)
    door = [at(390, 150, far), at(570, 150, far), at(570, FLOOR, far), at(390, FLOOR, far)]
    c.fill(down("#4f8f7a", "#3a6f60"), door)
    c.fill(
        down("#d6eee6", "#a9d2b8"),
        [at(410, 175, far), at(550, 175, far), at(550, 480, far), at(410, 480, far)],
    )
    c.stroke("#4f8f7a", [at(480, 175, far), at(480, 480, far)], 2.4)


def _bench_row(c: Canvas, depth: float) -> None:
    place = DEPTHS.index(depth)
    for side, edge, inner in ((-1, LEFT, 190), (1, RIGHT, 770)):
        behind = DEPTHS[place + 1]
        top = [
            at(edge, 500, depth),
            at(inner, 500, depth),
            at(inner, 500, behind),
            at(edge, 500, behind),
        ]
        c.fill(down("#d9ae7c", "#b98656"), top)
        c.fill(
            down("#a9744a", "#7f5232"),
            [
                at(edge, 500, depth),
                at(inner, 500, depth),
                at(inner, 530, depth),
                at(edge, 530, depth),
            ],
        )
        c.fill(
            darker("#a9744a", 0.35),
            [
                at(inner, 500, depth),
                at(inner, 500, behind),
                at(inner, 530, behind),
                at(inner, 530, depth),
            ],
        )
        for x in (inner - side * -16, inner + side * 110):
            c.stroke("#6d452c", [at(x, 530, depth), at(x, FLOOR, depth)], 13 * depth)
        for shift in (0, 1):
            middle = (depth + behind) / 2 if shift else depth * 0.97
            x = inner + side * (58 + 88 * (1 - shift))
            _plant(
                c,
                at(x, 498, middle),
                middle,
                PLANTS[(place * 2 + shift + (side > 0)) % 5],
                seed=place * 7 + shift + side,
            )


def _plant(c: Canvas, foot: Point, size: float, kind: str, *, seed: int) -> None:
    chance = random.Random(seed)
    with c.at(*foot, size * 1.25):
        c.glow("#2f2413", 6, 0, 40, 8, 0.7)
        colour = chance.choice(("#c8703f", "#b8603a", "#d08a58", "#5f8fa0"))
        c.fill(
            across(lighter(colour), colour, darker(colour, 0.25)),
            [(-28, -44), (28, -44), (20, 0), (-20, 0)],
        )
        c.fill(across(lighter(colour, 0.3), darker(colour, 0.12)), box(-32, -52, 32, -40, 2))
        {"fern": _fern, "flower": _blooms, "cactus": _cactus}[kind](c, chance)


def _fern(c: Canvas, chance: random.Random) -> None:
    for turn in (-165, -20, -150, -35, -130, -50, -110, -70, -90):
        leaf(
            c,
            0,
            -48,
            chance.uniform(62, 88),
            turn + chance.uniform(-6, 6),
            chance.choice(("#4f9a4a", "#3f8746", "#63ad52")),
        )


def _blooms(c: Canvas, chance: random.Random) -> None:
    petal = chance.choice(("#e8506a", "#f4a93a", "#c56ad0", "#f26a4a"))
    for lean in (-26, -10, 8, 25):
        c.stroke("#4b8a45", bend((0, -46), (lean * 0.3, -80), (lean, -100 - abs(lean) * -0.6)), 3)
        leaf(c, lean * 0.3, -66, 26, -150 if lean < 0 else -30, "#56a04c")
    for lean in (-26, -10, 8, 25):
        y = -100 + abs(lean) * 0.6
        c.fill(
            petal, *[ellipse(lean + dx, y + dy, 7) for dx, dy in ((-7, 0), (7, 0), (0, -8), (0, 7))]
        )
        c.fill("#ffe08a", ellipse(lean, y, 4.6))


def _cactus(c: Canvas, _chance: random.Random) -> None:
    for points, wide in (
        ([(0, -48), (0, -112)], 28),
        ([(0, -70), (24, -72), (25, -94)], 14),
        ([(0, -84), (-23, -86), (-24, -104)], 13),
    ):
        c.stroke(across("#6fb07a", "#2f7552"), points, wide)
    for x in (-6, 0, 6):
        c.stroke("#2f7552", [(x, -54), (x, -118)], 1)
    c.fill("#f26a8a", ellipse(0, -128, 7), ellipse(-6, -124, 5), ellipse(6, -124, 5))


def _hanging(c: Canvas) -> None:
    for x, y, depth in ((300, 40, 0.74), (660, 40, 0.74), (150, 0, 1.0), (810, 0, 1.0)):
        px, py = at(x, y, depth)
        with c.at(px, py + 70 * depth, depth):
            for side in (-30, 0, 30):
                c.stroke("#8a8f88", [(0, -140), (side, 0)], 1.6)
            for lean in range(-42, 43, 12):
                c.stroke(
                    "#5fa552",
                    bend((lean * 0.6, 8), (lean, 20), (lean * 1.2, 62 - abs(lean) * 0.4)),
                    6,
                    2,
                )
            c.fill(down("#b98656", "#7f5232"), [(-36, 0), (36, 0), (22, 30), (-22, 30)])
            c.fill(
                down("#6fb35c", "#478a45"),
                *[ellipse(lean, -4 - abs(lean) * -0.2, 15) for lean in (-26, -8, 10, 26)],
            )
            for place, lean in enumerate((-30, -16, 0, 14, 28)):
                c.fill(
                    "#f08aa8" if place % 2 else "#fbd5e0", ellipse(lean, -8 + (place % 2) * 8, 6)
                )


def _gardener(c: Canvas) -> None:
    head = Head(
        hat="straw", hat_colour="#e8c77a", hair="#d8d2c8", cut="bun", glasses=True, skin="#e8b795"
    )
    look = Look(head, top="#7a5aa0", legs="#4a6a8a", apron="#4f8a5c", shoes="#3f7a4f", slim=1.1)
    pose = Pose(near_elbow=(8, -62), near_hand=(22, -60), far_elbow=(12, -64), far_hand=(24, -66))
    c.glow("#3a2a1c", 430, 572, 76, 12, 0.8)
    with c.at(432, 570, 2.75):
        person(c, look, pose)
        c.fill(down("#5f9fd0", "#2f6a9f"), [(17, -62), (36, -62), (38, -42), (15, -42)])
        c.stroke("#2f6a9f", [(36, -46), (52, -58)], 3.4, 2.6)
        c.fill("#2f6a9f", ellipse(53, -59, 3.4, 4.6, turn=40))
        c.stroke("#2f6a9f", bend((19, -62), (25, -76), (34, -62)), 2)
        near_arm(c, look, pose)
        for shift in (0, 2.6, 5.2, 7.8):
            c.stroke(
                "#cfeaf6",
                bend((55, -58 + shift * 0.4), (66, -62 + shift), (72 + shift * 0.8, -44)),
                0.8,
            )


def _wheelbarrow(c: Canvas) -> None:
    with c.at(330, 628, 0.98):
        c.glow("#2f2413", 10, 0, 100, 12, 0.8)
        c.stroke("#8a5a34", [(-108, -62), (58, -22)], 7)
        c.stroke("#4a4a48", [(-20, -34), (-34, 0)], 6)
        c.fill(down("#5a4030", "#3f2d22"), ellipse(-4, -80, 62, 16))
        c.fill(down("#d9534a", "#a8342f"), [(-78, -80), (68, -80), (40, -34), (-44, -34)])
        for x in (-30, 4, 36):
            for turn in (-130, -90, -50):
                leaf(c, x, -84, 34, turn, "#5fae4f")
        c.fill("#2f2b2a", ellipse(62, -20, 21))
        c.fill(outwards("#d8d4cc", "#8a8680"), ellipse(62, -20, 11))
    for x, y in ((612, 590), (640, 604), (664, 588)):
        c.fill(outwards("#ff7a5c", "#e23b2e", "#b3261f"), ellipse(x, y, 12))
        c.fill("#4f8a3c", smooth([(x - 6, y - 10), (x, y - 14), (x + 6, y - 10), (x, y - 8)]))


SCENE = Scene(
    key="greenhouse",
    title="In the greenhouse",
    facts=(
        (
            "an older woman with a straw hat, glasses, a purple jumper and a green apron waters "
            "plants with a blue can"
        ),
        "she stands on a path of terracotta tiles in the middle of a white glass greenhouse",
        "wooden benches with potted ferns, cacti and flowers run along both sides",
        "a red wheelbarrow with seedlings stands at the lower left of the path",
        "three red tomatoes lie on the path in front at the right",
        "four hanging baskets with pink flowers hang from the roof",
        "a green door is at the far end; trees and clouds are seen through the glass",
    ),
    paint=paint,
)
