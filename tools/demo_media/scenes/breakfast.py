"""A breakfast table seen from above."""

import math
import random

from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.nature import leaf
from tools.demo_media.art.paints import across, darker, down, lighter, outwards
from tools.demo_media.art.shapes import Outline, bend, box, ellipse, moved, smooth
from tools.demo_media.scenes.base import Scene


def paint(c: Canvas) -> None:
    _table(c)
    _cloth(c)
    _newspaper(c)
    _plate(c)
    _cutlery(c)
    _coffee(c)
    _juice(c)
    _board(c)
    _strawberries(c)
    _jam(c)
    c.glow("#fff3d0", 120, 60, 620, 460, 0.28)


def _shadow(c: Canvas, outline: Outline, far: float = 9) -> None:
    for step in range(1, 5):
        c.fill("#3a1e1026", moved(outline, far * step / 4, far * step / 3.4))


def _table(c: Canvas) -> None:
    chance = random.Random(5)
    for plank in range(7):
        y = plank * 92 - 4
        wood = ("#b98253", "#c18b5a", "#b07a4c", "#bd8656")[plank % 4]
        c.fill(down(lighter(wood, 0.08), darker(wood, 0.06)), box(0, y, 960, y + 92))
        for _grain in range(9):
            x, at = chance.uniform(-100, 900), y + chance.uniform(10, 84)
            c.stroke(
                "#8f5f3a66",
                bend((x, at), (x + 90, at + chance.uniform(-7, 7)), (x + 220, at)),
                1.6,
                0.6,
            )
        c.stroke("#7d5230", [(0, y), (960, y)], 2.2)


def _cloth(c: Canvas) -> None:
    cloth = box(86, 70, 640, 606, 4)
    _shadow(c, cloth, 6)
    c.fill("#f5f3ea", cloth)
    with c.inside(cloth):
        for x in range(86, 660, 56):
            c.fill("#5b8fc06e", box(x, 60, x + 28, 620))
        for y in range(70, 620, 56):
            c.fill("#5b8fc06e", box(80, y, 660, y + 28))
    c.stroke("#4f7fae", [(86, 70), (640, 70), (640, 606), (86, 606), (86, 70)], 3)


def _newspaper(c: Canvas) -> None:
    with c.at(176, 74, turn=-11):
        sheet = box(-150, -110, 120, 74)
        _shadow(c, sheet, 7)
        c.fill(down("#f2eee2", "#e2dccb"), sheet)
        c.fill("#3a3836", box(-136, -30, 60, -14))
        for row in range(7):
            for left, right in ((-136, -78), (-68, -10)):
                c.stroke("#9a958a", [(left, 0 + row * 10), (right, 0 + row * 10)], 2.4)
        c.fill(down("#8fb4c4", "#6d9a7a"), box(4, -4, 108, 62))
        c.fill(
            "#55806a",
            smooth([(4, 62), (30, 30), (60, 44), (90, 22), (108, 40), (108, 62)], steps=4),
        )
    for x in (216, 262):
        c.fill("#cfe4ea55", ellipse(x, 128, 19, 16))
        c.stroke("#3b2c28", [*ellipse(x, 128, 19, 16), (x + 19, 128)], 3.6)
    c.stroke("#3b2c28", bend((235, 126), (239, 120), (243, 126)), 3)
    c.stroke("#3b2c28", [(198, 122), (188, 80)], 3)
    c.stroke("#3b2c28", [(280, 122), (292, 82)], 3)


def _plate(c: Canvas) -> None:
    plate = ellipse(360, 376, 168)
    _shadow(c, plate, 13)
    c.fill(outwards("#ffffff", "#ffffff", "#eceae4"), plate)
    rim = ellipse(360, 376, 154)
    c.stroke("#3f76ad", [*rim, rim[0]], 4)
    c.fill(outwards("#f4f2ec", "#fffefa"), ellipse(360, 376, 116))
    _egg(c, 318, 344, 1.0)
    _egg(c, 398, 322, 0.9)
    for shift, turn in ((0, 6), (32, -3)):
        _bacon(c, 316, 424 + shift, turn)
    for x, y in ((434, 398), (462, 372), (456, 424)):
        c.fill("#7a1c1855", ellipse(x + 4, y + 5, 18))
        c.fill(outwards("#ff7a5c", "#e23b2e", "#b3261f"), ellipse(x, y, 18))
        c.glow("#ffffff", x - 6, y - 7, 8, strength=0.9)
        for turn in range(0, 360, 72):
            leaf(c, x, y, 9, turn + 10, "#4f8a3c")
    for turn in (-150, -110, -70, -30):
        leaf(c, 272, 414, 30, turn - 40, "#5fa04a")


