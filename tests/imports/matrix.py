"""The common kinds of image and video files, and what an import says about each."""

import io
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from tests.imports.makers import clip, picture


@dataclass(frozen=True)
class File:
    """A file of one kind. It is imported as `content_type`, or rejected with the text `refused`."""

    name: str
    make: Callable[[], bytes]
    content_type: str = ""
    refused: str = ""

    @property
    def is_picture(self) -> bool:
        return self in PICTURES


def _moving(kind: str, **options) -> bytes:
    file = io.BytesIO()
    frames = [Image.new("RGB", (8, 6), (shade, 90, 90)) for shade in (0, 120, 240)]
    frames[0].save(file, kind, save_all=True, append_images=frames[1:], **options)
    return file.getvalue()


def _in_mode(mode: str, kind: str) -> bytes:
    file = io.BytesIO()
    Image.new(mode, (8, 6)).save(file, kind)
    return file.getvalue()


def _beginning(start: bytes) -> Callable[[], bytes]:
    return lambda: start + bytes(64)


def _unshown(kind: str) -> str:
    return f"it is {kind}, which not every browser shows."


def _clip(*kind: str, pixels: str = "yuv420p") -> Callable[[], bytes]:
    return lambda: clip(*kind, pixels=pixels)


HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"
HEIC_OF_ANOTHER_BRAND = b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic"
NO_CLIP = "it is not an MP4, MOV or WebM clip, whatever its name says."
PICTURES = (
    File("baseline.jpg", lambda: picture("JPEG"), "image/jpeg"),
    File("progressive.jpg", lambda: picture("JPEG", progressive=True), "image/jpeg"),
    File("print-ink.jpg", lambda: _in_mode("CMYK", "JPEG"), "image/jpeg"),
    File("two-views.jpg", lambda: _moving("MPO"), "image/jpeg"),
    File("colours.png", picture, "image/png"),
    File("palette.png", lambda: _in_mode("P", "PNG"), "image/png"),
    File("deep.png", lambda: _in_mode("I;16", "PNG"), "image/png"),
    File("moving.png", lambda: _moving("PNG"), "image/png"),
    File("lossy.webp", lambda: picture("WEBP"), "image/webp"),
    File("moving.webp", lambda: _moving("WEBP", lossless=True), "image/webp"),
    File("moving.gif", lambda: _moving("GIF"), "image/gif"),
    File("still.avif", lambda: picture("AVIF"), "image/avif"),
    File("moving.avif", lambda: _moving("AVIF"), "image/avif"),
    File("phone.heic", _beginning(HEIC), refused=_unshown("a HEIC picture")),
    File("other.heif", _beginning(HEIC_OF_ANOTHER_BRAND), refused=_unshown("a HEIC picture")),
    File("scan.tif", lambda: picture("TIFF"), refused=_unshown("a TIFF picture")),
    File("paint.bmp", lambda: picture("BMP"), refused=_unshown("a BMP picture")),
    File("film.jp2", lambda: picture("JPEG2000"), refused=_unshown("a JPEG 2000 picture")),
    File("new.jxl", _beginning(b"\xff\x0a"), refused=_unshown("a JPEG XL picture")),
    File("page.pdf", lambda: picture("PDF"), refused=_unshown("a PDF document")),
)
CLIPS = (
    File("h264.mp4", _clip("mp4", "libx264"), "video/mp4"),
    File("h264.mov", _clip("mov", "libx264"), "video/quicktime"),
    File("av1.mp4", _clip("mp4", "libsvtav1"), "video/mp4"),
    File("vp9.webm", _clip("webm", "libvpx-vp9"), "video/webm"),
    File("av1.webm", _clip("webm", "libsvtav1"), "video/webm"),
    File(
        "hevc.mp4",
        _clip("mp4", "libx265"),
        refused="its codec is hevc, which browsers do not play.",
    ),
    File(
        "mpeg4.mp4",
        _clip("mp4", "mpeg4"),
        refused="its codec is mpeg4, which browsers do not play.",
    ),
    File(
        "prores.mov",
        _clip("mov", "prores_ks", pixels="yuv422p10le"),
        refused="its codec is prores, which browsers do not play.",
    ),
    File(
        "chroma.mp4",
        _clip("mp4", "libx264", pixels="yuv444p"),
        refused="its pixel format is yuv444p, which browsers do not play.",
    ),
    File(
        "h264.mkv",
        _clip("matroska", "libx264"),
        refused="it is a Matroska file (MKV), which not every browser plays.",
    ),
    File("mpeg4.avi", _clip("avi", "mpeg4"), refused=NO_CLIP),
)
