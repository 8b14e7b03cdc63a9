"""Two people paddle a canoe over a mountain lake in the morning; a heron stands in the reeds."""

import random

from tools.demo_media.art.animals import duck, heron
from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head
from tools.demo_media.art.nature import peak, pine, ridge, ripples
from tools.demo_media.art.paints import across, darker, down
from tools.demo_media.art.people import Look, Pose, far_side, near_side
from tools.demo_media.art.shapes import bend, box, ellipse, smooth
from tools.demo_media.scenes.base import Scene

SHORE = 356


def paint(c: Canvas) -> None:
    c.fill(down("#5fa8c9", "#b9dcd8", "#fde3c2", "#fbcfae"), box(0, 0, 960, SHORE + 2))
    c.glow("#fff3cf", 300, 250, 420, 240, 0.8)
    _mountains(c)
    _shore(c)
    _lake(c)
    _canoe(c)
    _reeds(c)
    _ducks(c)


def _mountains(c: Canvas) -> None:
    for x, top, half, rock in (
        (90, 170, 240, "#9a93b4"),
        (900, 150, 260, "#8f8fb0"),
        (330, 118, 280, "#837fa6"),
        (650, 60, 330, "#6f739c"),
    ):
        peak(c, x, top, SHORE, half, rock=rock, snow="#fdf3ee")
    c.fill(down("#fbe3d000", "#fbe3d0c0"), box(0, 240, 960, SHORE))
    ridge(
        c,
        [(-20, 300), (160, 318), (360, 336), (560, 326), (760, 300), (980, 280)],
        SHORE,
        down("#5f8f8a", "#4f7f72"),
        curved=True,
    )


def _shore(c: Canvas) -> None:
    chance = random.Random(12)
    for place in range(60):
        x = place * 17 - 12 + chance.uniform(-6, 6)
        high = chance.uniform(40, 66) * (1 + 0.5 * abs(x - 470) / 480)
        pine(c, x, SHORE, high, chance.choice(("#2f6658", "#387262", "#285a50")))
    c.fill(across("#a8693f", "#7f4b30"), box(748, 304, 836, 354))
    for y in (314, 324, 334, 344):
        c.stroke("#6d3f28", [(748, y), (836, y)], 1.4)
    c.fill(down("#6d4a44", "#4a3234"), [(736, 308), (764, 268), (820, 268), (848, 308)])
    c.fill("#5f5656", box(806, 252, 818, 280))
    c.fill("#4a2f22", box(782, 322, 800, 354))
    c.fill("#ffdf8a", box(758, 320, 774, 336), box(810, 320, 826, 336))
    for x, y, r in ((814, 240, 9), (822, 222, 12), (816, 202, 14), (828, 180, 15)):
        c.fill("#f4f1ec88", ellipse(x, y, r, r * 0.8))
    c.fill(
        down("#8a9a5c", "#6d7f4c"),
        smooth(
            [(-20, 352), (240, 349), (480, 353), (720, 350), (980, 347), (980, 362), (-20, 362)]
        ),
    )


def _lake(c: Canvas) -> None:
    c.fill(down("#e9d8c4", "#7fb0bc", "#3f7f99", "#1f5570"), box(0, SHORE, 960, 640))
    c.reflect(SHORE, 230, strength=0.75, squeeze=0.72)
    c.fill(down("#2f708a00", "#1f557090"), box(0, 420, 960, 640))
    c.glow("#fff6e0", 480, SHORE + 4, 560, 16, 0.9)
    ripples(c, SHORE + 12, 640, "#eef6f08a", count=80, seed=21)
    ripples(c, SHORE + 40, 640, "#1d4f6a55", count=70, seed=22)


