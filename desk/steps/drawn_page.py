"""A small drawing of a rubric's page for its card, as SVG shapes. Content is on the left, and
questions are on the right."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from surveys.base import MEDIA
from surveys.spec import Rubric

WIDTH, HEIGHT, MARGIN, GAP = 160, 90, 5, 3
MIDDLE = WIDTH // 2
MOST_BLOCKS, MOST_SECTIONS = 4, 6
LINE = 5  # pixels between two lines of text


@dataclass(frozen=True)
class Box:
    """A rectangle or, if `is_round`, a circle, in the drawing's units. Its CSS class is `d-`
    followed by `name`."""

    name: str
    x: float
    y: float
    width: float
    height: float
    is_round: bool = False

    @property
    def path(self) -> str:
        """Return the shape as data for an SVG path."""
        if not self.is_round:
            return (
                f"M{self.x:.1f} {self.y:.1f}h{self.width:.1f}v{self.height:.1f}h-{self.width:.1f}z"
            )
        radius, middle = self.width / 2, self.y + self.height / 2
        arc = f"a{radius:.1f} {radius:.1f} 0 1 0"
        return f"M{self.x:.1f} {middle:.1f}{arc} {self.width:.1f} 0{arc} -{self.width:.1f} 0z"


def drawn_page(rubric: Rubric) -> Sequence[Box]:
    """Return the shapes of the rubric's page in drawing order."""
    return [*_shown(rubric), *_asked(rubric)]


def _rows(top: float, weights: Sequence[int], *, most: float) -> Iterator[tuple[float, float]]:
    """Yield the top and the height of each row. Heights are proportional to the weights, with at
    most `most` per unit of weight."""
    room = HEIGHT - MARGIN - top - GAP * (len(weights) - 1)
    unit = min(room / sum(weights), most)
    for weight in weights:
        yield top, unit * weight
        top += unit * weight + GAP


def _shown(rubric: Rubric) -> Iterator[Box]:
    blocks = rubric.stimulus[:MOST_BLOCKS]
    weights = [3 if block.block in MEDIA else 2 for block in blocks]
    width = MIDDLE - MARGIN - GAP
    for block, (top, height) in zip(blocks, _rows(MARGIN, weights, most=15), strict=True):
        if block.shows_outputs:
            count = min(rubric.outputs.per_page, 3)
            each = (width - GAP * (count - 1)) / count
            for number in range(count):
                start = MARGIN + number * (each + GAP)
                yield from _content(rubric.outputs.kind, start, top, each, height, "output")
        else:
            yield from _content(block.block, MARGIN, top, width, height, "context")


def _content(
    content: str, x: float, y: float, width: float, height: float, paper: str
) -> Iterator[Box]:
    """Yield the shapes for one piece of content: an area with a symbol for media, or lines for
    text."""
    if content in MEDIA:
        yield Box("media", x, y, width, height)
        size = min(width, height) / 3
        middle = x + (width - size) / 2, y + (height - size) / 2
        yield Box("sign", *middle, size, size, is_round=content == "image")
        return
    yield Box(paper, x, y, width, height)
    number = max(1, int((height - GAP) // LINE))
    for line in range(number):
        length = (width - 2 * GAP) * (0.6 if line == number - 1 and number > 1 else 1)
        yield Box("line", x + GAP, y + GAP + line * LINE, length, 2)


def _asked(rubric: Rubric) -> Iterator[Box]:
    sections = rubric.sections[:MOST_SECTIONS]
    x, width = MIDDLE, WIDTH - MIDDLE - MARGIN
    for section, (top, height) in zip(
        sections, _rows(MARGIN, [1] * len(sections), most=24), strict=True
    ):
        yield Box("panel", x, top, width, height)
        yield Box("title", x + GAP, top + GAP - 1, width / 3, 2)
        draw = ANSWERS.get(section.kind, _text)
        yield from draw(x + GAP, top + GAP + 3, width - 2 * GAP, height - GAP - 5)


def _choice(x: float, y: float, width: float, height: float) -> Iterator[Box]:
    size = min(4, height)
    for number in range(3):
        start = x + number * width / 3
        yield Box("mark", start, y, size, size, is_round=True)
        yield Box("line", start + size + 1, y + size / 2 - 1, width / 3 - size - 3, 2)


def _scale(x: float, y: float, width: float, height: float) -> Iterator[Box]:
    size = min(5, height)
    for number in range(5):
        yield Box("mark", x + number * (width - size) / 4, y, size, size, is_round=True)


def _checklist(x: float, y: float, width: float, height: float) -> Iterator[Box]:
    size = min(4, height)
    for number in range(max(1, min(3, int(height // (size + 1))))):
        top = y + number * (size + 1)
        yield Box("mark", x, top, size, size)
        yield Box("line", x + size + 2, top + size / 2 - 1, width / 2, 2)


def _preference(x: float, y: float, width: float, height: float) -> Iterator[Box]:
    for number in range(2):
        start = x + number * (width + GAP) / 2
        yield Box("mark", start, y, (width - GAP) / 2, min(height, 9))


def _ranking(x: float, y: float, width: float, height: float) -> Iterator[Box]:
    for number in range(max(1, min(3, int(height // 4)))):
        yield Box("mark", x, y + number * 4, width * (1 - number / 4), 3)


def _text(x: float, y: float, width: float, height: float) -> Iterator[Box]:
    yield Box("field", x, y, width, max(2, min(height, 14)))


ANSWERS: Mapping[str, Callable[[float, float, float, float], Iterator[Box]]] = {
    "choice": _choice,
    "scale": _scale,
    "checklist": _checklist,
    "multi-select": _checklist,
    "preference": _preference,
    "ranking": _ranking,
    "number": _text,
    "text": _text,
}
