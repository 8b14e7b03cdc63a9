"""Animals, each standing on y = 0 and looking to the right, about a hundred units long."""

from tools.demo_media.art.canvas import Canvas
from tools.demo_media.art.paints import across, darker, down, lighter
from tools.demo_media.art.shapes import Point, arc, bend, ellipse, smooth


def dog(c: Canvas, coat: str = "#9a6237", ear: str = "#5f3a20", collar: str = "#c8332c") -> None:
    for hip, foot in (((-26, -34), (-24, -3)), ((26, -36), (30, -3))):
        c.stroke(darker(coat, 0.28), [hip, (hip[0] - 4, -18), foot], 10, 6)
    c.stroke(coat, smooth([(-38, -46), (-50, -58), (-54, -72)], closed=False), 8, 3)
    body = [
        (-42, -42),
        (-34, -55),
        (0, -54),
        (26, -58),
        (38, -48),
        (34, -32),
        (10, -26),
        (-20, -28),
        (-38, -28),
    ]
    c.fill(down(lighter(coat, 0.12), darker(coat, 0.12)), smooth(body))
    for hip, foot in (((-34, -34), (-36, -3)), ((30, -38), (22, -3))):
        c.stroke(coat, [hip, (hip[0] - 3, -18), foot], 13, 7)
        c.stroke(lighter(coat, 0.3), [(foot[0], -3), (foot[0] + 5, -2.6)], 6, 5)
    c.stroke(coat, [(28, -50), (42, -68)], 24, 19)
    c.stroke(collar, [(32, -65), (46, -54)], 5)
    c.fill(coat, ellipse(46, -76, 15, 13))
    c.stroke(lighter(coat, 0.18), [(52, -72), (66, -69)], 13, 9)
    c.fill("#231815", ellipse(70, -72, 4, 3.4), ellipse(52, -79, 2, 2.4))
    c.fill(ear, smooth([(38, -86), (46, -84), (44, -66), (36, -60), (32, -72)]))


def cat_asleep(c: Canvas, coat: str = "#e08a3c") -> None:
    dark = darker(coat, 0.25)
    body = [(-46, -10), (-40, -34), (-8, -44), (26, -36), (40, -14), (30, -1), (-30, -1)]
    c.fill(down(lighter(coat, 0.18), coat), smooth(body))
    with c.inside(smooth(body)):
        for x in (-26, -10, 6):
            c.stroke(dark, bend((x - 4, -48), (x + 2, -36), (x - 2, -24)), 5, 2)
    c.stroke(coat, bend((-42, -8), (-20, 4), (22, -2)), 10, 7)
    _cat_head(c, 34, -22, coat)
    c.stroke(dark, arc(30, -20, 3.4, 2, 20, 160), 1.4)
    c.stroke(dark, arc(42, -20, 3.4, 2, 20, 160), 1.4)


def cat_sitting(c: Canvas, coat: str = "#e08a3c") -> None:
    dark = darker(coat, 0.25)
    c.stroke(coat, smooth([(-22, -5), (-44, -5), (-50, -22), (-40, -30)], closed=False), 9, 6)
    body = [(-26, -2), (-28, -26), (-12, -58), (8, -62), (20, -40), (20, -2)]
    c.fill(across(lighter(coat, 0.15), coat), smooth(body))
    for y in (-46, -36, -26):
        c.stroke(dark, bend((-22, y + 4), (-14, y - 2), (-6, y)), 4, 1.5)
    c.fill(lighter(coat, 0.6), smooth([(6, -52), (16, -44), (16, -24), (8, -22)]))
    c.stroke(coat, [(12, -40), (13, -4)], 10, 8)
    c.fill(lighter(coat, 0.5), ellipse(15, -3, 7, 3.6))
    _cat_head(c, 10, -72, coat)
    c.fill("#2e4a2e", ellipse(7, -73, 2.2, 3), ellipse(18, -73, 2.2, 3))


