"""Pairs of pictures of one scene: a small copy of the demo's drawing, with the flaws that made-up
systems have."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image, ImageEnhance, ImageFilter, ImageOps

from tools.demo_media.scenes import drawn

SIZE = (480, 320)
QUALITY = 68
Flaw = Callable[[Image.Image], Image.Image]


def blurred(picture: Image.Image) -> Image.Image:
    return picture.filter(ImageFilter.GaussianBlur(3))


def flat(picture: Image.Image) -> Image.Image:
    """In a few colours, without shades."""
    return ImageOps.posterize(picture, 2)


def rippled(picture: Image.Image) -> Image.Image:
    """As if seen in moving water."""
    pixels = np.asarray(picture)
    rows = [
        np.roll(row, round(9 * np.sin(number / 11)), axis=0) for number, row in enumerate(pixels)
    ]
    return Image.fromarray(np.stack(rows))


def recoloured(picture: Image.Image) -> Image.Image:
    """Everything in another colour than was asked for."""
    hue, saturation, value = picture.convert("HSV").split()
    turned = hue.point([(level + 100) % 256 for level in range(256)])
    return Image.merge("HSV", (turned, saturation, value)).convert("RGB")


def pale(picture: Image.Image) -> Image.Image:
    washed = ImageEnhance.Color(picture).enhance(0.25)
    return ImageEnhance.Contrast(washed).enhance(0.55)


def doubled(picture: Image.Image) -> Image.Image:
    """The left half twice: things stand there two times, and others are missing."""
    width, height = picture.size
    twice = picture.copy()
    twice.paste(picture.crop((0, 0, width // 2, height)), (width // 2, 0))
    return twice


PICTURES: dict[tuple[str, str], tuple[Flaw, ...]] = {
    ("harbour", "Heron-XL"): (),
    ("harbour", "Moss-7B"): (recoloured,),
    ("market", "Heron-XL"): (),
    ("market", "Moss-7B"): (blurred,),
    ("kite", "Heron-XL"): (flat, rippled),
    ("kite", "Moss-7B"): (),
    ("viaduct", "Heron-XL"): (),
    ("viaduct", "Moss-7B"): (rippled,),
    ("bakery", "Heron-XL"): (pale,),
    ("bakery", "Moss-7B"): (doubled, flat),
    ("lake", "Heron-XL"): (blurred,),
    ("lake", "Moss-7B"): (),
    ("chess", "Heron-XL"): (),
    ("chess", "Moss-7B"): (doubled, blurred),
    ("lighthouse", "Heron-XL"): (rippled, recoloured),
    ("lighthouse", "Moss-7B"): (flat, doubled),
}
"""By (item, system), in the order in which the flaws are added."""


def write_picture(item: str, system: str, path: Path) -> None:
    picture = drawn(item).resize(SIZE, Image.Resampling.LANCZOS)
    for flaw in PICTURES[item, system]:
        picture = flaw(picture)
    picture.save(path, quality=QUALITY, optimize=True)
