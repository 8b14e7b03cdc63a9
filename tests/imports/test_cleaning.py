"""Tests of removing tags from media: pixels and samples do not change, and all metadata goes."""

import io

import av
import pytest
from PIL import Image, ImageCms, PngImagePlugin

from stimuli.cleaning import clean_copy
from stimuli.cleaning.errors import Unclean
from tests.imports.makers import clip, tone

MAKER = "Heron-XL 7"
MARK = MAKER.encode()
PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
PROFILE_TAGS = ["ICC copyright", "ICC description"]


def exif(orientation: int = 1) -> Image.Exif:
    tags = Image.Exif()
    tags[0x0112], tags[0x0131] = orientation, MAKER
    return tags


def noise(kind: str, *, frames: int = 1, **options) -> bytes:
    pictures = [Image.effect_noise((60, 40), 80).convert("RGB") for _number in range(frames)]
    file = io.BytesIO()
    if frames > 1:
        options |= {"save_all": True, "append_images": pictures[1:], "duration": 70, "loop": 3}
    pictures[0].save(file, kind, **options)
    return file.getvalue()


def texts(*keys: str) -> PngImagePlugin.PngInfo:
    info = PngImagePlugin.PngInfo()
    for key in keys:
        info.add_text(key, MAKER, zip=key.islower())
    info.add_itxt("Comment", MAKER)
    return info


def copied(data: bytes, content_type: str) -> tuple[list[str], bytes]:
    """Return the tags and the clean copy. Check that the copy has no tags and is always the
    same."""
    results = []
    for _turn in range(2):
        tags, copy = clean_copy(io.BytesIO(data), content_type)
        with copy:
            results.append((tags, copy.read()))
    assert results[0] == results[1]
    assert clean_copy(io.BytesIO(results[0][1]), content_type) == ([], None)
    return results[0]


def shown(data: bytes):
    """Return each frame's pixels and the metadata that affects how they are shown."""
    with Image.open(io.BytesIO(data)) as image:
        frames = []
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            frames.append((image.mode, image.size, image.tobytes(), image.info.get("duration")))
        colours = ("gamma", "transparency", "loop", "background", "adobe_transform")
        return frames, {key: image.info.get(key) for key in colours}, image.getexif().get(0x0112, 1)


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("orientation", [1, 6])
def test_jpeg(progressive, orientation):
    options = {"exif": exif(orientation), "icc_profile": PROFILE, "comment": MARK, "xmp": MARK}
    data = noise("JPEG", progressive=progressive, restart_marker_blocks=2, **options) + MARK
    tags, copy = copied(data, "image/jpeg")
    after = "data after the picture"
    assert tags == ["EXIF Software", *PROFILE_TAGS, "JPEG comment", "XMP", after]
    assert shown(copy) == shown(data)
    assert MARK not in copy


def test_avif():
    data = noise("AVIF", exif=exif(6), xmp=b"<x>" + MARK) + MARK
    tags, copy = copied(data, "image/avif")
    assert tags == ["EXIF", "XMP", "data after the picture"]
    assert (shown(copy), len(copy)) == (shown(data), len(data))
    assert MARK not in copy


def test_jpeg_in_printing_inks_keeps_how_they_mix():
    file = io.BytesIO()
    Image.effect_noise((60, 40), 80).convert("CMYK").save(file, "JPEG", comment=MARK)
    tags, copy = copied(file.getvalue(), "image/jpeg")
    assert (tags, shown(copy)) == (["JPEG comment"], shown(file.getvalue()))


def test_further_views_of_a_jpeg_go():
    data = noise("MPO", frames=2)
    tags, copy = copied(data, "image/jpeg")
    assert tags == ["data after the picture", "further views"]
    with Image.open(io.BytesIO(data)) as views, Image.open(io.BytesIO(copy)) as image:
        assert (image.format, image.tobytes()) == ("JPEG", views.tobytes())


