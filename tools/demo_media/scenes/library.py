"""A reading room on a rainy evening: a girl reads, a cat sleeps."""

import random

from tools.demo_media.art.animals import cat_asleep
from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head
from tools.demo_media.art.nature import leaf
from tools.demo_media.art.paints import across, darker, down, lighter, outwards
from tools.demo_media.art.people import Look, Pose, far_side, near_arm, near_side
from tools.demo_media.art.shapes import arc, arch, bend, box, ellipse, smooth
from tools.demo_media.scenes.base import Scene

SPINES = (
    "#a83f38",
    "#2f6a7f",
    "#d9a441",
    "#4f7a58",
    "#7a4a72",
    "#e4d8bf",
    "#3a4a6d",
    "#c8763a",
    "#6d5a4a",
)
READING = Pose(
    hip=(-7, -30), neck=(-9, -60), head=(-5, -70), near_elbow=(-6, -44), near_hand=(8, -47),
    far_elbow=(2, -46), far_hand=(12, -49), near_knee=(17, -31), near_foot=(20, -4),
    far_knee=(19, -33), far_foot=(28, -6),
)  # fmt: skip


def paint(c: Canvas) -> None:
    c.fill(down("#6d4a3a", "#8a6048", "#7a533f"), box(0, 0, 960, 500))
    _shelves(c)
    _window(c)
    _floor(c)
    _ladder(c)
    _table(c)
    _armchair(c)
    _lamp(c)
    c.glow("#2a160e", 690, 598, 110, 14, 0.8)
    with c.at(690, 596, 1.7):
        cat_asleep(c)
    _stack(c)
    c.glow("#ffd890", 420, 300, 420, 360, 0.32)
    c.fill(across("#1a0c1850", "#1a0c1800", "#1a0c1800", "#1a0c1860"), box(0, 0, 960, 640))


def _shelves(c: Canvas) -> None:
    c.fill(down("#4a2f24", "#3a241c"), box(-10, 20, 570, 470))
    chance = random.Random(19)
    for row in range(5):
        top = 32 + row * 86
        c.fill(down("#2f1c16", "#3f281f"), box(6, top, 556, top + 74))
        x = 10.0
        while x < 540:
            wide, high = chance.uniform(10, 21), chance.uniform(46, 68)
            colour = chance.choice(SPINES)
            if chance.random() < 0.05:
                x += 16
                continue
            c.fill(
                across(lighter(colour, 0.14), colour, darker(colour, 0.3)),
                box(x, top + 74 - high, x + wide, top + 74, 1.5),
            )
            c.fill("#e9c77a", box(x + 2, top + 84 - high, x + wide - 2, top + 87 - high))
            x += wide + 1.2
        c.fill(down("#8a5c40", "#5f3d2b"), box(-10, top + 74, 570, top + 86))
    for x in (-4, 180, 368, 554):
        c.fill(across("#8a5c40", "#5f3d2b"), box(x, 20, x + 14, 470))
    c.fill(down("#9a6a4a", "#6d4632"), box(-10, 8, 580, 30))


