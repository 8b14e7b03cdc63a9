"""Checks of pictures. A picture is fully decoded to check that browsers can show it, but it is
never re-encoded."""

import io
import threading
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import Any

from stimuli.media.errors import MediaError

MEGAPIXEL = 1_000_000
# A picture with more pixels takes tens of megabytes once decoded. Only one such picture is decoded
# at a time, whatever the number of threads.
LARGE_PIXELS = 16_000_000
_one_large = threading.Lock()

FORMATS = ["JPEG", "PNG", "WEBP", "GIF", "AVIF"]
CONTENT_TYPES = {name: f"image/{name.lower()}" for name in FORMATS}
CONTENT_TYPES["MPO"] = "image/jpeg"  # a JPEG followed by other views, as written by phones
# Pillow also reports the rotation in the properties of an AVIF picture as this tag.
TURNED_BY_TAG = {"image/jpeg", "image/avif"}
ORIENTATION, LYING_ON_THE_SIDE = 0x0112, {5, 6, 7, 8}
SAVE_AS = "Save it as JPEG, PNG, WebP, GIF or AVIF, for example: magick old new.png"
# The first bytes of picture formats that some browsers do not show.
UNSHOWN = {
    b"II*\0": "a TIFF picture",
    b"MM\0*": "a TIFF picture",
    b"BM": "a BMP picture",
    b"\0\0\0\x0cjP  ": "a JPEG 2000 picture",
    b"\0\0\0\x0cJXL ": "a JPEG XL picture",
    b"\xff\x0a": "a JPEG XL picture",
    b"8BPS": "a Photoshop picture",
    b"%PDF": "a PDF document",
}
HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1"}
MARKUP = (b"<svg", b"<html", b"<!doctype", b"<?xml", b"<script")


@dataclass(frozen=True)
class Picture:
    """A picture's type, and its width and height in pixels after its orientation tag is applied."""

    content_type: str
    width: int
    height: int


def pillow() -> Any:
    """Return the module `PIL.Image`. It is imported when the first picture is opened, because most
    web workers never open a picture.

    Pillow's own size limit is off, because Rateroom checks the number of pixels before it decodes a
    picture.
    """
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None
    return Image


def check_image(data: bytes, *, megapixels: int) -> Picture:
    """Return the picture's properties. Raises MediaError if `data` is not a picture that browsers
    can show, is incomplete, or has more than `megapixels` megapixels."""
    from PIL import UnidentifiedImageError  # imported late, like the rest of Pillow

    try:
        picture, pixels = _described(data)
        _refuse_larger(pixels, megapixels)
        with _one_large if pixels > LARGE_PIXELS else nullcontext():
            _decode(data, megapixels * MEGAPIXEL)
    except MediaError:
        raise
    except UnidentifiedImageError:
        raise MediaError(_not_a_picture(data), remedy=SAVE_AS) from None
    except MemoryError:
        what = f"its {pixels / MEGAPIXEL:,.1f} megapixels need more memory than a task can use."
        remedy = "Make it smaller, or ask the site administrator to raise TASK_MEMORY_MB."
        raise MediaError(what, remedy=remedy) from None
    except Exception as error:  # noqa: BLE001 - Pillow's readers can raise anything
        if kind := _unshown(data):
            raise MediaError(kind, remedy=SAVE_AS) from None
        what = f"it is a broken picture: {error or type(error).__name__}."
        raise MediaError(what, remedy="Export or copy it again.") from None
    return picture


def _refuse_larger(pixels: int, megapixels: int) -> None:
    if pixels > megapixels * MEGAPIXEL:
        what = f"it has {pixels / MEGAPIXEL:,.1f} megapixels; "
        what += f"this project allows at most {megapixels:,}."
        remedy = "Make it smaller, or raise “Largest picture” in the project settings."
        raise MediaError(what, remedy=remedy)


def _open(data: bytes) -> Any:
    return pillow().open(io.BytesIO(data), formats=FORMATS)


def _described(data: bytes) -> tuple[Picture, int]:
    with _open(data) as image:
        width, height = image.size
        shown_size = (height, width) if _is_turned(image) else (width, height)
        return Picture(CONTENT_TYPES[image.format or ""], *shown_size), width * height


def _is_turned(image: Any) -> bool:
    """Return whether browsers rotate the picture by 90 degrees. Like browsers, ignore unreadable
    orientation tags."""
    if CONTENT_TYPES[image.format or ""] in TURNED_BY_TAG:
        with suppress(Exception):
            return image.getexif().get(ORIENTATION) in LYING_ON_THE_SIDE
    return False


def _decode(data: bytes, limit: int) -> None:
    """Verify a PNG's checksums, and then decode all pixels of the picture. For an animation, decode
    as many frames as `limit` pixels allow."""
    with _open(data) as image:
        image.verify()
    with _open(data) as image:
        # For a JPEG, this reads all of the data but decodes the picture at an eighth of its size.
        image.draft(None, (1, 1))
        image.load()
        frames = 1 if image.format in {"JPEG", "MPO"} else getattr(image, "n_frames", 1)
        for number in range(1, min(frames, limit // (image.width * image.height))):
            image.seek(number)
            image.load()


def _not_a_picture(data: bytes) -> str:
    if not data:
        return "it is empty."
    if any(mark in data[:1024].lower() for mark in MARKUP):
        return "it is an SVG or HTML file, which can contain scripts."
    return (
        _unshown(data)
        or "it is not a JPEG, PNG, WebP, GIF or AVIF picture, whatever its name says."
    )


def _unshown(data: bytes) -> str:
    """Return an error message if some browsers do not show this picture type, otherwise ""."""
    kind = next((UNSHOWN[start] for start in UNSHOWN if data.startswith(start)), "")
    brands = data[8 : int.from_bytes(data[:4])] if data[4:8] == b"ftyp" else b""
    if brands[:4] in HEIF_BRANDS and b"avif" not in brands:
        kind = "a HEIC picture"
    return f"it is {kind}, which not every browser shows." if kind else ""
