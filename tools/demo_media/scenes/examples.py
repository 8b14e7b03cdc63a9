"""The two pictures of the image-paragraph rubric's good and bad example."""

import random

from tools.demo_media.art.bicycle import bicycle
from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head
from tools.demo_media.art.nature import cloud, flower
from tools.demo_media.art.paints import across, darker, down, lighter
from tools.demo_media.art.people import Look, Pose, far_side, near_arm, near_side, person
from tools.demo_media.art.shapes import bend, box, ellipse, smooth
from tools.demo_media.scenes.base import Scene

AIRBORNE = Pose(
    hip=(-4, -44), neck=(6, -73), head=(11, -83), near_elbow=(-10, -66), near_hand=(-22, -80),
    far_elbow=(20, -78), far_hand=(32, -86), near_knee=(10, -34), near_foot=(-2, -14),
    far_knee=(20, -38), far_foot=(22, -16),
)  # fmt: skip


def paint_cyclist(c: Canvas) -> None:
    c.fill(down("#8fcdf0", "#dcf0f4"), box(0, 0, 960, 500))
    cloud(c, 880, 90, 44)
    _white_house(c)
    _hedge(c)
    c.fill(down("#d8cbb4", "#b9aa90"), box(0, 508, 960, 640))
    c.fill(down("#b3a48c", "#9a8c76"), box(0, 508, 960, 518))
    for x in range(-60, 1000, 120):
        c.stroke("#a5967e", [(x + 60, 520), (x, 640)], 2)
    _man_with_bicycle(c)


def _white_house(c: Canvas) -> None:
    c.fill(across("#ffffff", "#f6f2ea", "#e2ddd4"), box(70, 120, 820, 512))
    c.fill(down("#7a7f8c", "#5f6472"), [(40, 128), (130, 30), (760, 30), (850, 128)])
    c.fill(across("#b5654f", "#8f4a3c"), box(640, 0, 690, 70))
    for y in range(150, 500, 18):
        c.stroke("#dcd6cb", [(72, y), (818, y)], 1)
    for place, x in enumerate((110, 250, 390, 530, 670)):
        for y in (160, 340):
            if place != 2 or y < 200:
                _window(c, x, y)
    c.fill("#f7f3ea", box(386, 318, 500, 512))
    c.fill(down("#3f8a5f", "#2a6646"), box(396, 330, 490, 512))
    c.fill(down("#cfe4e2", "#9fc3c4"), box(412, 344, 474, 400, 3))
    c.fill("#e8c15a", ellipse(478, 430, 5))
    c.fill("#c9c2b6", box(372, 500, 514, 514, 2))


def _window(c: Canvas, x: float, y: float) -> None:
    c.fill("#5f7f92", box(x - 8, y - 8, x + 100, y + 108, 3))
    c.fill(down("#8fb9cc", "#cfe4ea"), box(x, y, x + 92, y + 100))
    c.fill("#ffffff55", [(x + 8, y + 100), (x + 50, y), (x + 78, y), (x + 36, y + 100)])
    c.fill("#fdfbf5", box(x + 43, y, x + 49, y + 100), box(x, y + 46, x + 92, y + 52))


def _hedge(c: Canvas) -> None:
    spots = [
        ellipse(x, 490 - (x % 3) * 3, 28, 34) for x in (*range(-10, 370, 30), *range(530, 980, 30))
    ]
    c.fill(down("#6fae58", "#3f7a42"), *spots)
    chance = random.Random(4)
    for _leaf in range(90):
        x = chance.choice((chance.uniform(0, 350), chance.uniform(540, 960)))
        c.fill(lighter("#6fae58", 0.3) + "90", ellipse(x, chance.uniform(466, 506), 5, 3))
    for x in (110, 170, 300, 880, 920):
        flower(c, x, 478, 7, "#f4a3b0", stem="#5f9a4f")


def _man_with_bicycle(c: Canvas) -> None:
    look = Look(
        Head(hat="flat", hat_colour="#4a4f5c", hair="#5a3a24"),
        top="#8a5a34",
        legs="#4a5468",
        coat=5,
        shoes="#2f2723",
    )
    pose = Pose(near_elbow=(10, -62), near_hand=(27, -56), far_elbow=(8, -62), far_hand=(6, -48))
    c.glow("#3a3020", 610, 612, 210, 16, 0.8)
    with c.at(580, 606, 3.7):
        person(c, look, pose)
    with c.at(620, 616, 3.3):
        bicycle(c, "#2f2d33")
    with c.at(580, 606, 3.7):
        near_arm(c, look, pose)


