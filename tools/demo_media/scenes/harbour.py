"""A harbour at dusk: boats, lit houses, a man fishing from the jetty."""

from tools.demo_media.art.animals import gull_flying, gull_standing
from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head
from tools.demo_media.art.nature import ripples
from tools.demo_media.art.paints import across, darker, down
from tools.demo_media.art.people import Look, Pose, person
from tools.demo_media.art.shapes import bend, box, ellipse, smooth
from tools.demo_media.scenes.base import Scene

HORIZON = 330
HOUSES = (
    (-10, 70, 150, "#8a4a52", "#4f2d43"),
    (58, 66, 118, "#c08a5a", "#5a3346"),
    (122, 74, 168, "#4f6a86", "#3c2b48"),
    (194, 62, 128, "#d9b48a", "#63374a"),
    (254, 70, 146, "#7c5570", "#452a44"),
)


def paint(c: Canvas) -> None:
    _sky(c)
    _town(c)
    _water(c)
    _sailing_boat(c)
    _fishing_boat(c)
    _rowing_boat(c)
    _jetty(c)
    _angler(c)
    for x, y, size in ((430, 120, 0.52), (500, 165, 0.38), (840, 130, 0.46)):
        with c.at(x, y, size, turn=-6):
            gull_flying(c, "#e9d8d6", "#5b4a62")


def _sky(c: Canvas) -> None:
    c.fill(down("#2a2f5e", "#5a4380", "#b4597f", "#f0875f", "#ffc66e"), box(0, 0, 960, HORIZON + 6))
    c.glow("#ffe7a0", 640, 306, 360, 260, 0.75)
    for x, y, wide, colour in (
        (150, 96, 190, "#8b5590"),
        (770, 70, 150, "#7a4f8c"),
        (360, 190, 140, "#d97a72"),
    ):
        c.fill(
            colour + "b0",
            smooth([(x - wide, y), (x, y - 10), (x + wide * 0.8, y - 3), (x + wide * 0.2, y + 9)]),
        )
    for x, y, wide in ((820, 205, 170), (560, 232, 120), (270, 250, 170)):
        c.fill("#ffb47ac0", smooth([(x - wide, y), (x, y - 7), (x + wide, y - 1), (x, y + 5)]))
    c.fill(down("#fff6c4", "#ffd267"), ellipse(640, 302, 44))


def _town(c: Canvas) -> None:
    c.fill(
        down("#7d4f7a", "#94576f"),
        smooth([(520, 334), (640, 322), (760, 296), (860, 276), (980, 262), (980, 340)]),
    )
    c.fill(
        down("#56406f", "#6b4868"),
        smooth([(700, 336), (800, 316), (880, 300), (990, 292), (990, 345), (700, 340)]),
    )
    c.fill(
        down("#46365f", "#5f4264"),
        smooth([(-20, 210), (120, 180), (260, 216), (380, 290), (460, 336), (-20, 340)]),
    )
    for x, wide, high, wall, roof in HOUSES:
        _house(c, x, wide, high, wall, roof)
    c.fill(down("#5d4a5c", "#3d3249"), box(-5, 316, 352, 338))


