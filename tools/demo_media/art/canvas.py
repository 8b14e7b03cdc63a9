"""The canvas: fills and strokes outlines at a multiple of the final size and scales down for smooth
edges."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PIL import Image, ImageChops, ImageDraw

from tools.demo_media.art.paints import Box, Paint, fading, rgba
from tools.demo_media.art.shapes import Outline, Point, box, ellipse

WIDTH, HEIGHT = 960, 640

Matrix = tuple[float, float, float, float, float, float]


class Canvas:
    """Draws in scene coordinates: origin top left, y downwards, one unit a pixel of the finished
    picture."""

    def __init__(
        self, width: int = WIDTH, height: int = HEIGHT, *, paper: Paint = "#ffffff", detail: int = 2
    ) -> None:
        self.width, self.height = width, height
        self.detail = detail
        self.image = Image.new("RGB", (width * detail, height * detail))
        self._matrix: Matrix = (detail, 0, 0, 0, detail, 0)
        self._clip: Image.Image | None = None
        self.fill(paper, box(0, 0, width, height))

    def fill(self, paint: Paint, *outlines: Outline, holes: Sequence[Outline] = ()) -> None:
        """Fill the union of `outlines` but for `holes`; a blend runs over all of them together."""
        placed = [[self._place(point) for point in outline] for outline in outlines]
        span = _span([point for outline in placed for point in outline])
        part = self._visible(span)
        if part is None:
            return
        mask = Image.new("L", (part[2] - part[0], part[3] - part[1]))
        pen = ImageDraw.Draw(mask)
        for outline in placed:
            pen.polygon([(x - part[0], y - part[1]) for x, y in outline], fill=255)
        for hole in holes:
            pen.polygon([(x - part[0], y - part[1]) for x, y in map(self._place, hole)], fill=0)
        self._lay(paint, mask, span, part)

    def stroke(self, paint: Paint, points: Outline, width: float, end: float | None = None) -> None:
        """A line with round ends through `points`; its width runs evenly from `width` to `end`."""
        placed = [self._place(point) for point in points]
        last = width if end is None else end
        radii = [
            self._stretch() * self._share(width, last, n, len(placed)) / 2
            for n in range(len(placed))
        ]
        span = _span(placed, pad=max(radii) + 1)
        part = self._visible(span)
        if part is None:
            return
        mask = Image.new("L", (part[2] - part[0], part[3] - part[1]))
        _brush(ImageDraw.Draw(mask), [(x - part[0], y - part[1]) for x, y in placed], radii)
        self._lay(paint, mask, span, part)

    def glow(
        self,
        colour: str,
        x: float,
        y: float,
        rx: float,
        ry: float | None = None,
        strength: float = 0.6,
    ) -> None:
        """A soft spot that fades to nothing at its edge: light, or with a dark colour a shadow."""
        self.fill(fading(colour, strength), ellipse(x, y, rx, ry))

    def reflect(
        self, line: float, depth: float, *, strength: float = 0.5, squeeze: float = 1.0
    ) -> None:
        """Mirror what stands above the horizontal `line` into the `depth` below it, fading with the
        distance."""
        step = self.detail
        y, high = round(line * step), round(depth * step)
        above = self.image.crop((0, y - round(high / squeeze), self.image.width, y))
        mirrored = above.transpose(Image.Transpose.FLIP_TOP_BOTTOM).resize((self.image.width, high))
        fade = (
            Image.linear_gradient("L")
            .transpose(Image.Transpose.FLIP_TOP_BOTTOM)
            .resize(mirrored.size)
        )
        mask = fade.point([round(level * strength) for level in range(256)])
        if self._clip is not None:
            mask = ImageChops.multiply(mask, self._clip.crop((0, y, self.image.width, y + high)))
        self.image.paste(mirrored, (0, y), mask)

    @contextmanager
    def at(
        self, x: float = 0, y: float = 0, size: float = 1, *, turn: float = 0, flip: bool = False
    ) -> Iterator[None]:
        """Coordinates of their own: moved, scaled, turned clockwise by degrees, mirrored left to
        right."""
        before = self._matrix
        cos, sin = math.cos(math.radians(turn)) * size, math.sin(math.radians(turn)) * size
        side = -1 if flip else 1
        self._matrix = _joined(before, (cos * side, -sin, x, sin * side, cos, y))
        try:
            yield
        finally:
            self._matrix = before

    @contextmanager
    def inside(self, *outlines: Outline) -> Iterator[None]:
        """Whatever is drawn meanwhile shows only inside `outlines`."""
        before = self._clip
        mask = Image.new("L", self.image.size)
        pen = ImageDraw.Draw(mask)
        for outline in outlines:
            pen.polygon([self._place(point) for point in outline], fill=255)
        self._clip = mask if before is None else ImageChops.multiply(before, mask)
        try:
            yield
        finally:
            self._clip = before

    def finished(self) -> Image.Image:
        """The picture at its final size, RGB."""
        return self.image.resize((self.width, self.height), Image.Resampling.LANCZOS)

    def _place(self, point: Point) -> Point:
        a, b, c, d, e, f = self._matrix
        return a * point[0] + b * point[1] + c, d * point[0] + e * point[1] + f

    def _stretch(self) -> float:
        a, b, _c, d, e, _f = self._matrix
        return math.sqrt(abs(a * e - b * d))

    @staticmethod
    def _share(first: float, last: float, place: int, count: int) -> float:
        return first + (last - first) * place / max(1, count - 1)

    def _visible(self, span: Box) -> Box | None:
        part = (
            max(span[0], 0),
            max(span[1], 0),
            min(span[2], self.image.width),
            min(span[3], self.image.height),
        )
        return part if part[0] < part[2] and part[1] < part[3] else None

    def _lay(self, paint: Paint, mask: Image.Image, span: Box, part: Box) -> None:
        if self._clip is not None:
            mask = ImageChops.multiply(mask, self._clip.crop(part))
        if isinstance(paint, str):
            *colour, alpha = rgba(paint)
            layer = Image.new("RGB", mask.size, tuple(colour))
            mask = (
                mask if alpha == 255 else mask.point([level * alpha // 255 for level in range(256)])
            )
        else:
            layer = paint.pixels(span, part)
            mask = ImageChops.multiply(mask, layer.getchannel("A"))
        self.image.paste(layer.convert("RGB"), part[:2], mask)


def _joined(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (
        a * p + b * s,
        a * q + b * t,
        a * r + b * u + c,
        d * p + e * s,
        d * q + e * t,
        d * r + e * u + f,
    )


def _span(points: Outline, pad: float = 0) -> Box:
    across, along = [x for x, _y in points], [y for _x, y in points]
    low = math.floor(min(across) - pad), math.floor(min(along) - pad)
    return *low, math.ceil(max(across) + pad) + 1, math.ceil(max(along) + pad) + 1


def _brush(pen: ImageDraw.ImageDraw, points: Outline, radii: list[float]) -> None:
    for (x, y), radius in zip(points, radii, strict=True):
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    for place in range(len(points) - 1):
        (x0, y0), (x1, y1) = points[place : place + 2]
        length = math.hypot(x1 - x0, y1 - y0)
        if length == 0:
            continue
        u, v = (y0 - y1) / length, (x1 - x0) / length
        r0, r1 = radii[place : place + 2]
        quad = [(x0 + u * r0, y0 + v * r0), (x1 + u * r1, y1 + v * r1)]
        pen.polygon([*quad, (x1 - u * r1, y1 - v * r1), (x0 - u * r0, y0 - v * r0)], fill=255)