@pytest.mark.parametrize("frames", [1, 3])
def test_png(frames):
    info = texts("Software", "parameters")
    data = noise("PNG", frames=frames, pnginfo=info, exif=exif(8), icc_profile=PROFILE) + MARK
    tags, copy = copied(data, "image/png")
    keys = ["PNG text Comment", "PNG text Software", "PNG text parameters"]
    assert tags == ["EXIF Software", *PROFILE_TAGS, "ICC name", *keys, "data after the picture"]
    assert shown(copy) == shown(data)
    assert MARK not in copy


@pytest.mark.parametrize("options", [{"lossless": True}, {"quality": 60}, {"frames": 3}])
def test_webp(options):
    data = noise("WEBP", exif=exif(6), icc_profile=PROFILE, xmp=MARK, **options)
    tags, copy = copied(data, "image/webp")
    assert tags == ["EXIF Software", *PROFILE_TAGS, "chunk XMP"]
    assert shown(copy) == shown(data)
    assert MARK not in copy


@pytest.mark.parametrize("frames", [1, 3])
def test_gif(frames):
    data = noise("GIF", frames=frames, comment=MARK)
    tags, copy = copied(data, "image/gif")
    assert (tags, shown(copy)) == (["GIF comment"], shown(data))
    assert MARK not in copy


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF"])
def test_a_picture_that_says_nothing_needs_no_copy(kind):
    data = noise(kind)
    assert clean_copy(io.BytesIO(data), f"image/{kind.lower()}") == ([], None)


def test_an_orientation_alone_needs_no_copy():
    turned = Image.Exif()
    turned[0x0112] = 6
    data = noise("JPEG", exif=turned)
    assert clean_copy(io.BytesIO(data), "image/jpeg") == ([], None)


def decoded(data: bytes):
    """Return (time, time base, rotation, data) for each frame of video and audio."""
    with av.open(io.BytesIO(data)) as container:
        return [
            (
                frame.pts,
                frame.time_base,
                getattr(frame, "rotation", 0),
                frame.to_ndarray().tobytes(),
            )
            for frame in container.decode()
        ]


@pytest.mark.parametrize(
    ("container", "codec", "content_type"),
    [
        ("mp4", "libx264", "video/mp4"),
        ("mov", "libx264", "video/quicktime"),
        ("webm", "libvpx-vp9", "video/webm"),
        ("webm", "libsvtav1", "video/webm"),
    ],
)
def test_clips(container, codec, content_type):
    data = clip(container, codec, title=MAKER, comment=MAKER)
    tags, copy = copied(data, content_type)
    assert {"tag title", "tag comment"} <= {tag.lower() for tag in tags}
    assert decoded(copy) == decoded(data)
    assert MARK not in copy
    assert b"Lavf6" not in copy


@pytest.mark.parametrize(
    ("container", "codec", "content_type", "tags"),
    [
        ("wav", "pcm_s16le", "audio/wav", ["INFO INAM", "INFO ISFT"]),
        ("mp3", "libmp3lame", "audio/mpeg", ["ID3v2"]),
        ("ogg", "libopus", "audio/ogg", ["tag encoder", "tag title"]),
        ("ipod", "aac", "audio/mp4", ["MP4 handler name", "MP4 udta", "tag encoder", "tag title"]),
        ("flac", "flac", "audio/flac", ["tag encoder", "tag title"]),
    ],
)
def test_sounds(container, codec, content_type, tags):
    data = tone(container, codec, title=MAKER)
    names, copy = copied(data, content_type)
    assert (names, decoded(copy)) == (tags, decoded(data))
    assert MARK not in copy


def test_tags_at_the_end_of_an_mp3():
    frames = tone("mp3", "libmp3lame")
    frames = frames[frames.index(b"\xff\xfb") :]
    items = MARK.ljust(40)
    footer = b"APETAGEX" + b"\xd0\x07\0\0" + (72).to_bytes(4, "little") + bytes(16)
    old = b"TAG" + MARK.ljust(125, b"\0")
    assert copied(frames + items + footer + old, "audio/mpeg") == (["APE tag", "ID3v1"], frames)


@pytest.mark.parametrize("content_type", ["video/webm", "audio/ogg"])
def test_what_cannot_be_copied_is_named_so(content_type):
    with pytest.raises(Unclean):
        clean_copy(io.BytesIO(b"no container at all" * 50), content_type)