def _window(c: Canvas) -> None:
    c.fill(across("#7a5038", "#52342a"), arch(632, 46, 894, 410))
    pane = arch(648, 62, 878, 396)
    c.fill(down("#2f4468", "#5f7a9a", "#8fa0ac"), pane)
    with c.inside(pane):
        for x, top, colour in (
            (640, 250, "#3a4a66"),
            (706, 210, "#2f3f5c"),
            (770, 268, "#3f506c"),
            (830, 230, "#344462"),
        ):
            c.fill(colour, [(x, 410), (x, top), (x + 34, top - 34), (x + 68, top), (x + 68, 410)])
            c.fill(
                "#ffd98a",
                box(x + 14, top + 30, x + 26, top + 48),
                box(x + 42, top + 80, x + 54, top + 98),
            )
        chance = random.Random(8)
        for _drop in range(70):
            left, high = chance.uniform(648, 880), chance.uniform(60, 396)
            c.stroke("#d6e4f07a", [(left, high), (left - 5, high + chance.uniform(10, 22))], 1.5)
    for x in (724, 802):
        c.fill("#5f3d2b", box(x - 4, 70, x + 4, 396))
    for y in (180, 286):
        c.fill("#5f3d2b", box(648, y - 4, 878, y + 4))
    c.fill(down("#a8744e", "#6d4632"), box(616, 394, 910, 416, 3))
    for side, edge in ((-1, 612), (1, 914)):
        drape = smooth(
            [
                (edge, 30),
                (edge - side * 66, 30),
                (edge - side * 34, 180),
                (edge - side * 8, 260),
                (edge - side * 26, 430),
                (edge + side * 34, 430),
                (edge + side * 22, 200),
            ],
            steps=8,
        )
        c.fill(across("#7f2a38", "#b0434c", "#8a2f3c"), drape)
    c.stroke("#d9b25a", [(560, 28), (960, 28)], 7)
    with c.at(852, 394):
        c.fill(across("#c8703f", "#8f4a2c"), [(-20, -30), (20, -30), (14, 0), (-14, 0)])
        for turn in (-150, -125, -100, -75, -50, -28):
            leaf(c, 0, -28, 46, turn, "#5f9a58")


def _floor(c: Canvas) -> None:
    c.fill(down("#6d452f", "#4a2d20"), box(0, 470, 960, 640))
    for row, y in enumerate((486, 508, 536, 572, 616)):
        c.stroke("#3a2218", [(0, y), (960, y)], 1.6)
        for x in range(-40 + row * 53, 960, 170):
            c.stroke("#3a2218", [(x, y), (x - 8, y + 22 + row * 6)], 1.2)
    c.fill(down("#7f523a", "#5f3d2b"), box(-10, 462, 970, 476))
    c.fill(outwards("#d98a6a", "#b0504a", "#8a3440"), ellipse(450, 578, 380, 54))
    rim = ellipse(450, 578, 350, 46)
    c.stroke("#f0c98a", [*rim, rim[0]], 3)


def _ladder(c: Canvas) -> None:
    for x in (70, 128):
        c.stroke("#2a160e66", [(x + 12, 60), (x - 16, 488)], 7)
        c.stroke(across("#c99a63", "#9a6a40"), [(x + 4, 44), (x - 26, 488)], 8)
    for row in range(9):
        left, high = 72 - row * 3.1, 80 + row * 46
        c.stroke("#b5834f", [(left, high), (left + 58, high)], 6)


def _table(c: Canvas) -> None:
    c.glow("#2a160e", 262, 566, 80, 12, 0.8)
    c.stroke("#5f3d2b", [(262, 470), (262, 560)], 12)
    c.stroke("#5f3d2b", [(226, 566), (262, 552), (298, 566)], 7)
    c.fill(down("#a8744e", "#7a4e34"), ellipse(262, 466, 66, 13))
    c.fill(across("#f4efe4", "#cfc6b4"), [(232, 436), (268, 436), (262, 462), (238, 462)])
    c.stroke("#e4dccb", arc(269, 447, 9, 8, -80, 90), 3.4)
    c.fill("#8a4a28", ellipse(250, 436, 17, 4))
    for x in (244, 256):
        c.stroke("#ffffff66", bend((x, 428), (x + 9, 412), (x - 2, 394)), 2.6, 1)
    c.fill("#d9b25a", box(286, 450, 316, 462, 2))
    c.fill("#3a5a7a", box(284, 440, 318, 451, 2))