def _cat_head(c: Canvas, x: float, y: float, coat: str) -> None:
    for side in (-1, 1):
        c.fill(coat, [(x + side * 15, y - 4), (x + side * 14, y - 22), (x + side * 3, y - 13)])
        c.fill(
            "#e9a5a0", [(x + side * 12.4, y - 8), (x + side * 12, y - 18), (x + side * 6, y - 12)]
        )
    c.fill(across(lighter(coat, 0.15), coat), ellipse(x, y, 17, 14.5))
    c.fill(lighter(coat, 0.6), ellipse(x + 3, y + 6, 7, 5.4))
    c.fill("#a34a48", [(x + 1, y + 2.4), (x + 6, y + 2.4), (x + 3.4, y + 5)])
    for shift in (-2, 2):
        c.stroke("#fff6e8", [(x + 10, y + 5 + shift / 2), (x + 24, y + 4 + shift * 1.6)], 0.8)


def gull_flying(c: Canvas, wing: str = "#f6f3ee", tip: str = "#4b4f5c") -> None:
    """Wings spread about a hundred units, seen from the front and a little from the side."""
    c.stroke(darker(wing, 0.1), [(-12, 4), (14, 0)], 10, 11)
    c.fill("#e8a33a", [(18, -4), (27, 1), (18, 3)])
    for side in (-1, 1):
        joint = (side * 24, -20)
        c.stroke(wing, bend((side * 2, -1), (side * 10, -18), joint), 9, 8)
        c.stroke(wing, bend(joint, (side * 36, -21), (side * 50, -6)), 8, 2)
        c.stroke(tip, [(side * 44, -13), (side * 50, -6)], 4.4, 1.8)


def gull_standing(c: Canvas) -> None:
    for x in (-4, 6):
        c.stroke("#e8a33a", [(x, -20), (x + 1, 0)], 2.4)
    c.fill(
        down("#ffffff", "#d9dbe2"),
        smooth([(-44, -26), (-10, -44), (22, -50), (28, -34), (6, -18), (-20, -18)]),
    )
    c.fill("#8d94a5", smooth([(-50, -24), (-8, -42), (8, -34), (-12, -24)]))
    c.stroke("#ffffff", [(18, -42), (27, -57)], 17, 15)
    c.fill("#e8a33a", [(33, -60), (46, -55), (33, -53)])
    c.fill("#231f20", ellipse(30, -60, 2))


def duck(c: Canvas, head: str = "#2f6b4f", body: str = "#8a6a4f") -> None:
    """Afloat: the water line is y = 0."""
    c.fill(
        down(lighter(body, 0.2), body),
        smooth([(-50, -22), (-36, -16), (0, -30), (30, -22), (34, 0), (-30, 0)]),
    )
    c.fill(darker(body, 0.2), smooth([(-30, -14), (0, -24), (16, -12), (-8, -6)]))
    c.stroke("#f4efe4", [(25, -20), (29, -30)], 13, 11)
    c.stroke(head, [(29, -30), (33, -42)], 12, 15)
    c.stroke("#e8a33a", [(40, -41), (50, -39)], 6, 4)
    c.fill("#16110f", ellipse(36, -45, 1.9))


def heron(c: Canvas) -> None:
    for x in (-6, 4):
        c.stroke("#8a7b5c", [(x, -44), (x + 3, -22), (x, 0)], 2.6)
    c.fill(
        down("#b9c3cf", "#7d8b9c"),
        smooth([(-46, -40), (-20, -62), (10, -68), (22, -56), (6, -44), (-18, -40)]),
    )
    c.stroke("#5c6879", [(-8, -52), (-46, -38)], 8, 2)
    c.stroke("#dfe5ea", smooth([(14, -60), (26, -76), (14, -90), (22, -106)], closed=False), 9, 6)
    c.fill("#eef1f3", ellipse(25, -108, 8, 6))
    c.stroke("#333b48", [(24, -112), (6, -114)], 3, 1)
    c.fill("#e0a13a", [(31, -112), (56, -105), (31, -104)])
    c.fill("#22201f", ellipse(27, -109, 1.7))


