"""Draws the two example pictures of the image-paragraph rubric."""

from pathlib import Path

from PIL import Image

from tools.demo_media.scenes.examples import EXAMPLES

SIZE = (640, 427)


def write_examples(folder: Path) -> None:
    for example in EXAMPLES:
        small = example.draw().resize(SIZE, Image.Resampling.LANCZOS)
        small.save(folder / f"{example.key}.jpg", quality=88, optimize=True)
