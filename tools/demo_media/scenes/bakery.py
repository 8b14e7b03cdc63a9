"""A woman cycles past a bakery in the morning; the baker stands at the door."""

import random

from tools.demo_media.art.bicycle import basket, cyclist
from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head
from tools.demo_media.art.nature import broadleaf, cloud, flower
from tools.demo_media.art.paints import across, darker, down, lighter
from tools.demo_media.art.people import Look, Pose, person
from tools.demo_media.art.shapes import arc, bend, box, ellipse
from tools.demo_media.scenes.base import Scene


def paint(c: Canvas) -> None:
    c.fill(down("#8cc7ea", "#cfe8f0", "#fdf0d8"), box(0, 0, 960, 490))
    cloud(c, 850, 96, 44)
    _far_street(c)
    _house(c)
    _shop_window(c)
    _door(c)
    _awning(c)
    _pavement(c)
    _baker(c)
    _lamp(c)
    _rider(c)


def _far_street(c: Canvas) -> None:
    for x, wide, top, wall in (
        (650, 110, 176, "#cfa6a0"),
        (746, 100, 220, "#e3cf9f"),
        (836, 140, 150, "#a9bfb8"),
    ):
        c.fill(across(lighter(wall), darker(wall, 0.1)), box(x, top, x + wide, 490))
        c.fill(
            darker(wall, 0.4), [(x - 6, top + 4), (x + wide / 2, top - 52), (x + wide + 6, top + 4)]
        )
        for row in range(4):
            for column in range(2):
                left, high = x + wide * (0.2 + 0.42 * column), top + 26 + row * 58
                c.fill(down("#7fa3b4", "#b6cfd4"), box(left, high, left + 20, high + 32, 2))
    c.glow("#fff2cc", 780, 420, 240, 160, 0.7)
    broadleaf(c, 900, 488, 230, "#6fae55", seed=4)


def _house(c: Canvas) -> None:
    c.fill(across("#f0cfa4", "#e2b98a", "#cf9f72"), box(-10, 70, 640, 486))
    roof = [(-20, 74), (-20, 0), (600, 0), (662, 74)]
    c.fill(down("#b35c48", "#8f4338"), roof)
    with c.inside(roof):
        for place in range(96):
            row, column = divmod(place, 24)
            c.stroke(
                "#94473a", arc(column * 29 - 10 + (row % 2) * 14, 6 + row * 18, 14, 9, 10, 170), 1.8
            )
    c.fill("#fbf1df", box(-10, 70, 650, 82), box(-10, 240, 640, 248))
    for x in (60, 250, 440):
        _upper_window(c, x)
    for x in range(0, 620, 74):
        c.stroke("#d9ab7c", [(x, 452), (x + 30, 452)], 2)


def _upper_window(c: Canvas, x: float) -> None:
    c.fill("#fff8ea", box(x - 6, 102, x + 96, 218, 3))
    c.fill(down("#6f9fb8", "#a9cbd6"), box(x, 108, x + 90, 212))
    c.fill("#ffffff44", [(x + 10, 212), (x + 54, 108), (x + 80, 108), (x + 36, 212)])
    c.fill(
        "#f6ecd8",
        [(x, 108), (x + 32, 108), (x + 8, 180), (x, 190)],
        [(x + 90, 108), (x + 58, 108), (x + 82, 180), (x + 90, 190)],
    )
    c.fill("#fff8ea", box(x + 43, 108, x + 47, 212), box(x, 156, x + 90, 160))
    c.fill(down("#9a6a44", "#7a4f30"), box(x - 8, 212, x + 98, 232, 3))
    for place in range(6):
        c.fill("#4f8f48", ellipse(x + 4 + place * 17, 208, 12, 8))
    for place in range(7):
        flower(
            c,
            x + 2 + place * 14.5,
            198 + (place % 2) * 7,
            6,
            ("#e2504f", "#f4a3b0", "#ffffff")[place % 3],
        )


def _shop_window(c: Canvas) -> None:
    c.fill(down("#2f6a6c", "#1f4f53"), box(46, 290, 400, 486, 4))
    c.fill(down("#ffe9b4", "#f7cf8a"), box(60, 318, 386, 452))
    for y in (384, 446):
        c.fill("#9a6a3c", box(60, y, 386, y + 7))
    chance = random.Random(2)
    for place in range(6):
        x = 88 + place * 54
        c.fill(down("#e0a552", "#b06f2a"), ellipse(x, 368, 24, 17))
        for cut in (-8, 0, 8):
            c.stroke("#f3d8a0", [(x + cut - 3, 358), (x + cut + 3, 368)], 2.6)
    for place in range(5):
        x = 84 + place * 22
        c.stroke("#c98a3c", [(x, 444), (x + 10, 398)], 11, 9)
    for place in range(3):
        x = 236 + place * 54
        c.fill(down("#fff7ee", "#e9cdb8"), box(x - 20, 416, x + 20, 446, 5))
        c.fill(("#f2a0ad", "#a9683f", "#f7e3a0")[place], box(x - 20, 412, x + 20, 426, 6))
        c.fill("#d8343a", ellipse(x, 409, 5 + chance.random()))
    c.fill("#ffffff38", [(80, 452), (160, 318), (216, 318), (136, 452)])
    for x in (60, 168, 277, 382):
        c.fill("#2a5f62", box(x, 318, x + 5, 452))