def paint_skater(c: Canvas) -> None:
    c.fill(down("#6fb4e0", "#cfe6f0", "#f4eedc"), box(0, 0, 960, 440))
    cloud(c, 170, 110, 50)
    cloud(c, 480, 60, 34)
    _wall(c)
    c.fill(down("#8a8a90", "#77777f"), box(0, 420, 960, 640))
    _car(c, 150, 462, 1.16, "#f6f4ee")
    _car(c, 440, 462, 1.12, "#4f9a62")
    _ramp(c)
    _skater(c)


def _wall(c: Canvas) -> None:
    c.fill(across("#d9a08a", "#c98a76"), box(-10, 250, 970, 424))
    for row, y in enumerate(range(262, 424, 20)):
        for x in range(-60 + (row % 2) * 36, 980, 72):
            c.stroke("#b87a68", [(x, y), (x + 60, y)], 1.4)
    c.fill(down("#f2efe6", "#d9d3c6"), box(-10, 240, 970, 254))


def _car(c: Canvas, x: float, y: float, size: float, colour: str) -> None:
    with c.at(x, y, size):
        c.glow("#1f1c22", 0, 2, 130, 10, 0.8)
        body = [
            (-110, -14),
            (-112, -42),
            (-92, -56),
            (-60, -60),
            (-34, -90),
            (38, -92),
            (72, -60),
            (106, -50),
            (114, -16),
        ]
        c.fill(
            down(lighter(colour, 0.3), colour, darker(colour, 0.25)),
            smooth([*body, (0, -8)], steps=6),
        )
        c.fill(
            down("#5f7f92", "#a9cbd6"),
            [(-50, -60), (-30, -82), (-2, -83), (-2, -60)],
            [(6, -60), (6, -83), (34, -83), (58, -60)],
        )
        c.stroke(darker(colour, 0.4), [(2, -60), (2, -22)], 1.6)
        c.stroke(darker(colour, 0.4), [(12, -48), (24, -48)], 3)
        c.fill("#fff3c4", ellipse(106, -38, 7))
        c.fill("#d8434a", ellipse(-108, -40, 5))
        for wheel in (-64, 66):
            c.fill("#25232a", ellipse(wheel, -14, 23))
            c.fill("#c9c6c2", ellipse(wheel, -14, 11))


def _ramp(c: Canvas) -> None:
    curve = [
        *bend((1000, 236), (850, 250), (800, 410), 20),
        *bend((800, 410), (760, 566), (560, 584), 20),
        (-20, 592),
        (-20, 660),
        (1000, 660),
    ]
    c.fill(down("#dcdad6", "#b9b7b6", "#8f8d92"), curve)
    with c.inside(curve):
        for x in range(40, 1000, 120):
            c.stroke("#a3a1a2", bend((x, 200), (x - 60, 500), (x - 240, 660)), 1.6)
        c.fill(across("#00000000", "#2f2d3a50"), box(500, 200, 960, 660))
    c.stroke("#5f5d66", [*bend((1000, 236), (850, 250), (800, 410), 20)], 7)
    c.stroke("#f4f2ee", [(20, 622), (300, 618)], 2)


def _skater(c: Canvas) -> None:
    c.glow("#1f1c2a", 610, 588, 110, 12, 0.8)
    head = Head(hair="#7a4a26", skin="#efc3a0", hat="beanie", hat_colour="#3f6fb0", size=1.2)
    look = Look(head, top="#e0532f", legs="#3a3f52", shoes="#f4f2ea", short_sleeves=True)
    with c.at(590, 380, 2.6, turn=-14):
        c.stroke(
            "#2f2a2c",
            smooth([(-22, -13), (-16, -8), (10, -8), (32, -8), (39, -14)], closed=False),
            4,
        )
        for x in (-10, 27):
            c.fill("#f2c53c", ellipse(x, -3, 4))
            c.fill("#8a6a20", ellipse(x, -3, 1.4))
        far_side(c, look, AIRBORNE)
        near_side(c, look, AIRBORNE)


GOOD = Scene(
    key="image-paragraph-good",
    title="A man beside his bicycle",
    facts=(
        (
            "a man in a brown jacket and a dark cap stands beside a black bicycle, a hand on its "
            "handlebar"
        ),
        (
            "behind him is a white house with many windows, a green door and a grey roof; "
            "a low hedge runs along its wall"
        ),
    ),
    paint=paint_cyclist,
)
BAD = Scene(
    key="image-paragraph-bad",
    title="A boy on a skateboard",
    facts=(
        (
            "a boy in an orange shirt and a blue woollen hat is in the air on a skateboard above a "
            "concrete ramp"
        ),
        "a white and a green car are parked before a brick wall at the left; there are no trees",
    ),
    paint=paint_skater,
)
EXAMPLES = (GOOD, BAD)