def _armchair(c: Canvas) -> None:
    green = "#2f6f5f"
    c.glow("#2a160e", 430, 590, 170, 16, 0.85)
    for x in (350, 520):
        c.stroke("#4a2d20", [(x, 560), (x, 590)], 12, 8)
    c.fill(
        across(lighter(green, 0.15), green, darker(green, 0.25)),
        smooth(
            [(330, 560), (318, 400), (340, 312), (400, 296), (452, 318), (462, 440), (470, 560)],
            steps=8,
        ),
    )
    for x, y in ((362, 352), (404, 344), (380, 400), (420, 394)):
        c.fill(darker(green, 0.4), ellipse(x, y, 4))
    look = Look(
        Head(cut="bob", hair="#a8502a", skin="#f0c6a6", glasses=True),
        top="#f2e2c0",
        legs="#3f4f74",
        shoes="#c8443c",
    )
    with c.at(420, 578, 2.75):
        far_side(c, look, READING)
    c.fill(down(lighter(green, 0.12), darker(green, 0.12)), box(340, 492, 530, 566, 22))
    with c.at(420, 578, 2.75):
        near_side(c, look, READING)
        c.fill("#7a2f3a", [(6, -54), (24, -62), (27, -46), (10, -40)])
        c.fill("#fdf8ea", [(8, -54), (24, -60.5), (26, -47.5), (11, -42)])
        c.stroke("#c9b894", [(16, -57.2), (18.4, -44.8)], 0.8)
        near_arm(c, look, READING)
    c.fill(
        down(lighter(green, 0.25), green, darker(green, 0.25)),
        smooth([(336, 480), (360, 462), (396, 470), (404, 500), (398, 572), (340, 572)], steps=8),
    )


def _lamp(c: Canvas) -> None:
    c.glow("#ffdf9a", 560, 250, 190, 170, 0.6)
    c.fill(across("#d9b25a", "#8a6a34"), box(566, 270, 573, 566))
    c.fill(down("#d9b25a", "#8a6a34"), ellipse(570, 568, 34, 8))
    c.fill(down("#fff3c8", "#ffdf94", "#f2bd64"), [(536, 200), (604, 200), (630, 278), (510, 278)])
    c.stroke("#c98f3f", [(510, 278), (630, 278)], 3)
    c.stroke("#8a6a34", [(612, 280), (612, 306)], 1.6)
    c.fill("#d9b25a", ellipse(612, 308, 4))


def _stack(c: Canvas) -> None:
    for place, (colour, wide) in enumerate(
        (("#3a5a7a", 116), ("#c8763a", 102), ("#4f7a58", 110), ("#a83f38", 88))
    ):
        x, y = 852 - wide / 2 + (place % 2) * 8, 604 - place * 21
        c.fill(down(lighter(colour), darker(colour, 0.2)), box(x, y - 20, x + wide, y, 3))
        c.fill("#f4ecd8", box(x + 8, y - 16, x + wide + 1, y - 5))
        c.fill(darker(colour, 0.1), box(x, y - 20, x + 16, y, 3))
    c.fill(down("#f4efe4", "#cfc6b4"), ellipse(856, 512, 15, 7))
    c.fill(outwards("#ff8a6a", "#d8402f", "#a82c26"), ellipse(856, 504, 15))
    leaf(c, 857, 490, 15, -40, "#5f9a48")


SCENE = Scene(
    key="library",
    title="Reading room",
    facts=(
        (
            "a girl with short red hair and glasses, a cream jumper and blue trousers reads a book "
            "in a green armchair"
        ),
        (
            "tall shelves full of coloured books fill the left half; "
            "a wooden ladder leans against them"
        ),
        "an orange cat sleeps on the floor at the right",
        (
            "an arched window with dark red curtains shows rain and dark houses; "
            "a potted plant stands on its sill"
        ),
        "a floor lamp with a yellow shade stands right of the armchair",
        "a round table with a steaming white cup and books stands left of the armchair",
        (
            "a stack of four books with a red apple on top is at the lower right; "
            "a round red rug lies on the floor"
        ),
    ),
    paint=paint,
)
