"""Heads: faces, hair, hats. Drawn around the origin, about seven units in radius, looking to the
right."""

from dataclasses import dataclass
from typing import Literal

from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.paints import across, darker, lighter, outwards
from tools.demo_media.art.shapes import arc, box, ellipse, smooth

Cut = Literal["short", "bob", "long", "bun", "tail", "bald", "curly"]
Hat = Literal["", "cap", "flat", "straw", "beanie", "scarf", "sou'wester", "turban", "helmet"]


@dataclass(frozen=True)
class Head:
    skin: str = "#e2b18c"
    hair: str = "#3b2719"
    cut: Cut = "short"
    hat: Hat = ""
    hat_colour: str = "#7a5a3a"
    beard: str = ""
    glasses: bool = False
    seen: Literal["side", "front", "back"] = "side"
    size: float = 1


def draw_head(c: Canvas, head: Head) -> None:
    with c.at(0, 0, head.size * 1.12):
        _hair_behind(c, head)
        if head.seen == "back":
            c.fill(head.hair if head.cut != "bald" else head.skin, ellipse(0, -0.6, 6.6, 7.4))
        else:
            _face(c, head)
            _hair_in_front(c, head)
        if head.hat:
            _HATS[head.hat](c, head.hat_colour)


def _hair_behind(c: Canvas, head: Head) -> None:
    back = -1.6 if head.seen == "side" else 0
    if head.cut in ("bob", "long"):
        low = 8 if head.cut == "bob" else 17
        front = 5.4 if head.seen == "front" else 0.6
        outline = [
            (back - 6.4, -4),
            (back, -8.4),
            (6, -4),
            (front, 2),
            (back + front * 0.6, low),
            (back - 6.5, low - 1),
        ]
        c.fill(across(head.hair, darker(head.hair, 0.2)), smooth(outline))
    elif head.cut == "bun":
        c.fill(darker(head.hair, 0.12), ellipse(back - 4.6, -5.8, 3.6))
    elif head.cut == "tail":
        c.stroke(head.hair, smooth([(-5, -4), (-10, -2), (-11, 5), (-9, 10)], closed=False), 5, 1.6)
    elif head.cut == "curly":
        spots = [(-6, -2), (-6.4, -5.5), (-3, -8.4), (1.4, -8.8), (5, -6.4), (-6.2, 2)]
        c.fill(head.hair, *[ellipse(x, y, 4) for x, y in spots])
    if head.cut != "bald":
        c.fill(head.hair, ellipse(back * 0.6, -1.2, 6.9, 7.3))


def _face(c: Canvas, head: Head) -> None:
    shift = 1.6 if head.seen == "side" else 0
    c.fill(
        across(lighter(head.skin, 0.1), head.skin, darker(head.skin, 0.07)),
        ellipse(shift * 0.4, 0.2, 6, 6.9),
    )
    if head.seen == "side":
        c.fill(head.skin, smooth([(5.6, -1.2), (7.8, 1.6), (5.8, 2.6)]))
        c.fill(darker(head.skin, 0.12), ellipse(-3.4, 1, 1.3, 1.8))
    if head.beard:
        _beard(c, head, shift)
    for x in (-1.1, 3.2) if head.seen == "side" else (-2.3, 2.3):
        c.fill("#2b1f1c", ellipse(x + shift * 0.4, -0.4, 0.75, 0.95))
    c.fill(outwards("#e0705c66", "#e0705c00"), ellipse(shift - 0.6, 2.4, 2.2, 1.7))
    if not head.beard:
        c.stroke(darker(head.skin, 0.5), arc(shift + 0.7, 2.6, 1.9, 1.4, 25, 155), 0.6)
    if head.glasses:
        for x in (-1.1, 3.2):
            c.stroke("#33302f", ellipse(x + shift * 0.5, -0.2, 1.9), 0.45)


def _beard(c: Canvas, head: Head, shift: float) -> None:
    chin = [
        (-5.2 + shift, 0.8),
        (-1 + shift, 2.4),
        (4.6 + shift * 0.3, 2),
        (4.4 + shift * 0.4, 6.4),
        (1 + shift, 9.2),
    ]
    c.fill(
        across(lighter(head.beard, 0.1), darker(head.beard, 0.08)),
        smooth([*chin, (-4 + shift, 6.4)]),
    )


