"""Is it a picture that browsers show? Told by its content, decoded to its end, never re-encoded."""

import io
import threading
from contextlib import nullcontext, suppress
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from stimuli.imports.sources import MediaError

MEGAPIXEL = 1_000_000
# The limit is the project's own, and is checked before anything is decoded; Pillow's is not asked
# for.
Image.MAX_IMAGE_PIXELS = None
# Decoded, a picture above this size fills tens of megabytes: one at a time, whatever the number of
# threads.
LARGE_PIXELS = 16_000_000
_one_large = threading.Lock()

CONTENT_TYPES = {
    "JPEG": "image/jpeg",
    "MPO": "image/jpeg",  # a JPEG with further views after it, as phones write
    "PNG": "image/png",
    "WEBP": "image/webp",
    "GIF": "image/gif",
}
ORIENTATION, LYING_ON_THE_SIDE = 0x0112, {5, 6, 7, 8}
SAVE_AS = "Save it as JPEG, PNG, WebP or GIF."
MARKUP = (b"<svg", b"<html", b"<!doctype", b"<?xml", b"<script")


@dataclass(frozen=True)
class Picture:
    """Size in pixels as it is shown, that is, after the turn that its orientation tag asks for."""

    content_type: str
    width: int
    height: int


def check_image(data: bytes, *, megapixels: int) -> Picture:
    """Raises MediaError unless `data` is one whole JPEG, PNG, WebP or GIF picture of at most so
    many megapixels."""
    picture, pixels = _described(data)
    if pixels > megapixels * MEGAPIXEL:
        raise MediaError(
            (
                f"it has {pixels / MEGAPIXEL:,.1f} megapixels; "
                f"this project takes at most {megapixels:,}."
            ),
            remedy="Make it smaller, or raise “largest picture” on the project's page.",
        )
    try:
        with _one_large if pixels > LARGE_PIXELS else nullcontext():
            _decode(data, megapixels * MEGAPIXEL)
    except MemoryError:
        raise MediaError(
            f"its {pixels / MEGAPIXEL:,.1f} megapixels need more memory than a task may take.",
            remedy="Make it smaller, or have whoever runs the server raise TASK_MEMORY_MB.",
        ) from None
    return picture


def _open(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data), formats=["JPEG", "PNG", "WEBP", "GIF"])


def _described(data: bytes) -> tuple[Picture, int]:
    try:
        with _open(data) as image:
            width, height = image.size
            content_type = CONTENT_TYPES[image.format or ""]
            size = (height, width) if _is_turned(image) else (width, height)
            return Picture(content_type, *size), width * height
    except UnidentifiedImageError:
        raise MediaError(_not_a_picture(data), remedy=SAVE_AS) from None
    except Exception as error:  # noqa: BLE001 - Pillow's readers raise what they like
        raise _broken(error) from None


def _is_turned(image: Image.Image) -> bool:
    """Whether browsers turn it by 90 degrees. They pass over tags that they cannot read, and so do
    we."""
    if CONTENT_TYPES[image.format or ""] != "image/jpeg":
        return False
    with suppress(Exception):
        return image.getexif().get(ORIENTATION) in LYING_ON_THE_SIDE
    return False


def _decode(data: bytes, limit: int) -> None:
    """Check sums first (PNG), then every pixel; for animations every frame that fits into the
    limit."""
    try:
        with _open(data) as image:
            image.verify()
        with _open(data) as image:
            image.draft(
                None, (1, 1)
            )  # JPEG only: reads all of the data, but builds an eighth of the picture
            image.load()
            frames = 1 if image.format in {"JPEG", "MPO"} else getattr(image, "n_frames", 1)
            for number in range(1, min(frames, limit // (image.width * image.height))):
                image.seek(number)
                image.load()
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - as above
        raise _broken(error) from None


def _broken(error: Exception) -> MediaError:
    return MediaError(
        f"it is a broken picture: {error or type(error).__name__}.",
        remedy="Export or copy it again.",
    )


def _not_a_picture(data: bytes) -> str:
    if not data:
        return "it is empty."
    if any(mark in data[:1024].lower() for mark in MARKUP):
        return "it is SVG or HTML, which may hold programs, not a picture of pixels."
    return "it is not a JPEG, PNG, WebP or GIF picture, whatever its name says."
