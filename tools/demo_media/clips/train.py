"""A train leaves a station while a woman on the platform waves."""

import math

from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head
from tools.demo_media.art.nature import broadleaf, cloud, ridge
from tools.demo_media.art.paints import across, darker, down
from tools.demo_media.art.people import Look, Pose, person
from tools.demo_media.art.shapes import arc, box, ellipse, smooth
from tools.demo_media.clips.base import HEIGHT, WIDTH, Clip, eased

RAIL = 204
COACH = 150
LOOK = Look(
    Head(cut="bob", hair="#6a3a22", skin="#efc3a0"),
    top="#f2c230",
    legs="#3f4a6a",
    coat=14,
    shoes="#7a3a2a",
)


def backdrop(c: Canvas) -> None:
    c.fill(down("#86c6ea", "#d9eef0", "#f6f0dc"), box(0, 0, WIDTH, HEIGHT))
    cloud(c, 84, 34, 20)
    cloud(c, 388, 48, 24)
    ridge(
        c,
        [(-10, 140), (100, 112), (220, 134), (350, 106), (490, 132)],
        210,
        down("#a9cf9a", "#86b878"),
        curved=True,
    )
    for x, high in ((30, 62), (180, 50), (420, 70), (456, 54)):
        broadleaf(c, x, 178, high, "#6fae5c", seed=x)
    c.fill(down("#7fb368", "#6a9c58"), box(0, 172, WIDTH, 210))
    _far_house(c)
    c.fill(down("#a89a88", "#857868"), box(0, 196, WIDTH, 214))
    for x in range(-4, WIDTH, 15):
        c.fill("#5f4a3c", box(x, 203, x + 9, 207))
    c.fill("#8d9096", box(0, 201, WIDTH, 203))


def _far_house(c: Canvas) -> None:
    c.fill(across("#e9c9a0", "#cfa678"), box(250, 118, 380, 186))
    c.fill(down("#a85a48", "#86443a"), [(238, 122), (266, 92), (364, 92), (392, 122)])
    for x in (264, 298, 346):
        c.fill("#fbf3e2", box(x - 2, 134, x + 20, 164))
        c.fill(down("#7fa6b8", "#b8d4da"), box(x, 136, x + 18, 162))
    c.fill("#fdf8ec", ellipse(315, 108, 9))
    c.stroke("#4a3c34", [*ellipse(315, 108, 9), (324, 108)], 1.6)
    c.stroke("#4a3c34", [(315, 102), (315, 108), (319, 110)], 1.4)


def moment(c: Canvas, time: float) -> None:
    _train(c, 26 * max(0.0, time - 0.5) ** 2.15)
    _platform(c)
    _waving(c, time)


def _train(c: Canvas, moved: float) -> None:
    for place in range(3):
        x = -16 + place * (COACH + 6) - 60 + moved
        if x < WIDTH:
            _coach(c, x, moved, engine=place == 2)


def _coach(c: Canvas, x: float, moved: float, *, engine: bool) -> None:
    body = box(x, 128, x + COACH, 192, 6)
    if engine:
        body = smooth(
            [
                (x, 192),
                (x, 128),
                (x + 106, 128),
                (x + 138, 142),
                (x + COACH, 172),
                (x + COACH, 192),
            ],
            steps=3,
        )
    c.fill("#2a2a30", box(x - 4, 188, x + COACH - 4, 197))
    c.fill(down("#5fb08a", "#2f7f5f", "#1f5f48"), body)
    with c.inside(body):
        c.fill("#f4e9c8", box(x - 4, 168, x + COACH + 8, 173))
        c.fill("#1a4a3a", box(x - 4, 124, x + COACH, 131))
    for window in range(3 if engine else 4):
        left = x + 12 + window * 34
        c.fill(down("#2f4a5f", "#9fc9d6"), box(left, 139, left + 24, 160, 3))
        if (window + round(x - moved)) % 2:
            c.fill("#d9a882", ellipse(left + 12, 154, 4))
            c.fill("#8a4a5a", arc(left + 12, 161, 7, 5, 180, 360))
    if engine:
        c.fill(
            down("#2f4a5f", "#9fc9d6"),
            [(x + 116, 139), (x + 128, 143), (x + 138, 160), (x + 116, 160)],
        )
        c.fill("#fff6cf", ellipse(x + 144, 180, 3.6))
    for wheel in (22, 44, 106, 128):
        _wheel(c, x + wheel, moved)


def _wheel(c: Canvas, x: float, moved: float) -> None:
    c.fill("#26242a", ellipse(x, 195, 8))
    c.fill("#a8a49e", ellipse(x, 195, 5))
    for spoke in range(3):
        angle = moved / 8 + math.pi * spoke / 3
        dx, dy = 5 * math.cos(angle), 5 * math.sin(angle)
        c.stroke("#4a474c", [(x - dx, 195 - dy), (x + dx, 195 + dy)], 1.2)


def _platform(c: Canvas) -> None:
    c.fill(down("#e2d6c0", "#c4b498"), box(0, 212, WIDTH, HEIGHT))
    c.fill("#8a7d6a", box(0, 208, WIDTH, 214))
    c.fill("#f7f2e2", box(0, 219, WIDTH, 222))
    for x in range(-20, WIDTH + 20, 46):
        c.stroke("#b3a388", [(x + 20, 224), (x, HEIGHT)], 1)
    c.fill(across("#5f6f72", "#3a484c"), box(421, 96, 427, 252))
    c.fill("#2f4f7a", box(380, 92, 468, 116, 3))
    c.fill("#f7f2e2", box(384, 96, 464, 112, 2))
    c.stroke("#2f4f7a", [(394, 104), (436, 104)], 3)
    c.fill("#2f4f7a", [(442, 98), (456, 104), (442, 110)])
    for x in (46, 104):
        c.stroke("#4a3a30", [(x, 238), (x, 254)], 4)
    c.fill(
        down("#b9824c", "#8a5a34"),
        box(36, 232, 116, 239, 2),
        box(36, 212, 116, 218, 2),
        box(36, 222, 116, 228, 2),
    )
    c.fill(darker("#7a4a3a", 0.1), box(252, 236, 282, 258, 3))
    c.stroke("#4a2c24", arc(267, 236, 7, 6, 180, 360), 2)


def _waving(c: Canvas, time: float) -> None:
    up = eased(time / 0.6) * (1 - eased((time - 5.0) / 0.7))
    swing = 7 * math.sin(time * 8) * up
    elbow = (14, -66 - 12 * up)
    hand = (10 + 12 * up + swing, -47 - 54 * up)
    c.glow("#3a3020", 222, 258, 26, 5, 0.7)
    with c.at(222, 258, 1.2):
        person(c, LOOK, Pose(far_elbow=elbow, far_hand=hand))


CLIP = Clip("train", "A train leaves the station", 6, backdrop, moment)
