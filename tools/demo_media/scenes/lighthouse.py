"""A lighthouse on a rock in a storm at night; a ship fights the waves."""

import random

from tools.demo_media.art.animals import gull_flying
from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head
from tools.demo_media.art.nature import cloud
from tools.demo_media.art.paints import Blend, across, darker, down
from tools.demo_media.art.people import Look, Pose, person
from tools.demo_media.art.shapes import Point, bend, box, ellipse, smooth
from tools.demo_media.scenes.base import Scene

LAMP = (712, 158)
BREAKER = (
    (0.0, 0.1),
    (0.22, -0.1),
    (0.4, -0.5),
    (0.54, -0.9),
    (0.68, -1.0),
    (0.77, -0.78),
    (0.74, -0.42),
    (0.82, -0.04),
)


def paint(c: Canvas) -> None:
    c.fill(down("#131a33", "#26345a", "#4a5f80"), box(0, 0, 960, 440))
    _clouds(c)
    _lightning(c)
    _beam(c)
    _far_sea(c)
    _ship(c)
    _waves(c, 492, 54, down("#6aa0b0", "#2f6378", "#1c4258", "#1c4258"), seed=2)
    _rock(c)
    _tower(c)
    _cottage(c)
    _keeper(c)
    _spray(c)
    _waves(c, 572, 74, down("#5f9aac", "#27586f", "#143449"), seed=12, until=430)
    _waves(c, 628, 48, down("#4f8a9e", "#1c475c", "#0f2a40"), seed=9, until=760)
    _rain(c)


def _clouds(c: Canvas) -> None:
    spots = (
        (60, 60, 92),
        (300, 44, 84),
        (560, 30, 96),
        (880, 40, 100),
        (170, 150, 64),
        (420, 128, 50),
        (900, 150, 44),
    )
    for place, (x, y, size) in enumerate(spots):
        light = ("#46557a", "#3b4a6e", "#526287")[place % 3]
        cloud(c, x, y, size, light, darker(light, 0.5))


def _lightning(c: Canvas) -> None:
    bolt = [(196, 190), (168, 262), (196, 266), (160, 330), (186, 334), (142, 424)]
    c.glow("#bcd4ff", 176, 280, 170, 200, 0.55)
    c.stroke("#f6f4ff", bolt, 7, 2)
    c.stroke("#f6f4ff", [(160, 330), (120, 366), (112, 392)], 3, 1)


def _beam(c: Canvas) -> None:
    x, y = LAMP
    c.fill(
        Blend(("#ffeeaa00", "#ffeeaa40", "#fff4c4d0"), 0),
        [(x, y - 10), (x, y + 12), (-60, 330), (-60, 60)],
    )
    c.fill(
        Blend(("#fff4c4b0", "#ffeeaa00"), 0), [(x, y - 10), (x, y + 12), (1080, 230), (1080, 96)]
    )


def _far_sea(c: Canvas) -> None:
    c.fill(down("#4a7288", "#2f5a70"), box(0, 400, 960, 640))
    for place in range(26):
        x, y = (place * 131) % 960, 408 + (place * 17) % 60
        c.stroke("#86a9b8", bend((x - 26, y + 3), (x, y - 6), (x + 26, y + 3)), 2.4, 1)


