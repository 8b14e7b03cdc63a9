"""Draws the two example pictures of the image-paragraph rubric: `python -m hits.demo.examples`."""

from PIL import Image

from hits.demo.drawing import HEIGHT, WIDTH, Canvas
from surveys.loading import MEDIA


def good() -> Image.Image:
    c = Canvas("#cfe3ee", "#f3efe4")
    c.box(0, 530, WIDTH, HEIGHT, "#9a9c98")
    c.box(120, 110, 860, 530, "#f6f4ee")
    c.shape([(90, 120), (490, 20), (890, 120)], "#6f5a50")
    for x in (180, 300, 600, 720):
        for y in (170, 320):
            c.box(x, y, x + 80, y + 95, "#7fa6bd", round_=4)
            c.box(x + 37, y, x + 43, y + 95, "#ffffff")
    c.box(440, 330, 540, 530, "#2f6b4a", round_=4)
    for x in range(120, 860, 34):
        if not 420 < x < 560:
            c.disc(x, 520, 24, "#5d8f55")
    for x in (520, 690):
        c.disc(x, 540, 58, "#1d1d1d")
        c.disc(x, 540, 50, "#9a9c98")
    c.line([(520, 540), (595, 540), (655, 455), (550, 455), (595, 540)], "#1d1d1d", 8)
    c.line([(690, 540), (645, 425), (680, 418)], "#1d1d1d", 8)
    c.person(400, 600, 330, top="#7a4a2b", legs="#3c4654", hair="#4a4038")
    c.line([(442, 365), (545, 440)], "#7a4a2b", 18)
    c.oval(355, 262, 450, 292, "#3d3a36")
    return c.finished()


def bad() -> Image.Image:
    c = Canvas("#8fc4e8", "#e6f1f6")
    c.box(0, 500, WIDTH, HEIGHT, "#a7a9ab")
    for x, colour in ((60, "#f7f7f5"), (700, "#4d8a62")):
        c.box(x, 420, x + 210, 490, colour, round_=14)
        c.box(x + 40, 380, x + 165, 440, colour, round_=20)
        c.box(x + 52, 390, x + 152, 424, "#33414d", round_=8)
        for wheel in (45, 160):
            c.disc(x + wheel, 492, 24, "#222222")
    c.shape([(240, 640), (330, 560), (470, 520), (700, 520), (700, 640)], "#c9c6be")
    c.person(470, 400, 270, top="#d1495b", legs="#2e4057", hair="#5a3a1f")
    c.box(380, 402, 560, 416, "#e0a030", round_=7)
    for x in (405, 535):
        c.disc(x, 424, 11, "#333333")
    return c.finished()


if __name__ == "__main__":
    for name, draw in (("good", good), ("bad", bad)):
        draw().resize((640, 427)).save(MEDIA / f"image-paragraph-{name}.jpg", quality=85)
