"""Draws the two example pictures of the image-paragraph rubric: `python -m hits.demo.examples`."""

from pathlib import Path

from PIL import Image

from hits.demo.scenes.examples import EXAMPLES
from surveys.loading import MEDIA

SIZE = (640, 427)


def write_examples(folder: Path) -> None:
    for example in EXAMPLES:
        small = example.draw().resize(SIZE, Image.Resampling.LANCZOS)
        small.save(folder / f"{example.key}.jpg", quality=88, optimize=True)


if __name__ == "__main__":
    write_examples(MEDIA)
