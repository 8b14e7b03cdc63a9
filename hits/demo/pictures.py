"""The demo's pictures: ten scenes, each drawn by one function."""

from collections.abc import Callable

from PIL import Image

from hits.demo.drawing import HEIGHT, WIDTH, Canvas

SCENES: dict[str, Callable[[], Image.Image]] = {}


def scene(draw: Callable[[], Image.Image]) -> Callable[[], Image.Image]:
    SCENES[draw.__name__] = draw
    return draw


@scene
def harbour() -> Image.Image:
    c = Canvas("#2d3a66", "#f4a261")
    c.sun(700, 330, 60, "#ffd27a")
    c.gradient(360, HEIGHT, "#c9785a", "#24385c")
    for y in range(385, 640, 26):
        c.line([(640 - y / 4, y), (760 + y / 5, y)], "#f3b27a", 2)
    for x, colour in ((190, "#b8322e"), (460, "#f2efe6")):
        c.shape([(x - 90, 470), (x + 110, 470), (x + 75, 520), (x - 65, 520)], colour)
        c.box(x - 4, 290, x + 4, 470, "#4a3528")
        c.shape([(x + 8, 300), (x + 8, 455), (x + 95, 455)], "#fff3dc")
        c.shape([(x - 8, 330), (x - 8, 455), (x - 65, 455)], "#ead9b8")
    c.shape([(0, 640), (0, 560), (330, 590), (380, 640)], "#1b2438")
    for x, y, s in ((820, 140, 16), (870, 180, 12), (770, 190, 11)):
        c.line([(x - s, y - s / 2), (x, y), (x + s, y - s / 2)], "#1b2438", 3)
    return c.finished()


@scene
def market() -> Image.Image:
    c = Canvas("#cfe6f2", "#f6efe0")
    c.box(0, 520, WIDTH, HEIGHT, "#c7b299")
    c.box(90, 90, 290, 520, "#e3c39b")
    c.box(670, 60, 900, 520, "#d79f86")
    for x in (130, 210, 720, 810):
        c.box(x, 150, x + 44, 220, "#5c7f95", round_=6)
    for place in range(10):
        colour = "#c43b35" if place % 2 else "#fff6ea"
        c.shape(
            [(180 + place * 60, 250), (240 + place * 60, 250), (250 + place * 60, 320), (190 + place * 60, 320)], colour
        )
    c.box(200, 320, 210, 540, "#6d4c35")
    c.box(760, 320, 770, 540, "#6d4c35")
    c.person(480, 470, 230, top="#2f7d5b", legs="#333333", hair="#2b1d16")
    c.box(190, 430, 780, 560, "#8a5d3b", round_=6)
    for x0, colour in ((215, "#d8352f"), (405, "#f2a51e"), (595, "#6fa83a")):
        c.box(x0, 425, x0 + 165, 480, "#b98a5c", round_=4)
        for row in range(2):
            for place in range(6):
                c.disc(x0 + 20 + place * 25, 428 - row * 18, 13, colour)
    c.box(60, 470, 150, 560, "#a9814f", round_=30)
    return c.finished()


@scene
def kite() -> Image.Image:
    c = Canvas("#6db9e8", "#dff1fb")
    c.cloud(220, 130, 60)
    c.cloud(520, 210, 42)
    c.oval(-260, 420, 760, 1100, "#6aa84f")
    c.oval(380, 460, 1300, 1200, "#5a9644")
    c.line([(398, 372), (560, 250), (760, 130)], "#ffffff", 2)
    c.shape([(760, 60), (815, 130), (760, 215), (705, 130)], "#e63946")
    c.shape([(760, 60), (815, 130), (760, 130)], "#ffd166")
    c.line([(760, 215), (745, 250), (775, 285), (750, 320)], "#ffd166", 4)
    c.person(360, 470, 170, top="#f4c430", legs="#34495e", hair="#7b4a21")
    c.line([(375, 398), (400, 370)], "#f4c430", 10)
    c.tree(860, 530, 190)
    c.tree(770, 520, 120, "#4d8a4f")
    c.oval(455, 455, 535, 500, "#8a5a34")
    c.disc(540, 452, 19, "#8a5a34")
    for x in (470, 520):
        c.box(x, 485, x + 10, 515, "#8a5a34")
    c.line([(456, 470), (436, 445)], "#8a5a34", 7)
    return c.finished()