def _hair_in_front(c: Canvas, head: Head) -> None:
    if head.cut == "bald":
        return
    low = -3.2 if head.seen == "side" else -3.6
    fringe = [
        (-7.2, 2.2),
        (-7.4, -8.6),
        (7, -8.6),
        (6.6, low),
        (2, low - 0.6),
        (-2.8, low + 1.4),
        (-4.2, 2.2),
    ]
    with c.inside(ellipse(-0.5, -0.9, 6.9, 7.6)):
        c.fill(across(lighter(head.hair, 0.08), head.hair), smooth(fringe, steps=5))


def _cap(c: Canvas, colour: str) -> None:
    c.fill(
        across(lighter(colour), darker(colour, 0.15)),
        [*arc(-0.4, -2.6, 7.3, 6.6, 180, 360), (6.9, -2.2), (-7.7, -2.2)],
    )
    c.stroke(darker(colour, 0.2), [(4, -2.6), (11, -1.6)], 1.8, 1.2)


def _flat_cap(c: Canvas, colour: str) -> None:
    crown = [(-7.8, -3.4), (-6.4, -8), (0, -9.6), (6.6, -7), (9.4, -3.6), (2, -3.2)]
    c.fill(across(lighter(colour), darker(colour, 0.15)), smooth(crown))
    c.stroke(darker(colour, 0.3), [(3, -3.3), (10, -2.9)], 1.5, 1)


def _straw(c: Canvas, colour: str) -> None:
    c.fill(across(lighter(colour, 0.3), darker(colour, 0.1)), arc(0, -4, 6, 6.6, 180, 360))
    c.fill("#b0483a", box(-6, -5.6, 6, -3.8))
    c.fill(across(lighter(colour, 0.3), darker(colour, 0.14)), ellipse(0, -3.6, 12, 2.2, turn=-3))


def _beanie(c: Canvas, colour: str) -> None:
    c.fill(across(lighter(colour), darker(colour, 0.15)), arc(-0.4, -3.4, 7.2, 7, 180, 360))
    c.fill(darker(colour, 0.18), box(-7.8, -4.8, 7, -2, 1.3))
    c.fill(lighter(colour, 0.5), ellipse(-0.6, -10.6, 2))


def _scarf(c: Canvas, colour: str) -> None:
    hood = [
        (-4, 5),
        (-7.8, 0),
        (-6.8, -6.4),
        (0, -9),
        (6, -6),
        (6.6, -3.4),
        (1, -4.4),
        (-3, -1),
        (-2.6, 5),
    ]
    c.fill(across(lighter(colour), darker(colour, 0.12)), smooth(hood))
    c.fill(darker(colour, 0.15), smooth([(-3.4, 4.4), (-7, 8), (-4.6, 9.4), (-2.2, 6)]))


def _sou_wester(c: Canvas, colour: str) -> None:
    c.fill(across(lighter(colour), darker(colour, 0.1)), arc(0, -3, 7.2, 7.4, 180, 360))
    c.fill(
        darker(colour, 0.08),
        smooth([(-11, 1), (-6, -4), (6, -4.6), (10, -2.4), (2, -2.4), (-5, -1.4)]),
    )


def _turban(c: Canvas, colour: str) -> None:
    c.fill(across(lighter(colour), darker(colour, 0.15)), ellipse(-0.4, -5.4, 7.8, 5))
    c.stroke(darker(colour, 0.22), arc(-1, -3, 6.6, 4.4, 200, 330), 0.7)
    c.stroke(darker(colour, 0.22), arc(1, -6.4, 6.4, 3.4, 210, 340), 0.7)


def _helmet(c: Canvas, colour: str) -> None:
    c.fill(across(lighter(colour, 0.3), darker(colour, 0.12)), arc(-0.2, -2.4, 7.8, 7.4, 176, 364))
    for x in (-3, 0.4, 3.6):
        c.stroke(darker(colour, 0.4), [(x - 1, -8), (x, -4.6)], 1)
    c.stroke("#33302f", [(-3, -2), (-1, 6.4)], 0.6)


_HATS = {
    "cap": _cap,
    "flat": _flat_cap,
    "straw": _straw,
    "beanie": _beanie,
    "scarf": _scarf,
    "sou'wester": _sou_wester,
    "turban": _turban,
    "helmet": _helmet,
}