def pigeon(c: Canvas, coat: str = "#8b93a4") -> None:
    for x in (-4, 6):
        c.stroke("#c96a5b", [(x, -16), (x + 2, 0)], 3)
    c.fill(
        down(lighter(coat, 0.2), darker(coat, 0.1)),
        smooth([(-50, -14), (-16, -34), (18, -44), (30, -28), (4, -10)]),
    )
    c.fill(darker(coat, 0.28), smooth([(-34, -16), (-8, -30), (8, -24), (-10, -14)]))
    c.stroke("#5f7f78", [(20, -36), (28, -50)], 15, 12)
    c.fill("#555c6b", ellipse(30, -54, 8, 7.4))
    c.fill("#d8c7b8", [(37, -56), (45, -51), (36, -50)])
    c.fill("#e0702e", ellipse(32, -55, 1.8))


def camel(c: Canvas, coat: str = "#b98650") -> None:
    for x, y in ((-30, -46), (30, -48)):
        c.stroke(darker(coat, 0.3), [(x + 8, y), (x + 5, -24), (x + 8, -2)], 11, 6)
    body = [
        (-46, -66),
        (-30, -80),
        (-14, -84),
        (0, -104),
        (14, -84),
        (32, -80),
        (44, -66),
        (38, -46),
        (0, -40),
        (-38, -46),
    ]
    c.stroke(darker(coat, 0.2), bend((-44, -68), (-54, -60), (-50, -42)), 4, 3)
    c.fill(down(lighter(coat, 0.2), darker(coat, 0.1)), smooth(body))
    for x, y in ((-34, -50), (32, -50)):
        c.stroke(coat, [(x, y), (x - 2, -25), (x, -2)], 14, 7)
    c.stroke(coat, smooth([(38, -66), (56, -62), (64, -84), (66, -104)], closed=False), 20, 11)
    c.stroke(coat, [(65, -108), (86, -102)], 15, 9)
    c.fill(darker(coat, 0.2), ellipse(60, -116, 3, 5), ellipse(88, -101, 3, 2.4))
    c.fill("#1f1512", ellipse(72, -110, 1.9))


def sheep(c: Canvas, wool: str = "#f5efe2") -> None:
    """Grazing."""
    for x in (-24, -12, 16, 26):
        c.stroke("#4a4038", [(x, -26), (x, -2)], 6, 5)
    spots: list[Point] = [
        (-32, -40),
        (-16, -52),
        (4, -55),
        (24, -48),
        (34, -36),
        (20, -26),
        (-4, -24),
        (-26, -28),
    ]
    c.fill(
        down(wool, darker(wool, 0.18)),
        *[ellipse(x, y, 15) for x, y in spots],
        ellipse(0, -40, 32, 18),
    )
    c.fill("#4a4038", smooth([(34, -44), (46, -42), (58, -20), (54, -8), (44, -10), (38, -28)]))
    c.stroke("#4a4038", [(40, -40), (30, -36)], 6, 3)
    c.fill("#fffaf0", ellipse(49, -27, 1.8))


def cow(c: Canvas) -> None:
    """Grazing, brown and white."""
    for x in (-30, 24):
        c.stroke("#70452a", [(x + 8, -34), (x + 8, -2)], 9, 7)
    body = smooth([(-46, -60), (-20, -66), (20, -66), (44, -58), (40, -32), (0, -26), (-42, -32)])
    c.fill(down("#b9764a", "#8c532f"), body)
    with c.inside(body):
        c.fill("#f6efe4", ellipse(-14, -54, 15, 13), ellipse(22, -40, 12, 10))
    for x in (-36, 32):
        c.stroke("#94592f", [(x, -36), (x, -2)], 10, 8)
    c.stroke("#94592f", bend((-45, -56), (-56, -44), (-52, -22)), 3, 4)
    c.stroke("#94592f", [(40, -52), (58, -24)], 20, 15)
    c.stroke("#a86a40", [(58, -24), (64, -8)], 17, 13)
    c.fill("#e7b7a4", ellipse(66, -6, 8, 5.6))
    c.stroke("#e9dfcb", [(52, -36), (46, -46)], 4, 2)
    c.fill("#1f1512", ellipse(62, -24, 2))