@scene
def viaduct() -> Image.Image:
    c = Canvas("#9fc9e0", "#eef3ea")
    for x, y, colour in ((120, 180, "#8aa6b4"), (400, 130, "#7c9aaa"), (720, 170, "#8aa6b4")):
        c.shape([(x - 260, 460), (x, y), (x + 260, 460)], colour)
        c.shape([(x - 52, y + 64), (x, y), (x + 52, y + 64), (x + 18, y + 50), (x - 16, y + 66)], "#f7fafb")
    c.gradient(430, HEIGHT, "#7fae62", "#4e7d43")
    c.box(0, 330, WIDTH, 362, "#a08a76")
    for x in range(-20, 960, 140):
        c.box(x, 360, x + 34, 600, "#a08a76")
        c.oval(x + 34, 362, x + 140, 520, "#8fb77a")
    for x in range(-20, 960, 140):
        c.shape([(x + 34, 362), (x + 62, 362), (x + 34, 420)], "#a08a76")
        c.shape([(x + 140, 362), (x + 112, 362), (x + 140, 420)], "#a08a76")
    c.gradient(560, HEIGHT, "#5aa0c0", "#3a7d9f")
    c.box(560, 262, 690, 326, "#8e1f2b", round_=12)
    c.box(640, 236, 690, 270, "#8e1f2b", round_=6)
    c.box(576, 240, 594, 266, "#333333")
    c.cloud(540, 200, 26, "#f3f3f3")
    c.cloud(480, 170, 34, "#ffffff")
    for x in (700, 840):
        c.box(x, 262, x + 132, 326, "#2f5d50", round_=8)
        for window in range(3):
            c.box(x + 12 + window * 40, 274, x + 40 + window * 40, 300, "#ffe9b0", round_=4)
    for x in (585, 625, 670, 725, 805, 865, 945):
        c.disc(x, 328, 10, "#262626")
    return c.finished()


@scene
def breakfast() -> Image.Image:
    c = Canvas("#f5e6d0", "#ead4b5")
    c.box(560, 40, 880, 320, "#ffffff", round_=6)
    c.box(575, 55, 865, 305, "#a7d8f0")
    c.oval(560, 230, 900, 420, "#7cb56b")
    c.box(575, 305, 880, 325, "#ffffff")
    c.box(714, 55, 726, 305, "#ffffff")
    c.box(0, 380, WIDTH, HEIGHT, "#b07a4a")
    c.gradient(380, 400, "#c58d5a", "#b07a4a")
    c.oval(300, 430, 640, 560, "#f9f7f2")
    c.oval(340, 446, 600, 544, "#e9e4d8")
    c.oval(380, 452, 500, 530, "#ffffff")
    c.disc(442, 490, 26, "#f6b21b")
    c.box(505, 468, 590, 526, "#c98a45", round_=12)
    c.box(512, 474, 583, 520, "#eebf7f", round_=10)
    c.box(120, 400, 220, 510, "#2a6f97", round_=14)
    c.oval(120, 388, 220, 418, "#3d2314")
    c.line([(220, 425), (258, 430), (258, 475), (220, 480)], "#2a6f97", 12)
    for x in (150, 180):
        c.line([(x, 375), (x + 10, 350), (x - 4, 325), (x + 8, 300)], "#ffffff", 4)
    c.box(720, 330, 800, 530, "#f28c28", round_=16)
    c.box(730, 300, 790, 335, "#f5f5f5", round_=8)
    c.oval(640, 555, 760, 615, "#d7263d")
    c.line([(700, 560), (708, 540)], "#3f6b2a", 5)
    c.line([(255, 590), (290, 450)], "#9aa3ab", 8)
    c.line([(670, 440), (690, 540)], "#9aa3ab", 8)
    return c.finished()