def _ship(c: Canvas) -> None:
    with c.at(262, 440, 1.05, turn=-8):
        c.fill(
            down("#a83a36", "#6d2228"),
            smooth([(-112, -36), (-60, -28), (60, -28), (124, -44), (96, 14), (-92, 14)], steps=5),
        )
        c.fill(
            "#f0e6d4",
            [
                (-108, -34),
                (-60, -27),
                (60, -27),
                (121, -42),
                (118, -33),
                (60, -18),
                (-60, -18),
                (-106, -26),
            ],
        )
        c.fill(across("#e8e0d0", "#a9a39c"), box(-70, -78, 6, -26, 3))
        c.fill("#3b3f4c", box(-76, -86, 12, -76, 2))
        c.fill(down("#f0a03a", "#b9682a"), [(-48, -86), (-50, -124), (-24, -124), (-26, -86)])
        c.fill("#2a2c36", box(-51, -126, -23, -116))
        for x in (-62, -38, -14):
            c.fill("#ffe9a4", box(x, -68, x + 15, -54, 2))
        c.stroke("#3b3026", [(66, -34), (66, -116)], 4, 3)
        c.stroke("#3b3026", [(66, -104), (12, -48)], 1.6)
        c.stroke("#3b3026", [(66, -112), (118, -44)], 1.2)
        c.glow("#ff8a6a", 66, -118, 20, strength=0.9)
        c.fill("#ffd0b4", ellipse(66, -118, 3.6))


def _waves(
    c: Canvas, y: float, high: float, paint: Blend, *, seed: int, until: float = 1100
) -> None:
    """A row of breaking waves up to `until`; beyond it the water lies low."""
    chance = random.Random(seed)
    line: list[Point] = [(-200, y)]
    foam = []
    x = -130 + chance.uniform(0, 60)
    while x < until:
        wide, top = chance.uniform(150, 210), high * chance.uniform(0.8, 1.25)
        crest = [(x + u * wide, y + v * top) for u, v in BREAKER]
        line += crest
        foam.append(smooth(crest[2:6], closed=False))
        x += wide
    line += [(x + step * 120, y + 6 * (step % 2)) for step in range(1, 9)]
    c.fill(paint, [*smooth(line, closed=False), (1400, 720), (-200, 720)])
    for crest in foam:
        c.stroke("#f2f8f8", crest, 2, 9)
        c.stroke("#bcd8de88", [(px + 4, py + 12) for px, py in crest[:22]], 1, 5)
        tip = crest[-1]
        for dx, dy, r in ((0, 2, 9), (9, -3, 7), (-9, -8, 8), (14, 7, 4), (22, 0, 3), (4, 14, 4)):
            c.fill("#f2f8f8", ellipse(tip[0] + dx, tip[1] + dy, r))


def _rock(c: Canvas) -> None:
    side = [
        (500, 640),
        (530, 570),
        (570, 530),
        (600, 480),
        (640, 444),
        (760, 436),
        (880, 444),
        (980, 420),
        (980, 640),
    ]
    c.fill(down("#5a5560", "#2c2933"), side)
    for facet in (
        [(600, 480), (640, 444), (660, 520), (604, 566)],
        [(760, 436), (880, 444), (850, 530), (770, 500)],
        [(530, 570), (570, 530), (590, 600), (520, 640)],
    ):
        c.fill("#6f6a7688", facet)
    for facet in (
        [(660, 520), (760, 480), (780, 580), (690, 640)],
        [(880, 444), (980, 420), (980, 560), (900, 520)],
    ):
        c.fill("#1f1c2688", facet)
    c.fill(
        down("#5f7a52", "#48603f"),
        smooth(
            [(634, 448), (700, 436), (800, 432), (980, 414), (980, 440), (820, 452), (700, 456)]
        ),
    )
    c.stroke(
        "#8a8274",
        smooth([(600, 600), (690, 572), (668, 528), (720, 490), (770, 452)], closed=False),
        12,
        8,
    )


