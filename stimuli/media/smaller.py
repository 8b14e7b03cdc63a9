"""Smaller copies of very large pictures. A copy looks like the original until someone zooms in."""

import io
from contextlib import suppress
from typing import Any

from stimuli.media.images import LARGE_PIXELS, ORIENTATION, pillow

LONGEST_SIDE = 2560  # pixels; a wide window has this width at twice the usual pixel density
# Each copy has the type of the original. Copies of the last two types are lossless except for their
# size.
OPTIONS: dict[str, dict[str, object]] = {
    "JPEG": {"quality": 92, "subsampling": 0},
    "PNG": {},
    "WEBP": {"lossless": True, "method": 1},
}
CONTENT_TYPES = [f"image/{name.lower()}" for name in OPTIONS]
MODES = {"L", "P", "RGB", "RGBA"}
# PNG chunks that describe colours and that a copy would lose.
ONLY_IN_PNG = (b"gAMA", b"cHRM", b"cICP")


def small_size(width: int, height: int) -> tuple[int, int]:
    """Return the width and height of the smaller copy of a very large picture of this size."""
    share = LONGEST_SIDE / max(width, height)
    return max(1, round(width * share)), max(1, round(height * share))


def small_copy(data: bytes) -> bytes | None:
    """Return an upright copy of the picture in `data`, reduced to the size from `small_size`.
    Return None if the picture is small enough or cannot be read. Also return None if a copy could
    look different because of animation, CMYK, deep colours or rare tags."""
    target = io.BytesIO()
    with suppress(Exception), pillow().open(io.BytesIO(data), formats=[*OPTIONS]) as image:
        if _is_copied(image, data):
            small, profile = _shrunk(image), image.info.get("icc_profile")
            small.save(target, image.format, icc_profile=profile, **OPTIONS[image.format])
    return target.getvalue() or None


def _is_copied(image: Any, data: bytes) -> bool:
    if image.width * image.height <= LARGE_PIXELS or image.mode not in MODES:
        return False
    if image.format == "JPEG":
        return True
    is_turned = image.getexif().get(ORIENTATION, 1) != 1
    head = data[: data.find(b"IDAT")] if image.format == "PNG" else b""
    return not (image.is_animated or is_turned or any(tag in head for tag in ONLY_IN_PNG))


def _shrunk(image: Any) -> Any:
    from PIL import ImageOps  # imported late, like the rest of Pillow

    image.draft(None, (LONGEST_SIDE, LONGEST_SIDE))  # for a JPEG: decodes at a smaller size
    upright = ImageOps.exif_transpose(image)
    if upright.has_transparency_data:
        upright = upright.convert("RGBA")
    elif upright.mode == "P":
        upright = upright.convert("RGB")
    small = upright.resize(small_size(*upright.size), pillow().Resampling.LANCZOS)
    small.info.clear()
    return small
