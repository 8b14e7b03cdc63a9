"""A steam train crosses a stone viaduct in autumn; a hiker watches."""

import math
import random

from tools.demo_media.art.animals import cow
from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head
from tools.demo_media.art.nature import broadleaf, peak, pine, ridge, ripples, tufts
from tools.demo_media.art.paints import across, darker, down, lighter
from tools.demo_media.art.people import Look, Pose, person
from tools.demo_media.art.shapes import Outline, arch, box, ellipse, smooth
from tools.demo_media.scenes.base import Scene

DECK = 276


def paint(c: Canvas) -> None:
    c.fill(down("#7fb6d8", "#cfe4e6", "#f8ead0"), box(0, 0, 960, 440))
    c.glow("#fff2c8", 830, 120, 300, 220, 0.6)
    for x, top, half, rock in (
        (120, 120, 260, "#8499ad"),
        (560, 96, 300, "#7a90a8"),
        (880, 150, 240, "#8da0b2"),
    ):
        peak(c, x, top, 420, half, rock=rock)
    _forest(c)
    _valley(c)
    _viaduct(c)
    _train(c)
    _foreground(c)


def _forest(c: Canvas) -> None:
    ridge(
        c,
        [(-20, 350), (200, 376), (480, 410), (760, 380), (980, 340)],
        460,
        down("#b99a5a", "#a8a45c"),
        curved=True,
    )
    chance = random.Random(8)
    for place in range(46):
        x = place * 22 - 10 + chance.uniform(-8, 8)
        y = 372 + 46 * (1 - abs(x - 480) / 480) + chance.uniform(0, 14)
        colour = chance.choice(("#d98a32", "#c8622e", "#e2aa3e", "#6f8a4a", "#a8482c"))
        if chance.random() < 0.3:
            pine(c, x, y, chance.uniform(44, 64), "#41695a")
        else:
            broadleaf(c, x, y, chance.uniform(44, 62), colour, seed=place)


def _valley(c: Canvas) -> None:
    c.fill(down("#a9b55a", "#7f9a48"), box(0, 420, 960, 640))
    river = smooth(
        [
            (560, 420),
            (610, 470),
            (560, 530),
            (500, 580),
            (470, 660),
            (760, 660),
            (730, 580),
            (700, 520),
            (690, 465),
            (610, 420),
        ]
    )
    c.fill(down("#bfd9dc", "#5f9fb8", "#3f7f9f"), river)
    with c.inside(river):
        ripples(c, 440, 640, "#e8f4f4aa", count=50, seed=3, x0=480, x1=760)


def _viaduct(c: Canvas) -> None:
    stone = "#c9a98a"
    holes = [arch(x + 26, 318, x + 124, 520) for x in range(-60, 980, 150)]
    c.fill(down(stone, darker(stone, 0.22)), box(-10, DECK + 10, 970, 505), holes=holes)
    with c.inside(box(-10, DECK + 10, 970, 505)):
        for x in range(-60, 980, 150):
            _arch(c, x, stone)
    for x in range(-60, 980, 150):
        c.fill(across(stone, darker(stone, 0.3)), box(x - 32, 490, x + 32, 512, 3))
    c.fill(down(lighter(stone, 0.3), stone), box(-10, DECK, 970, DECK + 18))
    for x in range(-6, 970, 30):
        c.stroke("#9a7d66", [(x, DECK + 19), (x, DECK + 25)], 7)


def _arch(c: Canvas, x: float, stone: str) -> None:
    c.fill(across("#6d544600", "#6d5446c0"), box(x - 8, 366, x + 26, 505))
    c.fill(down("#5f483d", "#7d6252"), _inner_side(x))
    for row in range(7):
        for column in (0, 1):
            left = x - 24 + column * 26 + (row % 2) * 12
            c.stroke(
                darker(stone, 0.18),
                [(left, 380 + row * 17), (min(left + 17, x + 24), 380 + row * 17)],
                1.2,
            )
    for place in range(13):
        angle = math.pi + math.pi * place / 12
        cos, sin = math.cos(angle), math.sin(angle)
        c.stroke(
            "#a88a70",
            [(x + 75 + 50 * cos, 367 + 50 * sin), (x + 75 + 61 * cos, 367 + 61 * sin)],
            1.6,
        )


def _inner_side(x: float) -> Outline:
    """The wall of the next pillar that is seen through the arch."""
    curve = [
        (x + 75 + 49 * math.cos(a), 367 + 49 * math.sin(a))
        for a in (math.pi * (1.5 + t / 16) for t in range(9))
    ]
    return [*curve, (x + 124, 505), (x + 111, 505), (x + 111, 370), (x + 104, 346), (x + 92, 330)]


