"""A camp in the desert at night: a lit tent, a fire, two people, a camel."""

from tools.demo_media.art.animals import camel
from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head
from tools.demo_media.art.nature import ridge, stars
from tools.demo_media.art.paints import across, down, lighter
from tools.demo_media.art.people import Look, Pose, person
from tools.demo_media.art.shapes import bend, box, ellipse, smooth
from tools.demo_media.scenes.base import Scene

ON_GROUND = Pose(
    hip=(-6, -9), neck=(-5, -42), head=(-2, -53), near_elbow=(-2, -25), near_hand=(14, -24),
    far_elbow=(6, -27), far_hand=(17, -29), near_knee=(16, -19), near_foot=(12, -3),
    far_knee=(20, -17), far_foot=(24, -3),
)  # fmt: skip


def paint(c: Canvas) -> None:
    _sky(c)
    _dunes(c)
    _palms(c)
    _tents(c)
    with c.at(800, 540, 1.75, flip=True):
        c.glow("#0a1026", 0, 0, 70, 9, 0.7)
        camel(c, "#8d6846")
        _saddle(c)
    _rug(c)
    _fire(c)
    _people(c)
    c.glow("#ffb45a", 448, 520, 360, 150, 0.22)


def _sky(c: Canvas) -> None:
    c.fill(down("#0b1136", "#1b2560", "#3a3f86", "#7a5a94"), box(0, 0, 960, 420))
    for place in range(14):
        c.glow("#8fa4e8", -20 + place * 78, 250 - place * 17, 120, 46, 0.2)
    stars(c, 210, 360, seed=41)
    c.glow("#e9e4ff", 150, 110, 150, strength=0.6)
    c.fill(down("#fffbe8", "#f4e6b8"), ellipse(150, 110, 42), holes=[ellipse(170, 98, 38)])
    c.fill(across("#ffffff00", "#ffffffc0"), [(560, 56), (690, 96), (688, 99)])


def _dunes(c: Canvas) -> None:
    ridge(
        c,
        [(-20, 360), (160, 316), (330, 352), (520, 300), (740, 350), (980, 306)],
        480,
        down("#5a4a80", "#6d5078"),
        curved=True,
    )
    c.fill(
        "#4a3d70", smooth([(520, 300), (590, 330), (700, 346), (640, 400), (500, 420), (540, 350)])
    )
    ridge(
        c,
        [(-20, 400), (200, 410), (420, 372), (640, 396), (860, 352), (980, 372)],
        560,
        down("#7a5a74", "#8a6068"),
        curved=True,
    )
    c.fill(
        "#66496a", smooth([(860, 352), (900, 380), (980, 400), (980, 470), (820, 470), (850, 400)])
    )
    ridge(
        c,
        [(-20, 440), (240, 452), (520, 436), (760, 450), (980, 430)],
        660,
        down("#a8764f", "#8a5a48", "#4f3648"),
        curved=True,
    )
    for x, y in ((80, 500), (640, 590), (860, 600), (200, 600), (520, 616), (720, 500)):
        c.stroke("#c9956044", bend((x - 70, y), (x, y - 12), (x + 70, y + 2)), 2.4, 1)


def _palms(c: Canvas) -> None:
    for x, y, high, lean in ((842, 446, 190, -26), (900, 450, 236, 22)):
        top = (x + lean, y - high)
        c.stroke(
            across("#5a4350", "#2f2438"), bend((x, y), (x + lean * 0.1, y - high * 0.6), top), 15, 8
        )
        for angle, far in (
            (-175, 84),
            (-150, 92),
            (-118, 70),
            (-70, 66),
            (-34, 92),
            (-6, 86),
            (20, 60),
            (160, 62),
        ):
            with c.at(*top, far / 80, turn=angle):
                c.fill(
                    down("#2f5f5a", "#1f3f4a"),
                    [*bend((0, 0), (44, -26), (84, 16)), *bend((84, 16), (42, -4), (0, 6))],
                )
        c.fill("#6d4a34", ellipse(top[0] - 5, top[1] + 7, 6), ellipse(top[0] + 6, top[1] + 8, 6))


def _tents(c: Canvas) -> None:
    c.fill(across("#8a5a66", "#5f3f5a"), [(470, 458), (560, 360), (650, 458)])
    c.fill("#ffb95a", [(545, 458), (560, 380), (578, 458)])
    c.stroke("#3a2a40", [(560, 350), (560, 372)], 3)
    c.glow("#ffb45a", 230, 430, 240, 130, 0.5)
    roof = [
        (40, 360),
        *bend((40, 360), (150, 330), (212, 252)),
        *bend((212, 252), (280, 330), (400, 360)),
    ]
    c.fill(across("#f2dcb4", "#e2c193", "#b98a6a"), [(60, 352), (380, 352), (398, 512), (44, 512)])
    for x in (86, 132, 310, 352):
        c.fill(
            "#b5423a",
            [
                (x, 352),
                (x + 20, 352),
                (x + 20 + (x - 212) * 0.06, 512),
                (x + (x - 212) * 0.06, 512),
            ],
        )
    c.fill(down("#fff0b8", "#ffc464", "#e08a3c"), [(212, 352), (256, 512), (168, 512)])
    c.fill(
        "#f7e6c4",
        [(212, 352), (168, 512), (150, 512), (176, 440)],
        [(212, 352), (256, 512), (274, 512), (248, 440)],
    )
    c.fill(down("#d9534a", "#8f2f3a"), roof)
    for x in range(40, 400, 24):
        c.fill("#f2c75a", [(x, 356), (x + 24, 356), (x + 12, 374)])
    c.stroke("#5a3a34", [(212, 232), (212, 256)], 4)
    c.fill("#f2c75a", [(214, 232), (244, 240), (214, 248)])
    for start, stop in (((40, 362), (4, 516)), ((400, 362), (436, 510))):
        c.stroke("#e9d9b8", [start, stop], 1.6)


