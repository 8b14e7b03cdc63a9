"""Two men play chess in a park; a girl with a balloon looks on."""

from tools.demo_media.art.animals import duck, pigeon
from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head
from tools.demo_media.art.nature import broadleaf, ridge, ripples, tufts
from tools.demo_media.art.paints import across, darker, down, lighter, outwards
from tools.demo_media.art.people import STANDING, Look, Pose, far_side, near_arm, near_side, person
from tools.demo_media.art.shapes import arc, bend, box, ellipse, smooth
from tools.demo_media.scenes.base import Scene

GROUND = 586
FORMAL = Pose(
    hip=(-6, -29), neck=(-6, -62), head=(-4, -73), near_elbow=(-6, -46), near_hand=(9, -37),
    far_elbow=(4, -48), far_hand=(14, -39), near_knee=(15, -29), near_foot=(15, -2),
    far_knee=(18, -29), far_foot=(20, -2),
)  # fmt: skip
LEANING = Pose(
    hip=(-9, -28), neck=(1, -58), head=(6, -68), near_elbow=(12, -44), near_hand=(9, -62),
    far_elbow=(12, -48), far_hand=(30, -46), near_knee=(14, -28), near_foot=(8, -2),
    far_knee=(17, -28), far_foot=(20, -2),
)  # fmt: skip


def paint(c: Canvas) -> None:
    c.fill(down("#a9dcf0", "#e4f4e4", "#f4f7da"), box(0, 0, 960, 420))
    _park(c)
    _pond(c)
    _lamp(c)
    _girl(c)
    _player(
        c,
        268,
        "#3b4a63",
        Head(cut="short", hair="#dcd8d0", hat="", skin="#e2b594", glasses=True),
        FORMAL,
        flip=False,
    )
    _player(
        c,
        692,
        "#b0582f",
        Head(hat="flat", hat_colour="#4f6a4a", hair="#2d1f18", beard="#2d1f18", skin="#a9714c"),
        LEANING,
        flip=True,
    )
    _table(c)
    _pieces(c)
    _reaching_arms(c)
    _briefcase(c)
    for x, flip in ((108, False), (172, True), (860, True)):
        with c.at(x, 622, 0.55, flip=flip):
            pigeon(c)


def _park(c: Canvas) -> None:
    ridge(
        c,
        [(-20, 330), (200, 300), (480, 322), (740, 296), (980, 326)],
        460,
        down("#bcdca4", "#a9d08c"),
        curved=True,
    )
    for x, y, high, colour, seed in (
        (330, 350, 120, "#9ccf86", 3),
        (420, 352, 96, "#8ac47a", 4),
        (590, 350, 110, "#a3d28a", 5),
        (830, 362, 170, "#84bf72", 6),
    ):
        broadleaf(c, x, y, high, colour, seed=seed)
    c.fill(down("#a3d07c", "#7fb85e", "#69a550"), box(0, 350, 960, 640))
    c.fill(
        down("#efdcb4", "#d9bd8c"),
        smooth(
            [(960, 420), (700, 446), (420, 500), (-20, 540), (-20, 700), (980, 700), (980, 420)],
            steps=6,
        ),
    )
    c.fill(
        across("#7a5a40", "#54392a"),
        smooth([(36, 560), (58, 470), (52, 200), (120, 200), (118, 470), (150, 566)], steps=6),
    )
    puffs = ((20, 90, 120), (150, 60, 120), (270, 40, 90), (90, 160, 90), (220, 120, 70))
    c.fill(down("#5fa552", "#3a7742"), *[ellipse(*puff) for puff in puffs])
    with c.inside(*[ellipse(*puff) for puff in puffs]):
        for x, y, r in puffs:
            c.glow("#1f4a34", x + r * 0.25, y + r * 0.5, r * 0.9, strength=0.5)
        for x, y, r in puffs:
            c.glow("#b9e08c", x - r * 0.3, y - r * 0.35, r * 0.9, strength=0.6)
    tufts(c, (640, 370, 960, 420), 14, "#5f9a48", seed=2)


def _pond(c: Canvas) -> None:
    pond = smooth(
        [(560, 392), (700, 372), (880, 378), (980, 396), (980, 430), (760, 432), (600, 420)]
    )
    c.fill("#5f8f4a", [(x, y + 5) for x, y in pond])
    c.fill(down("#bfe3ea", "#6fb2c9"), pond)
    with c.inside(pond):
        ripples(c, 376, 432, "#eefafc", count=20, seed=3, x0=560)
    for x, y, size, flip in ((820, 404, 0.3, True), (890, 412, 0.34, True)):
        with c.at(x, y, size, flip=flip):
            duck(c)


def _lamp(c: Canvas) -> None:
    c.fill(across("#4f6a62", "#2c423d"), box(914, 150, 924, 470))
    c.fill("#2c423d", box(904, 458, 934, 474, 3))
    c.fill(outwards("#fffdf0", "#f6ecc4"), ellipse(919, 134, 24))
    c.fill("#2c423d", box(906, 154, 932, 164, 3), box(908, 104, 930, 114, 4))