def _egg(c: Canvas, x: float, y: float, size: float) -> None:
    white = [(-58, 4), (-44, -38), (-6, -46), (36, -40), (56, -4), (44, 34), (8, 40), (-30, 44)]
    outline = smooth([(x + u * size, y + v * size) for u, v in white])
    c.fill("#cfc3a888", moved(outline, 3, 4))
    c.fill(outwards("#ffffff", "#fffdf4", "#f0e2c2"), outline)
    c.fill("#e08a1a", ellipse(x + 2, y + 2, 23 * size))
    c.fill(outwards("#ffd75a", "#ffb824", "#f39c12"), ellipse(x, y, 22 * size))
    c.glow("#ffffff", x - 7 * size, y - 8 * size, 9 * size, strength=0.9)


def _bacon(c: Canvas, x: float, y: float, turn: float) -> None:
    with c.at(x, y, turn=turn):
        wave = [(t * 9 - 4, 6 * math.sin(t * 1.1)) for t in range(13)]
        c.stroke("#8f2f28", smooth(wave, closed=False), 21)
        c.stroke("#c8574a", smooth(wave, closed=False), 16)
        c.stroke("#f0c0a4", smooth(moved(wave, 0, -3), closed=False), 4)
        c.stroke("#e6a58c", smooth(moved(wave, 0, 5), closed=False), 2.6)


def _cutlery(c: Canvas) -> None:
    metal = across("#eef1f3", "#a9b1b8", "#dfe4e7")
    fork = [(148, 560), (148, 360)]
    c.stroke("#3a1e1044", moved(fork, 6, 7), 11, 8)
    c.stroke(metal, fork, 12, 7)
    c.fill(metal, smooth([(134, 330), (138, 356), (148, 368), (158, 356), (162, 330)], steps=5))
    for x in (136, 144, 152, 160):
        c.stroke("#c4cbd0", [(x, 336), (x, 292)], 4, 3)
    knife = [(574, 560), (574, 430)]
    c.stroke("#3a1e1044", moved([(574, 560), (574, 300)], 6, 7), 12)
    c.stroke("#4a342a", knife, 15, 12)
    c.fill(
        metal,
        [(566, 436), (582, 436), (582, 330), *bend((582, 330), (580, 290), (566, 272)), (566, 330)],
    )
    for y in (456, 530):
        c.fill("#d8c08a", ellipse(574, y, 3))


def _coffee(c: Canvas) -> None:
    _shadow(c, ellipse(768, 190, 112), 10)
    c.fill(outwards("#f2ede2", "#fffdf6", "#ded6c6"), ellipse(768, 190, 112))
    c.fill(outwards("#e6dfd0", "#f6f1e6"), ellipse(768, 190, 76))
    c.stroke("#c23b34", bend((836, 178), (904, 148), (892, 204)), 17)
    c.stroke("#c23b34", bend((892, 204), (880, 226), (832, 214)), 17)
    _shadow(c, ellipse(768, 190, 70), 8)
    c.fill(outwards("#b8332d", "#d8493f", "#a82c28"), ellipse(768, 190, 70))
    c.fill(outwards("#6b4226", "#8a5a34", "#5a3620"), ellipse(768, 190, 58))
    heart = smooth(
        [
            (768, 222),
            (738, 190),
            (742, 168),
            (760, 168),
            (768, 180),
            (778, 168),
            (796, 170),
            (798, 192),
        ]
    )
    c.fill("#ecd3a8", heart)
    c.fill(
        "#fdf0d6",
        smooth(
            [
                (768, 208),
                (750, 188),
                (754, 176),
                (764, 178),
                (768, 186),
                (774, 177),
                (784, 178),
                (786, 190),
            ]
        ),
    )
    c.stroke("#a9b1b8", [(664, 268), (697, 236)], 7, 5)
    c.fill(across("#eef1f3", "#a9b1b8"), ellipse(706, 228, 16, 10, turn=-44))


def _juice(c: Canvas) -> None:
    _shadow(c, ellipse(584, 172, 50), 13)
    c.fill("#e9f2f4", ellipse(584, 172, 50))
    c.fill(outwards("#ffb93a", "#f99a1c", "#ef8412"), ellipse(584, 172, 43))
    c.glow("#fff7d8", 570, 156, 24, 18, 0.8)
    with c.at(618, 140):
        c.fill("#f28a1a", ellipse(0, 0, 27))
        c.fill("#ffe9c4", ellipse(0, 0, 23))
        for place in range(8):
            angle = math.tau * place / 8 + 0.2
            tips = [(20 * math.cos(angle + d), 20 * math.sin(angle + d)) for d in (-0.32, 0, 0.32)]
            c.fill("#ffab38", [(3 * math.cos(angle), 3 * math.sin(angle)), *tips])
    c.stroke("#d8434a", [(560, 200), (514, 262)], 6)
    c.stroke("#f7f1e2", [(546, 219), (536, 232)], 6)