def _door(c: Canvas) -> None:
    c.fill("#1f4f53", box(436, 300, 560, 486, 3))
    c.fill(down("#5c4030", "#3a2a22"), box(446, 312, 550, 486))
    c.fill("#f2c98a66", box(446, 312, 550, 420))
    c.fill(across("#3f8082", "#2a6165"), [(550, 306), (596, 322), (596, 496), (550, 486)])
    c.fill(down("#cfe4e2", "#a3c4c4"), [(557, 322), (588, 332), (588, 420), (557, 416)])
    c.fill("#f2c75a", ellipse(588, 440, 3.6))
    c.fill("#b9a890", box(430, 482, 566, 494, 2))


def _awning(c: Canvas) -> None:
    for place in range(14):
        top, low = 52 + place * 36.4, 34 + place * 39
        colour = "#3f7fae" if place % 2 else "#fdf7ea"
        c.fill(
            down(lighter(colour, 0.1), darker(colour, 0.1)),
            [(top, 268), (top + 37, 268), (low + 39.5, 318), (low, 318)],
        )
        c.fill(darker(colour, 0.12), arc(low + 19.6, 318, 19.6, 13, 0, 180))
    c.fill("#7a4a2c", box(150, 246, 470, 274, 8))
    c.fill("#f6e3bc", box(155, 250, 465, 270, 6))
    for x in (190, 310, 430):
        curve = bend((x - 18, 264), (x, 246), (x + 18, 264))
        c.stroke("#b8742c", curve, 8, 8)
    for x in (230, 352):
        c.stroke("#7a4a2c", [(x, 260), (x + 38, 260)], 3)


def _pavement(c: Canvas) -> None:
    c.fill(down("#d9cdb8", "#c4b59c"), box(0, 484, 960, 540))
    for x in range(-40, 1000, 70):
        c.stroke("#b3a388", [(x + 40, 486), (x, 538)], 1.6)
    c.fill(down("#a89a86", "#8a7d6c"), box(0, 536, 960, 548))
    c.fill(down("#8d8a90", "#6c6a74"), box(0, 548, 960, 640))
    for x in range(30, 960, 190):
        c.fill("#d8d3c4", [(x, 612), (x + 96, 612), (x + 84, 622), (x - 12, 622)])
    for x, high, colour in ((36, 60, "#e2504f"), (410, 52, "#f4c542")):
        c.fill(
            down("#c8744a", "#99502f"), [(x - 24, 466), (x + 24, 466), (x + 18, 506), (x - 18, 506)]
        )
        c.fill(
            down("#5fa04f", "#3f7a40"), *[ellipse(x + d, 456 - abs(d), 17) for d in (-16, 0, 16)]
        )
        for place in range(5):
            c.fill(colour, ellipse(x - 20 + place * 10, 452 - (place % 2) * high / 6, 6))


def _baker(c: Canvas) -> None:
    look = Look(
        Head(skin="#e8b795", hair="#5a3a24", beard="#5a3a24", cut="short"),
        top="#f7f4ec",
        legs="#5d6470",
        apron="#fffdf6",
        slim=1.16,
    )
    pose = Pose(near_elbow=(-9, -62), near_hand=(4, -55), far_elbow=(12, -64), far_hand=(25, -70))
    with c.at(494, 492, 1.7):
        person(c, look, pose)
        c.fill(
            down("#ffffff", "#e3ded2"),
            ellipse(-5, -105, 6),
            ellipse(1, -108, 7),
            ellipse(7, -105, 6),
            box(-6, -105, 8, -96),
        )


def _lamp(c: Canvas) -> None:
    c.fill(across("#4a5a5c", "#253436"), box(700, 214, 708, 520))
    c.fill("#2c3c3e", box(690, 508, 718, 524, 3))
    c.fill(down("#fff7d6", "#f2dc9a"), [(690, 170), (718, 170), (713, 212), (695, 212)])
    c.fill("#2c3c3e", [(684, 172), (704, 150), (724, 172)], box(693, 210, 715, 217, 2))
    c.stroke("#2c3c3e", bend((708, 262), (744, 254), (748, 280)), 3)
    c.fill(down("#6aa455", "#47803f"), *[ellipse(748 + d, 292, 15) for d in (-12, 0, 12)])
    for place in range(6):
        c.fill(
            ("#d8508a", "#f6b2cc")[place % 2], ellipse(730 + place * 7, 288 + (place % 3) * 6, 5)
        )


def _rider(c: Canvas) -> None:
    head = Head(cut="long", hair="#3a241a", skin="#d79e78", hat="helmet", hat_colour="#f4efe2")
    look = Look(head, top="#e0a02f", legs="#31507a", coat=4, shoes="#7a3a2a")
    c.glow("#26232c", 640, 606, 150, 14, 0.8)
    with c.at(640, 604, 2.3):
        for x, colour in ((29, "#e0a552"), (35, "#cf9040")):
            c.stroke(colour, [(x, -60), (x + 5, -82)], 5, 4)
        cyclist(c, look, "#c8383a")
        basket(c)
        for x, y, colour in ((40, -70, "#f4a3b0"), (43, -66, "#e2504f"), (37, -68, "#ffffff")):
            c.fill(colour, ellipse(x, y, 2.6))


SCENE = Scene(
    key="bakery",
    title="Cyclist at the bakery",
    facts=(
        (
            "a woman with long dark hair, a white helmet, a mustard jacket and blue trousers "
            "cycles to the right"
        ),
        "her bicycle is red; two baguettes and flowers are in its wicker basket",
        (
            "a bakery with a blue and white striped awning fills the left; "
            "bread and cakes lie in its lit window"
        ),
        "a bearded baker in a white hat and white apron stands in the open doorway, one arm raised",
        "the house has three upper windows with flower boxes and a red tiled roof",
        (
            "a street lamp with a hanging flower basket stands right of the middle; "
            "a green tree at the right edge"
        ),
        "two terracotta pots with red and yellow flowers stand on the pavement",
    ),
    paint=paint,
)