def _girl(c: Canvas) -> None:
    head = Head(cut="curly", hair="#2b1a14", skin="#8d5a3c", size=1.25, seen="front")
    look = Look(head, top="#f4f0e4", skirt="#4f9fc4", short_sleeves=True, shoes="#d8434a")
    pose = Pose(
        **{
            **STANDING.__dict__,
            "far_elbow": (12, -68),
            "far_hand": (16, -82),
            "near_elbow": (-10, -62),
            "near_hand": (-8, -49),
            "head": (0, -92),
        }
    )
    c.glow("#4a3a20", 486, 474, 44, 8, 0.7)
    c.stroke("#fbfaf4", bend((508, 336), (530, 290), (520, 206)), 1.6)
    c.fill(
        outwards("#ff8f8a", "#e5484d", "#c22f3c"),
        smooth([(520, 96), (562, 130), (552, 182), (520, 206), (488, 182), (478, 130)]),
    )
    c.fill("#c22f3c", [(520, 202), (513, 213), (527, 213)])
    c.glow("#ffffff", 504, 132, 16, 22, 0.8)
    with c.at(482, 474, 1.7):
        person(c, look, pose)


def _player(c: Canvas, x: float, top: str, head: Head, pose: Pose, *, flip: bool) -> None:
    c.glow("#4a3a20", x, GROUND + 4, 120, 16, 0.8)
    look = Look(head, top=top, legs="#4a4a55" if flip else "#2f3a4f", shoes="#2a211d", slim=1.1)
    with c.at(x, GROUND, 3.1, flip=flip):
        far_side(c, look, pose)
        c.fill(down("#a9774a", "#7f5433"), box(-20, -24, 10, -19, 1.5))
        c.stroke("#6d452c", [(-16, -19), (-18, 0)], 3)
        c.stroke("#6d452c", [(6, -19), (8, 0)], 3)
        near_side(c, look, pose)
        if not flip:
            c.fill("#f4f1ea", [(-5, -61), (1, -61), (-0.5, -46)])
            c.fill("#b0333a", [(-2.6, -60), (-0.4, -60), (0.2, -49), (-1.4, -46), (-2.4, -50)])
            near_arm(c, look, pose)


def _reaching_arms(c: Canvas) -> None:
    c.stroke("#8f4524", bend((660, 424), (640, 452), (604, 440)), 19, 16)
    c.fill("#a06944", ellipse(598, 440, 9))


def _table(c: Canvas) -> None:
    c.glow("#4a3a20", 480, GROUND + 14, 130, 16, 0.8)
    c.fill(across("#c9c2b6", "#97908a"), [(452, 480), (508, 480), (520, 590), (440, 590)])
    c.fill(down("#b9b2a8", "#8f8880"), box(414, 584, 546, 602, 5))
    c.fill(down("#e6e0d4", "#c9c2b6"), [(372, 440), (588, 440), (622, 476), (338, 476)])
    c.fill(down("#b3aca2", "#958e86"), box(338, 475, 622, 490, 3))
    for row in range(8):
        y0, y1 = 444 + row * 3.6, 444 + (row + 1) * 3.6
        for place in range(8):
            colour = "#f7ecd2" if (row + place) % 2 else "#6d4a34"
            c.fill(
                colour,
                [
                    _on_board(place, y0),
                    _on_board(place + 1, y0),
                    _on_board(place + 1, y1),
                    _on_board(place, y1),
                ],
            )


def _on_board(place: float, y: float) -> tuple[float, float]:
    half = 84 + (y - 444) * 0.8
    return 480 - half + 2 * half * place / 8, y


def _pieces(c: Canvas) -> None:
    white, black = ("#fffaf0", "#d8ccb4"), ("#4a3a36", "#1f1817")
    spots = (
        (1.5, 447, 26, white), (4.5, 448, 17, black), (6.4, 448, 30, black), (2.6, 452, 17, white),
        (7.4, 453, 17, black), (3.5, 456, 34, white), (5.6, 458, 17, black), (0.6, 461, 17, white),
        (1.6, 466, 17, white), (6.6, 465, 36, black), (2.8, 469, 28, white), (7.5, 470, 26, black),
    )  # fmt: skip
    for place, y, high, (light, dark) in spots:
        x = _on_board(place, y)[0]
        c.fill("#2a1d1655", ellipse(x + 5, y + 1, 9, 3))
        paint = across(light, dark)
        c.fill(
            paint,
            [(x - 3, y - high + 6), (x + 3, y - high + 6), (x + 6, y), (x - 6, y)],
            ellipse(x, y, 6.4, 2.4),
        )
        c.fill(paint, ellipse(x, y - high + 4, 4.6 if high < 20 else 5.4))
        if high > 32:
            c.stroke(light, [(x, y - high - 7), (x, y - high)], 2)
            c.stroke(light, [(x - 3, y - high - 4), (x + 3, y - high - 4)], 2)


def _briefcase(c: Canvas) -> None:
    c.fill(down("#8a5a3a", "#5f3c28"), box(176, 540, 236, 590, 6))
    c.stroke("#5f3c28", arc(206, 540, 14, 12, 180, 360), 4)
    c.fill("#d9b25a", box(200, 558, 212, 566, 1))
    c.fill(lighter("#5f3c28", 0.1), box(176, 552, 236, 555))
    c.fill(darker("#5f3c28"), box(180, 588, 232, 592))


SCENE = Scene(
    key="chess",
    title="Chess in the park",
    facts=(
        "two men sit on stools at a stone table and play chess",
        (
            "the man on the left has grey hair and glasses, wears a dark blue suit and a red tie "
            "and sits upright"
        ),
        (
            "the man on the right, in a green flat cap and a rust-coloured jumper, leans forward, "
            "chin on his hand"
        ),
        (
            "a girl with curly hair, a white shirt and a blue skirt stands behind the table and "
            "holds a red balloon"
        ),
        "a brown briefcase stands beside the man on the left; three pigeons walk in front",
        "a pond with two ducks and a street lamp are at the right; a big tree stands at the left",
        "the path is sandy, the lawn is green, the sky is bright",
    ),
    paint=paint,
)
