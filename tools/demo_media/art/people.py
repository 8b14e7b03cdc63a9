"""People: a jointed figure a hundred units tall, feet at y = 0, looking to the right."""

from dataclasses import dataclass, field

from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.heads import Head, draw_head
from tools.demo_media.art.paints import across, darker, lighter
from tools.demo_media.art.shapes import Point, bend, ellipse, smooth


@dataclass(frozen=True)
class Look:
    head: Head = field(default_factory=Head)
    top: str = "#c0573f"
    legs: str = "#3d4a63"
    shoes: str = "#2f2723"
    short_sleeves: bool = False
    skirt: str = ""
    coat: float = 0
    """How far the top reaches below the hips."""
    apron: str = ""
    slim: float = 1


@dataclass(frozen=True)
class Pose:
    """Where the joints are. "Near" limbs are on the viewer's side."""

    hip: Point = (0, -47)
    neck: Point = (0, -79)
    head: Point = (1, -90)
    near_elbow: Point = (-9, -62)
    near_hand: Point = (-7, -47)
    far_elbow: Point = (9, -62)
    far_hand: Point = (10, -47)
    near_knee: Point = (-3, -25)
    near_foot: Point = (-5, -2)
    far_knee: Point = (4, -25)
    far_foot: Point = (4, -2)


STANDING = Pose()
WALKING = Pose(
    near_elbow=(-8, -62), near_hand=(-12, -49), far_elbow=(8, -62), far_hand=(15, -52),
    near_knee=(7, -26), near_foot=(11, -2), far_knee=(-2, -25), far_foot=(-13, -4),
)  # fmt: skip
SITTING = Pose(
    hip=(-6, -28), neck=(-6, -60), head=(-4, -71), near_elbow=(-4, -43), near_hand=(9, -36),
    far_elbow=(2, -44), far_hand=(13, -38), near_knee=(15, -28), near_foot=(14, -2),
    far_knee=(18, -29), far_foot=(20, -2),
)  # fmt: skip


def person(c: Canvas, look: Look, pose: Pose = STANDING) -> None:
    """Draw the whole figure at the canvas's present place: `with c.at(x, ground, height / 100):
    …`."""
    far_side(c, look, pose)
    near_side(c, look, pose)


def far_side(c: Canvas, look: Look, pose: Pose) -> None:
    """The limbs that things held or sat upon stand in front of."""
    _arm(c, look, _shoulder(pose, 5), pose.far_elbow, pose.far_hand, shade=0.22)
    _leg(c, look, (pose.hip[0] + 3, pose.hip[1]), pose.far_knee, pose.far_foot, shade=0.22)


def near_side(c: Canvas, look: Look, pose: Pose) -> None:
    """The body, the head and the near limbs."""
    _leg(c, look, (pose.hip[0] - 2.5, pose.hip[1]), pose.near_knee, pose.near_foot, shade=0)
    if look.skirt:
        _skirt(c, look, pose)
    _neck(c, look, pose)
    _torso(c, look, pose)
    with c.at(*pose.head):
        draw_head(c, look.head)
    near_arm(c, look, pose)


def near_arm(c: Canvas, look: Look, pose: Pose) -> None:
    _arm(c, look, _shoulder(pose, -5), pose.near_elbow, pose.near_hand, shade=0.07)


def _shoulder(pose: Pose, side: float) -> Point:
    return pose.neck[0] + side * 1.1, pose.neck[1] + 5


def _limb(start: Point, joint: Point, stop: Point) -> list[Point]:
    """Fifteen points from start to stop, with a rounded joint on the way."""
    before = (joint[0] * 0.7 + start[0] * 0.3, joint[1] * 0.7 + start[1] * 0.3)
    after = (joint[0] * 0.7 + stop[0] * 0.3, joint[1] * 0.7 + stop[1] * 0.3)
    upper = [
        (start[0] + (before[0] - start[0]) * t / 4, start[1] + (before[1] - start[1]) * t / 4)
        for t in range(4)
    ]
    lower = [
        (stop[0] + (after[0] - stop[0]) * t / 4, stop[1] + (after[1] - stop[1]) * t / 4)
        for t in range(4)
    ]
    return [*upper, *bend(before, joint, after, 6), *lower[::-1]]


def _arm(c: Canvas, look: Look, start: Point, elbow: Point, hand: Point, *, shade: float) -> None:
    along = _limb(start, elbow, hand)
    c.stroke(darker(look.head.skin, shade), along, 5.2, 4.2)
    c.fill(darker(look.head.skin, shade), ellipse(*along[-1], 2.9))
    sleeve = along[: 5 if look.short_sleeves else 14]
    c.stroke(darker(look.top, shade), sleeve, 7.4, 6.4 if look.short_sleeves else 5.2)


def _leg(c: Canvas, look: Look, start: Point, knee: Point, foot: Point, *, shade: float) -> None:
    along = _limb(start, knee, foot)
    colour = look.head.skin if look.skirt else look.legs
    c.stroke(
        darker(look.shoes, shade),
        [(foot[0] - 0.6, foot[1]), (foot[0] + 4.6, foot[1] + 0.3)],
        4.6,
        3.4,
    )
    c.stroke(darker(colour, shade), along, 9.6 * look.slim, 5 if look.skirt else 6)


def _skirt(c: Canvas, look: Look, pose: Pose) -> None:
    x, y = pose.hip
    knees = (pose.near_knee[0] + pose.far_knee[0]) / 2, (pose.near_knee[1] + pose.far_knee[1]) / 2
    low, wide = knees[1] + 4, 12
    side = knees[0] - x
    outline = [
        (x - 7, y - 10),
        (x + 7, y - 10),
        (x + side + wide, low - 2),
        (x + side, low + 1),
        (x + side - wide, low),
    ]
    c.fill(across(lighter(look.skirt, 0.12), look.skirt, darker(look.skirt, 0.2)), outline)


def _neck(c: Canvas, look: Look, pose: Pose) -> None:
    x, y = pose.neck
    c.stroke(
        darker(look.head.skin, 0.14), [(x, y + 2), (pose.head[0] - 0.6, pose.head[1] + 3)], 5.4
    )


def _torso(c: Canvas, look: Look, pose: Pose) -> None:
    (x, y), (u, v), slim = pose.neck, pose.hip, look.slim
    middle = (x + u) / 2, (y + v) / 2
    low = v + max(look.coat, 2)
    flare = 1 + look.coat * 0.05
    left = [
        (x - 2.5, y),
        (x - 7.6 * slim, y + 3),
        (middle[0] - 8 * slim, middle[1]),
        (u - 8 * slim * flare, low),
    ]
    right = [
        (u + 8 * slim * flare, low),
        (middle[0] + 8 * slim, middle[1]),
        (x + 7.6 * slim, y + 3),
        (x + 2.5, y),
    ]
    outline = smooth([*left, *right], steps=6)
    c.fill(across(lighter(look.top, 0.14), look.top, darker(look.top, 0.16)), outline)
    if look.apron:
        bib = [
            (x - 4.5, y + 8),
            (x + 5, y + 8),
            (u + 7.5, (y + v) / 2 + 3),
            (u + 8, low + 16),
            (u - 7, low + 16),
        ]
        c.fill(
            across(lighter(look.apron, 0.1), darker(look.apron, 0.12)),
            [*bib, (u - 7, (y + v) / 2 + 3)],
        )
        c.stroke(look.apron, [(x - 4, y + 9), (x - 2.5, y + 0.5)], 1.4)
        c.stroke(look.apron, [(x + 4.5, y + 9), (x + 3, y + 0.5)], 1.4)