def _train(c: Canvas) -> None:
    puffs = (
        (690, 160, 22),
        (656, 142, 34),
        (606, 124, 44),
        (546, 110, 50),
        (478, 96, 46),
        (410, 88, 38),
        (350, 84, 28),
    )
    c.fill(
        across("#ffffff50", "#f3f3f3f0", "#ffffff"),
        *[ellipse(x, y, r, r * 0.7) for x, y, r in puffs],
    )
    for x, y, r in puffs[:5]:
        c.glow("#b9c0c8", x + r * 0.2, y + r * 0.3, r * 0.8, r * 0.5, 0.5)
    for place in range(3):
        _carriage(c, 128 + place * 152)
    _engine(c)


def _carriage(c: Canvas, x: float) -> None:
    c.fill("#2a2426", box(x - 6, 256, x + 152, 264))
    c.fill(down("#3f7f6c", "#245447"), box(x, 196, x + 144, 258, 6))
    c.fill(down("#e8e0cc", "#b9ae98"), box(x - 3, 188, x + 147, 201, 6))
    c.stroke("#e9c15c", [(x + 4, 240), (x + 140, 240)], 2.4)
    for window in range(5):
        c.fill(
            down("#fff3c4", "#f2c774"), box(x + 9 + window * 26, 208, x + 29 + window * 26, 230, 3)
        )
    for wheel in (18, 42, 102, 126):
        c.fill("#2a2426", ellipse(x + wheel, 266, 10))
        c.fill("#8a8580", ellipse(x + wheel, 266, 4))


def _engine(c: Canvas) -> None:
    c.fill("#241d1f", box(580, 252, 752, 264, 2))
    c.fill(down("#d8453c", "#8f2230"), box(584, 184, 640, 256, 4))
    c.fill("#2a2426", box(578, 174, 648, 187, 4))
    c.fill(down("#cfe3ea", "#8fb3c2"), box(594, 196, 626, 220, 3))
    c.fill(down("#e86a58", "#b52e38", "#7c1d2b"), box(636, 204, 740, 252, 14))
    for x in (662, 692, 720):
        c.stroke("#e9c15c", [(x, 205), (x, 251)], 3)
    c.fill(across("#4a4244", "#221b1e"), [(704, 206), (700, 168), (724, 168), (720, 206)])
    c.fill("#221b1e", box(696, 162, 728, 172, 3))
    c.fill(down("#f2d27a", "#b98a34"), ellipse(668, 202, 11, 10))
    c.fill(down("#fff6cf", "#f2c774"), ellipse(742, 214, 7))
    c.fill("#221b1e", [(740, 252), (768, 268), (736, 268)])
    for x, r in ((606, 16), (648, 16), (690, 16), (726, 10)):
        c.fill("#241d1f", ellipse(x, 276 - r, r))
        c.stroke("#c23a3a", ellipse(x, 276 - r, r * 0.66), 2.4)
    c.stroke("#c9c2b8", [(606, 262), (690, 262)], 4)


def _foreground(c: Canvas) -> None:
    for x, y, size, flip in ((770, 548, 0.66, True), (880, 566, 0.8, False)):
        c.glow("#2f3a1a", x, y, 40 * size, 7, 0.6)
        with c.at(x, y, size, flip=flip):
            cow(c)
    ridge(
        c,
        [(-20, 520), (110, 530), (260, 572), (400, 650)],
        660,
        down("#8f8a3f", "#5c6a30"),
        curved=True,
    )
    ridge(c, [(740, 660), (850, 612), (980, 600)], 660, down("#8f8a3f", "#5c6a30"), curved=True)
    tufts(c, (0, 560, 300, 640), 30, "#c9a548", seed=4)
    tufts(c, (830, 622, 960, 640), 10, "#c9a548", seed=5)
    broadleaf(c, 60, 560, 290, "#d9772c", seed=2)
    c.fill(
        down("#a8a098", "#6f6860"),
        smooth([(168, 592), (176, 566), (208, 552), (248, 558), (268, 590), (220, 600)]),
    )
    pose = Pose(near_elbow=(8, -70), near_hand=(7, -89), far_elbow=(10, -60), far_hand=(8, -46))
    head = Head(cut="curly", hair="#2d1d16", skin="#8d5a3c", hat="beanie", hat_colour="#2f5f9a")
    with c.at(216, 562, 1.5):
        c.fill(
            down("#f2c53c", "#c8922a"),
            smooth([(-20, -78), (-7, -80), (-5, -50), (-19, -48)], steps=4),
        )
        person(c, Look(head, top="#c8443c", legs="#4a4f3c", shoes="#5a3a24"), pose)


SCENE = Scene(
    key="viaduct",
    title="Train on a viaduct",
    facts=(
        (
            "a red steam engine pulls three dark green carriages with yellow windows to the right "
            "over a stone viaduct"
        ),
        "white steam trails to the left above the train",
        "a river runs under the arches; two brown and white cows stand on the meadow at the right",
        (
            "a hiker in a red jacket and blue woollen hat with a yellow rucksack stands on a rock "
            "at the lower left"
        ),
        "a big orange tree stands at the left edge; the woods are red, orange and yellow",
        "three snow-capped mountains rise behind",
    ),
    paint=paint,
)
