"""A girl flies a kite on a hill; her dog runs along; a windmill stands behind."""

import math

from tools.demo_media.art.animals import dog, sheep
from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head
from tools.demo_media.art.nature import broadleaf, cloud, flower, ridge, tufts
from tools.demo_media.art.paints import across, darker, down, lighter
from tools.demo_media.art.people import Look, Pose, person
from tools.demo_media.art.shapes import bend, box, smooth
from tools.demo_media.scenes.base import Scene


def paint(c: Canvas) -> None:
    c.fill(down("#3f9fe0", "#8fcdf2", "#e6f4ee"), box(0, 0, 960, 470))
    c.glow("#fffbe0", 120, 60, 260, 220, 0.8)
    for x, y, size in ((250, 120, 62), (560, 70, 44), (905, 300, 50), (470, 230, 34)):
        cloud(c, x, y, size)
    _hills(c)
    _windmill(c)
    _near_hill(c)
    _kite(c)
    _girl(c)
    c.glow("#173a1c", 590, 512, 56, 9, 0.8)
    with c.at(590, 510, 0.95, turn=5):
        dog(c, "#a8693a", "#6b3f22", "#3a78b8")
    for x, y in (
        (70, 590),
        (118, 616),
        (168, 584),
        (250, 612),
        (700, 600),
        (756, 622),
        (830, 596),
        (905, 618),
    ):
        flower(c, x, y, 9, "#e2453f", "#3a1f1f")
    for x, y in ((210, 592), (300, 622), (650, 620), (790, 590), (870, 626)):
        flower(c, x, y, 7, "#fdfbf4")


def _hills(c: Canvas) -> None:
    ridge(
        c,
        [(-20, 400), (180, 366), (420, 396), (700, 352), (980, 390)],
        640,
        down("#a9cfa8", "#b9d9a4"),
        curved=True,
    )
    ridge(
        c,
        [(-20, 420), (140, 408), (330, 436), (620, 402), (800, 416), (980, 386)],
        640,
        down("#86bd74", "#9ac96f"),
        curved=True,
    )
    for x, y, high in ((690, 418, 52), (730, 414, 66), (772, 420, 48), (925, 402, 70)):
        broadleaf(c, x, y, high, "#4f9a58", seed=int(x))
    for x, y, size in ((404, 432, 0.3), (452, 438, 0.36), (505, 430, 0.28)):
        with c.at(x, y, size, flip=x == 452):
            sheep(c)


def _windmill(c: Canvas) -> None:
    c.fill(across("#fbf3e2", "#d3bfa4"), [(128, 426), (142, 318), (182, 318), (196, 426)])
    c.fill(across("#b5543f", "#8d3b30"), [(136, 320), (162, 284), (188, 320)])
    c.fill("#6d4a35", box(154, 396, 170, 426, 3))
    c.fill("#7fa6b8", box(156, 346, 168, 362, 2))
    for turn in (20, 110, 200, 290):
        with c.at(162, 310, turn=turn):
            c.stroke("#6a4c38", [(0, 0), (0, -84)], 3.4)
            c.fill("#fff8ea", box(2, -82, 19, -20))
            for y in (-68, -52, -36):
                c.stroke("#b89f84", [(2, y), (19, y)], 1.2)
            c.stroke("#b89f84", [(19, -82), (19, -20)], 1.4)


def _near_hill(c: Canvas) -> None:
    ridge(
        c,
        [(-20, 560), (120, 505), (330, 462), (520, 478), (740, 540), (980, 572)],
        640,
        down("#7cc15a", "#4f9a45", "#3d8440"),
        curved=True,
    )
    tufts(c, (0, 545, 960, 640), 70, "#3f8a3f", seed=5)
    tufts(c, (150, 500, 640, 560), 22, "#63ad4d", seed=6)
    c.fill(
        "#e9d49c",
        smooth(
            [
                (420, 640),
                (452, 560),
                (420, 505),
                (400, 470),
                (412, 470),
                (440, 505),
                (492, 560),
                (512, 640),
            ]
        ),
    )


def _kite(c: Canvas) -> None:
    c.stroke("#ffffffd0", bend((391, 336), (560, 330), (770, 170)), 1.6)
    with c.at(770, 130, turn=24):
        corners = ((0, -92), (62, -10), (0, 92), (-62, -10))
        colours = ("#e8453f", "#f7c13b", "#2f7fc4", "#f08a2e")
        for place, colour in enumerate(colours):
            outline = [(0, -10), corners[place], corners[(place + 1) % 4]]
            c.fill(down(lighter(colour, 0.16), darker(colour, 0.05)), outline)
        c.stroke("#7a4a30", [corners[0], corners[2]], 2)
        c.stroke("#7a4a30", [corners[1], corners[3]], 2)
    tail = [(733 + 26 * math.sin(t / 1.6) - t * 7, 214 + t * 13) for t in range(13)]
    c.stroke("#f7f1e2", smooth(tail, closed=False), 2)
    for place, (x, y) in enumerate(tail[2::3]):
        colour = ("#e8453f", "#2f7fc4", "#f7c13b", "#5fb05a")[place]
        c.fill(
            colour,
            [(x, y), (x - 13, y - 8), (x - 13, y + 8)],
            [(x, y), (x + 13, y - 8), (x + 13, y + 8)],
        )


def _girl(c: Canvas) -> None:
    head = Head(cut="tail", hair="#8a4a22", size=1.3, skin="#f0c4a2")
    look = Look(head, top="#d93a44", legs="#35507c", shoes="#f2c53c")
    pose = Pose(
        hip=(-4, -47), neck=(-3, -78), head=(-1, -91), near_elbow=(8, -74), near_hand=(17, -86),
        far_elbow=(13, -76), far_hand=(20, -88), near_knee=(9, -28), near_foot=(14, -3),
        far_knee=(-4, -26), far_foot=(-17, -8),
    )  # fmt: skip
    c.glow("#173a1c", 358, 484, 62, 11, 0.8)
    with c.at(356, 482, 1.75):
        person(c, look, pose)
    c.stroke("#f2b53c", box(384, 328, 398, 342, 4), 4)


SCENE = Scene(
    key="kite",
    title="Flying a kite",
    facts=(
        (
            "a girl with a brown ponytail, a red jumper and blue trousers runs on a green hill "
            "left of the middle"
        ),
        "her kite, red, yellow, blue and orange with a long tail of bows, flies at the upper right",
        "a brown dog with a blue collar stands to the right of her",
        "a white windmill with a red cap stands at the left behind the hill",
        "three sheep graze on a far meadow; trees stand at the right",
        "a sandy path leads up the hill; red poppies and white flowers grow in front",
        "the sky is blue with four white clouds",
    ),
    paint=paint,
)