@scene
def bakery() -> Image.Image:
    c = Canvas("#bcd9ea", "#f7f1e4")
    c.box(0, 540, WIDTH, HEIGHT, "#7c7f86")
    c.box(0, 510, WIDTH, 545, "#b9b4aa")
    c.box(60, 80, 520, 515, "#e8c9a0")
    c.shape([(40, 90), (290, 10), (540, 90)], "#9b4a3a")
    for x in (120, 250, 380):
        c.box(x, 130, x + 80, 220, "#7aa6c2", round_=4)
        c.box(x - 6, 216, x + 86, 230, "#ffffff")
        c.disc(x + 20, 212, 10, "#d94f70")
        c.disc(x + 55, 212, 10, "#d94f70")
    c.box(90, 300, 360, 500, "#6aa0b8", round_=4)
    for y in (380, 440):
        c.box(95, y, 355, y + 8, "#8a5a34")
        for place in range(6):
            c.oval(104 + place * 42, y - 26, 142 + place * 42, y, "#d1964f")
    c.box(400, 320, 490, 515, "#2f5d50", round_=4)
    c.disc(475, 420, 6, "#f2c14e")
    c.box(90, 255, 500, 295, "#2f5d50", round_=6)
    for place in range(9):
        c.disc(125 + place * 42, 275, 9, "#f6e7c1")
    c.tree(880, 515, 260, "#7ba05b")
    for x in (610, 770):
        c.disc(x, 545, 52, "#222222")
        c.disc(x, 545, 44, "#8d9096")
        c.disc(x, 545, 6, "#222222")
    c.line([(610, 545), (680, 545), (730, 470), (640, 470), (680, 545)], "#d7263d", 8)
    c.line([(640, 470), (610, 545)], "#d7263d", 8)
    c.line([(770, 545), (725, 445), (755, 438)], "#d7263d", 8)
    c.person(672, 520, 250, top="#e0a030", legs="#3b4a6b", hair="#1f1a17")
    c.box(740, 400, 800, 440, "#b98a5c", round_=4)
    return c.finished()


@scene
def lake() -> Image.Image:
    c = Canvas("#f2c6a0", "#fbe9d4")
    for x, y, colour in ((150, 150, "#7d8ca3"), (480, 70, "#64758f"), (830, 160, "#7d8ca3")):
        c.shape([(x - 300, 400), (x, y), (x + 300, 400)], colour)
        c.shape([(x - 60, y + 66), (x, y), (x + 60, y + 66), (x + 20, y + 52), (x - 22, y + 70)], "#fdfdfb")
    for x in range(10, 960, 44):
        height = 70 + (x * 37 % 50)
        c.shape([(x - 24, 402), (x, 402 - height), (x + 24, 402)], "#2f5d50")
    c.gradient(400, HEIGHT, "#6f9db8", "#2b5876")
    c.shape([(310, 400), (480, 560), (650, 400)], "#5f86a3")
    c.shape([(330, 500), (610, 500), (570, 540), (370, 540)], "#b5482f")
    c.shape([(330, 500), (305, 478), (345, 503)], "#b5482f")
    c.shape([(610, 500), (636, 478), (595, 503)], "#b5482f")
    c.person(470, 515, 150, top="#f2c14e", legs="#b5482f", hair="#3b2314")
    c.line([(400, 400), (560, 585)], "#6b4a32", 7)
    c.oval(545, 570, 585, 606, "#6b4a32")
    for y in (545, 575, 610):
        c.line([(120, y), (260, y)], "#9fc3d6", 3)
        c.line([(690, y + 8), (860, y + 8)], "#9fc3d6", 3)
    return c.finished()


@scene
def chess() -> Image.Image:
    c = Canvas("#bfe3c8", "#eaf6e3")
    c.gradient(380, HEIGHT, "#8fbf6a", "#5f9548")
    for x, h in ((80, 330), (250, 260), (740, 280), (900, 340)):
        c.tree(x, 400, h, "#4c8a55")
    for x, top, hair in ((250, "#3c5a99", "#e8e6e1"), (710, "#b03a48", "#2b1d16")):
        c.box(x - 75, 430, x + 75, 450, "#8a5d3b")
        c.box(x - 66, 450, x - 52, 560, "#6d4c35")
        c.box(x + 52, 450, x + 66, 560, "#6d4c35")
        c.person(x, 560, 300, top=top, legs="#44474d", hair=hair)
    c.box(360, 440, 600, 456, "#8a5d3b")
    c.box(380, 456, 394, 590, "#6d4c35")
    c.box(566, 456, 580, 590, "#6d4c35")
    for row in range(4):
        for place in range(8):
            colour = "#f3e3c3" if (row + place) % 2 else "#5b3b24"
            c.shape(
                [
                    (400 + place * 20 - row * 4, 400 + row * 10),
                    (420 + place * 20 - row * 4, 400 + row * 10),
                    (416 + place * 20 - row * 4, 410 + row * 10),
                    (396 + place * 20 - row * 4, 410 + row * 10),
                ],
                colour,
            )
    for x, colour in ((410, "#222222"), (450, "#222222"), (520, "#ffffff"), (550, "#ffffff"), (485, "#ffffff")):
        c.box(x - 5, 380, x + 5, 410, colour, round_=3)
        c.disc(x, 378, 7, colour)
    for x in (60, 75, 90):
        c.oval(x, 590, x + 22, 606, "#8d96a3")
        c.disc(x + 20, 590, 6, "#6f7885")
    return c.finished()