def _saddle(c: Canvas) -> None:
    c.fill(
        down("#c23b4a", "#7f2438"),
        smooth(
            [(-26, -84), (-12, -92), (0, -106), (12, -92), (26, -84), (22, -56), (-22, -56)],
            steps=5,
        ),
    )
    for y in (-74, -64):
        c.stroke("#f2c75a", bend((-23, y), (0, y + 3), (23, y)), 2)
    for x in range(-18, 22, 9):
        c.stroke("#f2c75a", [(x, -56), (x, -49)], 2)
    c.stroke("#7f2438", [(62, -106), (84, -96)], 1.8)


def _rug(c: Canvas) -> None:
    c.fill(across("#a8343f", "#7f2a44"), [(300, 528), (620, 528), (690, 600), (240, 600)])
    c.fill(
        "#f2c75a",
        [(306, 534), (614, 534), (618, 538), (302, 538)],
        [(256, 588), (668, 588), (674, 593), (250, 593)],
    )
    for place in range(7):
        x = 292 + place * 55
        c.fill("#2f5f7a", [(x, 572), (x + 18, 562), (x + 36, 572), (x + 18, 583)])


def _fire(c: Canvas) -> None:
    c.glow("#ffb648", 448, 500, 190, 150, 0.85)
    for turn in (-24, 24):
        with c.at(448, 546, turn=turn):
            c.stroke(across("#7a4a30", "#4a2c22"), [(-46, 0), (46, 0)], 13)
    for scale, paint in (
        (1.0, down("#ffd25a", "#f0662a", "#d8402a")),
        (0.66, down("#fff3b0", "#ffc23a", "#f7892e")),
    ):
        with c.at(448, 546, scale):
            c.fill(
                paint,
                smooth(
                    [
                        (0, -104),
                        (16, -66),
                        (30, -70),
                        (36, -26),
                        (20, 2),
                        (-22, 2),
                        (-36, -28),
                        (-26, -58),
                        (-12, -50),
                    ]
                ),
            )
    for place in range(11):
        c.fill(
            "#8a7f86" if place % 2 else "#6a6070",
            ellipse(392 + place * 11.4, 556 + 9 * (1 - ((place - 5) / 5) ** 2), 9, 7),
        )
    for x, y, r in (
        (430, 418, 2.4),
        (466, 402, 2),
        (452, 370, 1.6),
        (420, 384, 1.4),
        (480, 432, 1.8),
    ):
        c.fill("#ffd27a", ellipse(x, y, r))


def _people(c: Canvas) -> None:
    woman = Look(
        Head(hat="scarf", hat_colour="#3f8f8a", skin="#b9835c", hair="#201512"),
        top="#3f8f8a",
        legs="#2f6f72",
        shoes="#6d4a34",
    )
    man = Look(
        Head(hat="turban", hat_colour="#f4efe2", beard="#241a18", skin="#9a6a48"),
        top="#e9e0cc",
        legs="#cfc2a6",
        shoes="#6d4a34",
    )
    with c.at(322, 574, 2.0):
        c.glow("#0a1026", 4, 0, 34, 6, 0.6)
        person(c, woman, ON_GROUND)
        c.fill("#f4efe2", box(14, -31, 21, -23, 2))
    with c.at(576, 574, 2.0, flip=True):
        c.glow("#0a1026", 4, 0, 34, 6, 0.6)
        person(c, man, ON_GROUND)
        c.fill(across("#f2d27a", "#b98a34"), ellipse(24, -29, 7, 6))
        c.stroke("#d9b25a", bend((30, -28), (37, -30), (38, -36)), 2, 1.2)
        c.stroke("#d9b25a", bend((18, -32), (12, -30), (18, -25)), 1.6)
        c.fill("#8a6524", ellipse(24, -36, 2))
    for x in (700, 724):
        c.fill(
            across(lighter("#a8623c"), "#5f3428"),
            smooth(
                [
                    (x - 13, 590),
                    (x - 17, 566),
                    (x - 6, 546),
                    (x + 6, 546),
                    (x + 17, 566),
                    (x + 13, 590),
                ]
            ),
        )
        c.fill("#3a2020", ellipse(x, 547, 7, 2.6))


SCENE = Scene(
    key="desert",
    title="Camp in the desert",
    facts=(
        "a camp fire burns in the middle, ringed with stones, on a red rug with blue diamonds",
        "a woman in a teal headscarf and dress sits left of the fire with a white cup",
        (
            "a bearded man in a white turban and cream clothes sits right of the fire holding a "
            "brass teapot"
        ),
        (
            "a large tent with a red roof and red and cream stripes, lit from inside, stands at "
            "the left"
        ),
        "a smaller purple tent stands farther back in the middle",
        (
            "a camel with a red saddle cloth stands at the right, facing left; "
            "two palms stand behind it"
        ),
        "two clay jars stand at the right of the rug",
        "a crescent moon, many stars and one shooting star are in the dark blue sky over the dunes",
    ),
    paint=paint,
)