def _board(c: Canvas) -> None:
    board = box(676, 372, 936, 560, 26)
    _shadow(c, board, 10)
    c.fill(down("#dcae74", "#c08e56"), board)
    for y in (404, 450, 500, 534):
        c.stroke("#a9784488", bend((690, y), (800, y + 9), (922, y - 3)), 2)
    c.fill("#8a5e34", ellipse(704, 464, 10))
    _croissant(c, 780, 452, -18)
    _croissant(c, 852, 512, 22)
    bread = smooth([(836, 396), (850, 384), (900, 386), (914, 400), (906, 446), (844, 444)])
    _shadow(c, bread, 5)
    c.fill("#a9662f", bread)
    c.fill(
        outwards("#f7e3ba", "#eccb8f"),
        smooth([(842, 400), (852, 391), (898, 392), (907, 402), (900, 439), (849, 438)]),
    )
    c.fill(down("#fff0a8", "#f7d96a"), box(862, 404, 890, 424, 5))


def _croissant(c: Canvas, x: float, y: float, turn: float) -> None:
    with c.at(x, y, turn=turn):
        curve = bend((-68, 24), (0, -44), (68, 24), 48)
        widths = [6 + 40 * math.sin(math.pi * place / 48) ** 0.8 for place in range(49)]
        for place in range(3, 46):
            c.fill(
                "#3a1e1018", ellipse(curve[place][0] + 6, curve[place][1] + 8, widths[place] / 2)
            )
        for place in range(1, 48):
            c.fill("#b36f26", ellipse(*curve[place], widths[place] / 2))
        for place in (5, 43, 11, 37, 17, 31, 24):
            (px, py), wide = curve[place], widths[place]
            band = ellipse(px, py, 7 + wide * 0.12, wide * 0.53, turn=px * 0.55)
            c.fill(down("#f0b65c", "#d08a34", "#a8631d"), band)
            c.stroke("#9a5a1ea0", [*band, band[0]], 1.2)


def _strawberries(c: Canvas) -> None:
    _shadow(c, ellipse(440, 88, 78), 10)
    c.fill(outwards("#2f7f86", "#4aa3a6", "#2c6f78"), ellipse(440, 88, 78))
    c.fill(outwards("#1f5f66", "#2c747a"), ellipse(440, 88, 64))
    spots = (
        (404, 70, 20),
        (442, 52, -30),
        (476, 74, 60),
        (416, 106, 140),
        (456, 114, 200),
        (440, 84, 100),
    )
    for x, y, turn in spots:
        with c.at(x, y, turn=turn):
            berry = smooth([(-18, -14), (0, -19), (18, -14), (14, 8), (0, 24), (-14, 8)])
            c.fill(outwards("#ff6a5a", "#e2343a", "#b01f2c"), berry)
            for u, v in ((-8, -6), (4, -8), (-3, 4), (8, 2), (0, 13)):
                c.fill("#f9d98a", ellipse(u, v, 1.4, 2))
            for leaf_turn in (-150, -120, -90, -60, -30):
                leaf(c, 0, -13, 13, leaf_turn, "#58a03f")


def _jam(c: Canvas) -> None:
    _shadow(c, ellipse(620, 318, 40), 9)
    c.fill("#e6eef0", ellipse(620, 318, 40))
    c.fill(outwards("#c22a4a", "#9c1c3c", "#7c1530"), ellipse(620, 318, 33))
    c.glow("#ffb0b8", 608, 306, 15, strength=0.8)
    c.stroke("#c9a063", [(628, 312), (684, 276)], 7, 6)
    c.fill("#d9b070", ellipse(622, 316, 14, 9, turn=-32))


SCENE = Scene(
    key="breakfast",
    title="Breakfast table",
    facts=(
        "a wooden table is seen from above, with a blue and white checked cloth",
        (
            "a white plate with a blue rim holds two fried eggs, two strips of bacon, three small "
            "tomatoes and parsley"
        ),
        "a fork lies left of the plate, a knife with a dark handle right of it",
        (
            "a red cup of coffee with a heart in the foam stands on a saucer at the upper right, a "
            "teaspoon beside it"
        ),
        (
            "a glass of orange juice with a slice of orange and a striped straw stands in the "
            "upper middle"
        ),
        "a wooden board with two croissants and a buttered slice of bread lies at the lower right",
        (
            "a teal bowl of strawberries stands at the top, an open jar of red jam with a spoon "
            "right of the plate"
        ),
        "a newspaper and a pair of glasses lie at the upper left",
    ),
    paint=paint,
)