def _tower(c: Canvas) -> None:
    body = [(676, 440), (688, 196), (736, 196), (750, 440)]
    c.fill(across("#fffaf0", "#e9e0d6", "#a9a3a8"), body)
    with c.inside(body):
        for y in (236, 318, 400):
            c.fill(across("#e0483f", "#c23439", "#7f2430"), box(660, y, 770, y + 40))
    for y in (290, 372):
        c.fill("#3a3440", box(705, y, 719, y + 20, 6))
        c.fill("#ffdf8a", box(708, y + 3, 716, y + 17, 4))
    c.fill("#3a3440", box(674, 188, 750, 198, 2))
    c.fill(down("#fffbe0", "#ffe28a"), box(690, 140, 734, 188))
    c.glow("#fff4c4", *LAMP, 130, strength=0.95)
    c.fill("#fffef4", ellipse(*LAMP, 13))
    for x in (690, 704, 720, 734):
        c.stroke("#3a3440", [(x, 140), (x, 188)], 2.4)
    for x in range(676, 752, 9):
        c.stroke("#3a3440", [(x, 174), (x, 190)], 1.4)
    c.stroke("#3a3440", [(676, 174), (748, 174)], 2)
    c.fill(across("#e0483f", "#8f2833"), [(682, 142), (712, 106), (742, 142)])
    c.stroke("#3a3440", [(712, 106), (712, 92)], 2.4)
    c.fill("#5a3a34", box(702, 412, 724, 440, 8))


def _cottage(c: Canvas) -> None:
    c.glow("#ffcf70", 854, 410, 90, 70, 0.5)
    c.fill(across("#e4dace", "#a39ba0"), box(790, 372, 906, 438))
    c.fill(down("#5f4a5a", "#3f3242"), [(778, 376), (806, 326), (890, 326), (918, 376)])
    c.fill("#6a5a60", box(874, 304, 890, 342))
    for x in (806, 868):
        c.fill(down("#fff0b4", "#ffc95c"), box(x, 390, x + 22, 412, 2))
        c.stroke("#5a3a34", [(x + 11, 390), (x + 11, 412)], 2)
    c.fill("#3f6a72", box(838, 394, 858, 438, 2))


def _keeper(c: Canvas) -> None:
    head = Head(hat="sou'wester", hat_colour="#f2c230", beard="#e9e4da", hair="#e9e4da")
    look = Look(head, top="#f2c230", legs="#3a4456", shoes="#1f1c22", coat=13)
    pose = Pose(near_elbow=(-8, -60), near_hand=(-9, -48), far_elbow=(11, -66), far_hand=(22, -72))
    with c.at(636, 556, 1.12, flip=True):
        person(c, look, pose)
        c.glow("#ffd880", 24, -66, 40, strength=0.9)
        c.fill("#2a2630", box(20, -73, 28, -70, 1), box(20, -58, 28, -55, 1))
        c.fill("#fff3bd", box(21, -70, 27, -58, 1))


def _spray(c: Canvas) -> None:
    chance = random.Random(31)
    for _drop in range(90):
        x, y = 535 + chance.gauss(0, 34), 556 - abs(chance.gauss(0, 46))
        c.fill("#eef7f8" + chance.choice(("c0", "80", "50")), ellipse(x, y, chance.uniform(1, 4.4)))


def _rain(c: Canvas) -> None:
    chance = random.Random(77)
    for _streak in range(170):
        x, y, long = chance.uniform(0, 1000), chance.uniform(-20, 640), chance.uniform(14, 30)
        c.stroke("#cfe0ee4c", [(x, y), (x - long * 0.36, y + long)], 1.3)
    for x, y, size in ((440, 262, 0.5), (500, 306, 0.38)):
        with c.at(x, y, size, turn=14):
            gull_flying(c, "#dfe4ea", "#5a6272")


SCENE = Scene(
    key="lighthouse",
    title="Lighthouse in a storm",
    facts=(
        (
            "a red and white striped lighthouse stands on a dark rock at the right, its yellow "
            "beam reaching to the left"
        ),
        "a red-hulled ship with a white cabin and an orange funnel tilts on high waves at the left",
        "a flash of lightning strikes at the far left under dark blue clouds",
        "a small white house with lit windows and a blue door stands right of the tower",
        (
            "a keeper with a white beard in a yellow raincoat and hat stands on the rock holding a "
            "lantern"
        ),
        "rain falls aslant; two gulls fly in the middle; spray rises where the waves meet the rock",
    ),
    paint=paint,
)