def _house(c: Canvas, x: float, wide: float, high: float, wall: str, roof: str) -> None:
    top = 320 - high
    c.fill(across(wall, darker(wall, 0.35)), box(x, top + 34, x + wide, 320))
    c.fill(roof, [(x - 5, top + 38), (x + wide / 2, top), (x + wide + 5, top + 38)])
    c.fill(wall, [(x + 9, top + 36), (x + wide / 2, top + 12), (x + wide - 9, top + 36)])
    for row in range(int((high - 60) // 32) + 1):
        for column in (0.26, 0.74):
            _window(c, x + wide * column, top + 56 + row * 32)
    c.fill(darker(roof, 0.3), box(x + wide / 2 - 6, 298, x + wide / 2 + 6, 320))


def _window(c: Canvas, x: float, y: float) -> None:
    c.glow("#ffcf70", x, y, 20, 22, 0.5)
    c.fill(down("#fff0b0", "#ffc458"), box(x - 6, y - 9, x + 6, y + 7, 1))
    c.stroke("#6b4038", [(x, y - 9), (x, y + 7)], 1.2)


def _water(c: Canvas) -> None:
    c.fill(down("#e58a68", "#a05a7c", "#4d4276", "#262a54"), box(0, HORIZON + 6, 960, 640))
    c.reflect(HORIZON + 6, 130, strength=0.55, squeeze=0.7)
    c.glow("#ffd98a", 640, 360, 130, 180, 0.5)
    ripples(c, 342, 640, "#ffcf8a90", count=70, seed=4, x0=545, x1=735)
    ripples(c, 345, 640, "#c9718066", count=60, seed=9)
    ripples(c, 370, 640, "#1d224a55", count=60, seed=2)


def _sailing_boat(c: Canvas) -> None:
    with c.at(505, 392):
        c.fill("#1d224a66", smooth([(-58, 4), (60, 4), (40, 24), (0, 34), (-40, 20)]))
        c.stroke("#5a3a34", [(0, 0), (0, -150)], 3.4, 2.4)
        c.fill(across("#fff3d6", "#f0c9a0"), [*bend((4, -146), (44, -70), (70, -20)), (4, -20)])
        c.fill(across("#e8bfa0", "#f7dcb8"), [*bend((-4, -132), (-14, -66), (-44, -18)), (-4, -18)])
        c.fill(down("#fbf2e4", "#c9a7a4"), [(-64, -8), (74, -8), (52, 12), (-44, 12)])
        c.stroke("#3f6a8a", [(-58, -1), (66, -1)], 3)


def _fishing_boat(c: Canvas) -> None:
    with c.at(235, 478):
        c.fill("#181c40aa", smooth([(-120, 20), (130, 18), (110, 50), (20, 68), (-90, 48)]))
        c.stroke("#4a3038", [(-20, -40), (-20, -158)], 4.4, 3)
        c.stroke("#4a3038", [(-20, -70), (70, -128)], 3, 2)
        for stop in ((-112, -26), (118, -44), (70, -128)):
            c.stroke("#3a2a3a", [(-20, -156), stop], 1)
        c.fill(across("#f4e7d4", "#b99c9c"), box(-8, -88, 66, -24, 3))
        c.fill("#7c2f38", box(-16, -98, 74, -86, 3))
        for x in (2, 26, 48):
            c.fill(down("#ffe9a8", "#f7b95a"), box(x, -78, x + 14, -58, 2))
        hull = smooth(
            [
                (-122, -40),
                (-60, -26),
                (40, -26),
                (128, -52),
                (104, 14),
                (70, 28),
                (-84, 28),
                (-106, 10),
            ],
            steps=6,
        )
        c.fill(down("#d2433c", "#8f2632"), hull)
        with c.inside(hull):
            c.fill(
                "#f6e6cc",
                smooth(
                    [
                        (-130, -34),
                        (-50, -20),
                        (40, -20),
                        (140, -46),
                        (140, -38),
                        (40, -11),
                        (-50, -11),
                        (-130, -25),
                    ]
                ),
            )
            c.fill("#3a1c2c", box(-140, 14, 140, 40))
        c.glow("#ffe08a", -20, -160, 30, strength=0.9)
        c.fill("#fff6cf", ellipse(-20, -160, 4.4))


def _rowing_boat(c: Canvas) -> None:
    with c.at(470, 560):
        c.fill("#14183a99", smooth([(-70, 14), (80, 12), (50, 32), (-40, 32)]))
        c.fill("#2a1d2e", ellipse(4, -6, 70, 11))
        c.fill("#a9764d", box(-24, -11, -10, 2), box(26, -11, 40, 2))
        hull = [*bend((-76, -14), (0, 6), (84, -16)), (62, 14), (40, 22), (-40, 22), (-60, 10)]
        c.fill(down("#4b86b4", "#27496f"), smooth(hull, steps=4))
        c.stroke("#dfe8ee", bend((-76, -14), (0, 6), (84, -16)), 3.4)
        c.stroke("#c99a63", [(-46, -20), (30, 2)], 3.4)


def _jetty(c: Canvas) -> None:
    c.stroke("#2d2238", bend((554, 546), (590, 568), (650, 534)), 2)
    for x in (640, 740, 850, 940):
        c.fill(across("#5a4038", "#2c1f2c"), box(x, 520, x + 16, 640, 3))
    c.fill(down("#9a6a4c", "#6b4638"), [(610, 520), (980, 496), (980, 548), (630, 556)])
    for x in range(650, 980, 34):
        c.stroke("#553527", [(x, 518 - (x - 610) * 0.062), (x + 8, 552)], 1.6)
    c.fill(down("#5a3a30", "#3d2830"), [(630, 556), (980, 548), (980, 560), (632, 568)])
    for x, y in ((660, 470), (900, 452)):
        c.fill(across("#7b563f", "#3d2a30"), box(x, y, x + 17, y + 74, 3))
    with c.at(909, 452, 0.5, flip=True):
        gull_standing(c)
    c.glow("#ffcf70", 848, 486, 80, 60, 0.7)
    c.fill("#2c2230", box(838, 466, 858, 472, 2), box(838, 500, 858, 506, 2))
    c.fill(down("#fff3bd", "#ffb648"), box(841, 472, 855, 500, 2))
    c.stroke("#2c2230", bend((840, 466), (848, 448), (856, 466)), 2)


def _angler(c: Canvas) -> None:
    look = Look(
        Head(hat="flat", hat_colour="#51505e", beard="#d8cfc6", hair="#cfc6bc"),
        top="#2f6a62",
        legs="#3b3550",
    )
    pose = Pose(
        hip=(0, -26), neck=(2, -60), head=(5, -71), near_elbow=(6, -44), near_hand=(20, -46),
        far_elbow=(12, -46), far_hand=(24, -49), near_knee=(20, -24), near_foot=(22, 2),
        far_knee=(23, -25), far_foot=(27, 1),
    )  # fmt: skip
    c.stroke("#2a2030", bend((716, 452), (620, 378), (566, 408)), 2.6, 1.2)
    c.stroke("#f3dccb", [(566, 408), (563, 470)], 0.7)
    c.fill("#d2433c", ellipse(563, 472, 4))
    c.fill(across("#8fa0ad", "#56606f"), [(790, 482), (822, 482), (818, 516), (794, 516)])
    c.stroke("#56606f", bend((790, 484), (806, 462), (822, 484)), 1.6)
    with c.at(742, 526, 1.5, flip=True):
        person(c, look, pose)


SCENE = Scene(
    key="harbour",
    title="Harbour at dusk",
    facts=(
        "an orange sun touches the horizon, a little right of the middle",
        "a red fishing boat with a white cabin lies in the left foreground, a lamp on its mast",
        "a white sailing boat with cream sails is near the middle, farther away",
        "a small blue rowing boat is tied to the jetty",
        (
            "an old man with a white beard, a flat cap and a green jumper sits on the wooden jetty "
            "at the right, fishing"
        ),
        "a lantern and a metal bucket stand beside him; a gull sits on a post",
        "a row of five houses with lit windows stands at the left",
        "three gulls fly in a purple and orange sky",
    ),
    paint=paint,
)