def _canoe(c: Canvas) -> None:
    with c.at(500, 512):
        c.fill("#12384e88", smooth([(-190, 2), (200, 0), (150, 32), (0, 46), (-150, 30)]))
        c.fill("#5a2a22", ellipse(4, -24, 168, 11))
        _paddler(
            c,
            -70,
            Head(hat="straw", hat_colour="#d9b36a", beard="#5a3a26", hair="#5a3a26"),
            "#3f6fa8",
        )
        _paddler(c, 74, Head(cut="tail", hair="#2d1c16", skin="#a86f4a"), "#f2b632")
        hull = smooth(
            [
                (-200, -44),
                (-160, -22),
                (0, -12),
                (160, -22),
                (204, -46),
                (186, -4),
                (140, 16),
                (-138, 16),
                (-184, -4),
            ],
            steps=8,
        )
        c.fill(down("#e0523f", "#a82f2c"), hull)
        with c.inside(hull):
            c.stroke("#f9e3c0", bend((-210, -34), (0, 16), (214, -36)), 5)
            c.fill("#7c1f24", box(-220, 8, 220, 30))
        for x in (-70, 74):
            _paddle(c, x + 46)
        c.stroke("#f4f8f4aa", bend((-196, 20), (0, 34), (196, 20)), 3)


def _paddler(c: Canvas, x: float, head: Head, top: str) -> None:
    pose = Pose(
        hip=(-4, -26), neck=(0, -60), head=(3, -72), near_elbow=(10, -48), near_hand=(22, -38),
        far_elbow=(14, -62), far_hand=(24, -66), near_knee=(14, -22), near_foot=(16, -6),
        far_knee=(16, -22), far_foot=(18, -6),
    )  # fmt: skip
    look = Look(head, top=top, legs="#4a5a6c")
    with c.at(x, 16, 1.55):
        far_side(c, look, pose)
        near_side(c, look, pose)


def _paddle(c: Canvas, x: float) -> None:
    c.stroke("#8a5a34", [(x - 12, -92), (x - 6, 8)], 4.4)
    c.stroke("#8a5a34", [(x - 18, -92), (x - 6, -93)], 4.4)
    c.fill(
        down("#b9824c", "#6d4a34"),
        smooth([(x - 11, 2), (x - 1, 2), (x + 3, 32), (x - 4, 42), (x - 12, 32)]),
    )
    c.stroke("#eef6f0", [*ellipse(x - 4, 24, 22, 5)], 1.6)


def _reeds(c: Canvas) -> None:
    chance = random.Random(6)
    c.fill(
        down("#6d7f4c", "#4a5f3c"),
        smooth([(-20, 560), (60, 548), (170, 574), (240, 612), (270, 660), (-20, 660)]),
    )
    with c.at(150, 572, 1.15):
        heron(c)
    for _reed in range(44):
        x = chance.uniform(-5, 250)
        low, high = 650, chance.uniform(90, 170) * (1 - x / 420)
        lean = chance.uniform(-14, 22)
        c.stroke(
            chance.choice(("#5f8a4a", "#4a7a45", "#7f9a52")),
            bend((x, low), (x, low - high * 0.6), (x + lean, low - high)),
            4.4,
            1,
        )
        if chance.random() < 0.3:
            c.stroke("#6d4426", [(x + lean * 0.8, low - high), (x + lean, low - high - 22)], 8)


def _ducks(c: Canvas) -> None:
    for x, y, size in ((800, 566, 0.62), (872, 584, 0.34), (912, 574, 0.3), (934, 592, 0.32)):
        c.fill("#12384e77", ellipse(x, y + 4 * size, 56 * size, 12 * size))
        with c.at(x, y, size, flip=True):
            if size > 0.5:
                duck(c)
            else:
                duck(c, "#c9a24a", darker("#d9b85c", 0.06))


SCENE = Scene(
    key="lake",
    title="Canoe on a lake",
    facts=(
        (
            "two people paddle a red canoe with a cream stripe to the right, in the middle of a "
            "calm lake"
        ),
        (
            "the one behind has a straw hat, a brown beard and a blue shirt; "
            "the one in front a ponytail and a yellow top"
        ),
        "a grey heron stands in the reeds at the lower left",
        "a duck with a green head swims at the lower right, three yellow ducklings behind it",
        (
            "a wooden cabin with lit windows and a smoking chimney stands on the far shore at the "
            "right"
        ),
        "snow-capped purple mountains and dark pines are mirrored in the water",
        "the sky is blue above and peach-coloured near the mountains",
    ),
    paint=paint,
)