@scene
def lighthouse() -> Image.Image:
    c = Canvas("#39424f", "#7b8794")
    for x, y, s in ((180, 110, 80), (430, 70, 90), (780, 120, 85)):
        c.cloud(x, y, s, "#4b5563")
    c.shape([(640, 200), (0, 90), (0, 260)], "#b9b28d")
    c.gradient(420, HEIGHT, "#3e5c6e", "#1d3442")
    c.shape([(480, 640), (540, 470), (640, 430), (780, 440), (900, 520), (960, 640)], "#2d2a2a")
    c.shape([(620, 445), (640, 210), (720, 210), (740, 445)], "#f4f1ea")
    for y in (250, 330, 410):
        c.shape(
            [
                (637 - (y - 210) * 0.08, y),
                (723 + (y - 210) * 0.08, y),
                (726 + (y - 210) * 0.08, y + 36),
                (634 - (y - 210) * 0.08, y + 36),
            ],
            "#c0312b",
        )
    c.box(636, 170, 724, 212, "#ffe9a3")
    c.shape([(626, 170), (680, 128), (734, 170)], "#c0312b")
    c.box(770, 380, 860, 450, "#d9d3c7")
    c.shape([(760, 382), (815, 340), (870, 382)], "#6b3b32")
    c.box(800, 405, 822, 450, "#4a3528")
    for x in range(-20, 560, 90):
        c.shape([(x, 520), (x + 45, 478), (x + 90, 520), (x + 60, 530), (x + 30, 530)], "#e6eef2")
        c.shape([(x + 30, 590), (x + 75, 552), (x + 120, 590), (x + 90, 600), (x + 60, 600)], "#cfdde4")
    c.shape([(210, 470), (300, 462), (285, 492), (226, 496)], "#8a5d3b")
    c.line([(250, 466), (244, 420)], "#5a3d28", 4)
    return c.finished()


@scene
def reading_room() -> Image.Image:
    c = Canvas("#8a6a4c", "#6d5138")
    colours = ["#b5482f", "#2a6f97", "#d8a13a", "#4c7a57", "#7d4f7c", "#e2d6c0", "#394b6b"]
    for shelf, y in enumerate((60, 170, 280)):
        c.box(40, y + 92, 600, y + 104, "#4a3321")
        for place in range(26):
            tall = 60 + (place * 17 + shelf * 11) % 28
            x = 48 + place * 21
            c.box(x, y + 92 - tall, x + 17, y + 92, colours[(place * 3 + shelf) % 7], round_=2)
    c.box(680, 50, 900, 330, "#4a3321", round_=100)
    c.box(694, 64, 886, 326, "#bfe0ee", round_=90)
    c.box(786, 64, 794, 326, "#4a3321")
    c.box(694, 200, 886, 208, "#4a3321")
    c.box(0, 520, WIDTH, HEIGHT, "#503722")
    c.oval(120, 540, 840, 660, "#9c3d3d")
    c.oval(160, 554, 800, 646, "#b85450")
    c.box(330, 330, 560, 560, "#2f6b5a", round_=40)
    c.box(300, 430, 350, 570, "#275a4b", round_=18)
    c.box(540, 430, 590, 570, "#275a4b", round_=18)
    c.person(445, 575, 250, top="#efe6d3", legs="#3d4a66", hair="#5a2f1c")
    c.shape([(395, 455), (445, 470), (495, 455), (495, 490), (445, 505), (395, 490)], "#fdf9ee")
    c.line([(445, 470), (445, 505)], "#b9a98a", 3)
    c.oval(690, 480, 800, 545, "#e08b3c")
    c.disc(800, 480, 30, "#e08b3c")
    c.shape([(776, 462), (782, 430), (798, 452)], "#e08b3c")
    c.shape([(804, 452), (822, 430), (826, 462)], "#e08b3c")
    c.line([(694, 520), (660, 500), (655, 470)], "#e08b3c", 10)
    c.box(628, 250, 636, 540, "#3a2a1c")
    c.shape([(590, 260), (674, 260), (655, 190), (609, 190)], "#f7dc9a")
    return c.finished()
