"""Tests of media: found by name only in their folder or ZIP, identified by content, and stored byte
for byte."""

import hashlib
import io
import os
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from PIL import Image

from people.models import Project
from stimuli.imports.storing import Vault
from stimuli.media.errors import MediaError
from stimuli.media.files import check_link, open_source
from stimuli.media.images import Picture, check_image
from stimuli.models import Medium
from tests.imports.makers import clip, content, filed, load, picture, problems, table, zipped
from tests.imports.matrix import CLIPS, PICTURES

HEAD = ["item_id", "system", "output", "image"]


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def rows(*names: str, field: str = "image"):
    return [
        [*HEAD[:3], field],
        *([str(number), "Heron", "Text.", name] for number, name in enumerate(names, 1)),
    ]


@pytest.fixture(params=["folder", "zip"])
def media(request, tmp_path):
    """Return a function that creates a folder or a ZIP file with the given files."""

    def make(files: dict[str, bytes]) -> Path:
        if request.param == "zip":
            return zipped(tmp_path / "media.zip", files)
        (tmp_path / "media.zip").mkdir(exist_ok=True)  # one name, so that both say the same
        return filed(tmp_path / "media.zip", files)

    return make


def test_bytes_are_stored_as_they_are(project, tmp_path, media):
    files = {
        "a.png": picture(),
        "b.jpg": picture("JPEG", quality=30, comment=b"kept"),
        "sub/c.webp": picture("WEBP"),
        "sub/d.gif": picture("GIF"),
        "e.avif": picture("AVIF"),
        "again.png": picture(),
    }
    result = load(project, table(tmp_path, rows(*files)), media(files))
    assert result.media == 5
    wanted = {
        str(number): ({}, {"Heron": "Text."}, {"image": sha(data)})
        for number, data in enumerate(files.values(), 1)
    }
    assert content(result.dataset) == wanted
    for medium in Medium.objects.all():
        assert default_storage.open(medium.storage_name).read() == files[medium.original_name]
        assert medium.size == len(files[medium.original_name])
        assert (medium.width, medium.height, medium.seconds, medium.url) == (8, 6, None, None)
    kinds = {medium.original_name: medium.content_type for medium in Medium.objects.all()}
    assert kinds == {
        "a.png": "image/png",
        "b.jpg": "image/jpeg",
        "sub/c.webp": "image/webp",
        "sub/d.gif": "image/gif",
        "e.avif": "image/avif",
    }


def test_the_same_file_is_stored_once_a_project(project, tmp_path, media):
    path, files = table(tmp_path, rows("a.png")), media({"a.png": picture()})
    first = load(project, path, files, name="One").dataset
    second = load(project, path, files, name="Two").dataset
    assert content(first) == content(second)
    assert Medium.objects.count() == 1


def test_media_of_many_items_are_read_once(project, tmp_path, media):
    """The items fill several chunks, so that later chunks use media of earlier ones."""
    files = media({"a.png": picture(), "bad.png": b"x"})
    names = ["a.png", "https://example.org/b.png", "bad.png"]
    result = load(project, table(tmp_path, rows(*names[:2] * 600)), files)
    assert (result.items, result.media) == (1200, 2)
    (said,) = problems(project, table(tmp_path, rows(*names * 400)), files, name="Other")
    assert said.startswith("row 4, column `image`: bad.png: it is not a JPEG")


def test_half_written_file_of_a_killed_import_is_replaced(project, tmp_path, media):
    data = picture()
    stored = Path(default_storage.location) / Medium(sha256=sha(data)).storage_name
    stored.parent.mkdir(parents=True)
    stored.write_bytes(data[:20])
    load(project, table(tmp_path, rows("a.png")), media({"a.png": data}))
    assert stored.read_bytes() == data


@pytest.mark.parametrize(
    "name",
    ["sub/cat.png", "./sub/cat.png", "sub\\cat.png", "cat.png", "photos/cat.png", " sub/cat.png "],
)
def test_names_that_find_a_file(project, tmp_path, media, name):
    result = load(
        project,
        table(tmp_path, rows(name)),
        media({"sub/cat.png": picture(), "dog.png": picture("GIF")}),
    )
    assert content(result.dataset)["1"][2] == {"image": sha(picture())}


def test_accents_are_one_letter_or_two(project, tmp_path, media):
    result = load(
        project, table(tmp_path, rows("caf\u00e9.png")), media({"cafe\u0301.png": picture()})
    )
    assert result.media == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("dog.png", "dog.png is not in media.zip. Add the file, or correct its name."),
        ("Cat.PNG", "Cat.PNG is not in media.zip. Did you mean cat.png?"),
        ("cat", "cat is not in media.zip. Did you mean cat.png?"),
        (
            "two.png",
            "two.png is in several folders of media.zip: a/two.png, b/two.png. Write the whole path of the file.",
        ),
        (
            "../cat.png",
            "../cat.png is outside media.zip. Write a relative path without “..”.",
        ),
        (
            "a/../../cat.png",
            "a/../../cat.png is outside media.zip. Write a relative path without “..”.",
        ),
        (
            "/etc/passwd",
            "/etc/passwd is outside media.zip. Write a relative path without “..”.",
        ),
        (
            "C:\\cat.png",
            "C:\\cat.png is outside media.zip. Write a relative path without “..”.",
        ),
        (
            "\\\\host\\cat.png",
            "\\\\host\\cat.png is outside media.zip. Write a relative path without “..”.",
        ),
        ("a", "a is not in media.zip. Add the file, or correct its name."),
    ],
)
def test_names_that_find_none(project, tmp_path, media, name, said):
    (tmp_path / "cat.png").write_bytes(picture())
    files = media({"cat.png": picture(), "a/two.png": picture(), "b/two.png": picture("GIF")})
    assert problems(project, table(tmp_path, rows("cat.png", name)), files) == [
        f"row 3, column `image`: {said}"
    ]


def test_links_out_of_the_folder(project, tmp_path):
    (tmp_path / "secret.png").write_bytes(picture())
    outside = filed(tmp_path / "outside", {"far.png": picture()})
    folder = filed(tmp_path / "photos", {"cat.png": picture()})
    (folder / "out.png").symlink_to(tmp_path / "secret.png")
    (folder / "in.png").symlink_to(folder / "cat.png")
    (folder / "lost.png").symlink_to(folder / "nowhere.png")
    (folder / "far").symlink_to(outside)
    os.mkfifo(folder / "pipe.png")
    path = table(tmp_path, rows("in.png", "out.png", "lost.png", "far/far.png", "pipe.png"))
    assert problems(project, path, folder) == [
        "row 3, column `image`: out.png is a link to a file outside photos. Replace it with the file itself.",
        "row 4, column `image`: lost.png is not a regular file. Replace it with the file itself.",
        "row 5, column `image`: far/far.png is not in photos. Add the file, or correct its name.",
        "row 6, column `image`: pipe.png is not a regular file. Replace it with the file itself.",
    ]
    assert load(project, table(tmp_path, rows("in.png")), folder).media == 1


@pytest.mark.attack("importing a file")
def test_link_in_a_zip(project, tmp_path):
    path = tmp_path / "media.zip"
    with zipfile.ZipFile(path, "w") as archive:
        link = zipfile.ZipInfo("out.png")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert problems(project, table(tmp_path, rows("out.png")), path) == [
        "row 2, column `image`: out.png is a symbolic link. Put the file itself into the ZIP."
    ]


def test_zip_of_a_mac(project, tmp_path):
    path = zipped(
        tmp_path / "m.zip",
        {"x/cat.png": picture(), "__MACOSX/x/cat.png": b"junk", "__MACOSX/x/._cat.png": b""},
    )
    assert load(project, table(tmp_path, rows("cat.png")), path).media == 1


def test_zip_that_unpacks_to_too_much(project, tmp_path, settings):
    settings.IMPORT_ARCHIVE_BYTES = 1024**2
    path = zipped(
        tmp_path / "m.zip", {"a.png": b"\0" * 1024**2, "b.png": b"x"}, zipfile.ZIP_DEFLATED
    )
    assert problems(project, table(tmp_path, rows("b.png")), path) == [
        "m.zip unpacks to 0.0 GiB; at most 0.0 GiB are allowed. Split the ZIP, or raise IMPORT_ARCHIVE_BYTES."
    ]


@pytest.mark.attack("importing a file")
def test_zip_entry_made_to_fill_a_disk(project, tmp_path):
    path = zipped(
        tmp_path / "m.zip", {"a.png": picture() + b"\0" * 11 * 1024**2}, zipfile.ZIP_DEFLATED
    )
    (said,) = problems(project, table(tmp_path, rows("a.png")), path)
    assert said.startswith("row 2, column `image`: a.png unpacks to ")
    assert said.endswith(" times its size. Put the picture or clip itself into the ZIP.")


def test_damaged_and_locked_zip_entries(project, tmp_path):
    path = zipped(
        tmp_path / "m.zip", {"a.png": picture(), "b.png": picture("GIF")}, zipfile.ZIP_DEFLATED
    )
    data = bytearray(path.read_bytes())
    data[40] ^= 0xFF  # inside the first entry's content
    second = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 1)
    data[second + 8] |= 1  # the second entry says that it is encrypted
    path.write_bytes(data)
    first, locked = problems(project, table(tmp_path, rows("a.png", "b.png")), path)
    assert first.startswith("row 2, column `image`: a.png cannot be unpacked: ")
    assert (
        locked
        == "row 3, column `image`: b.png is protected by a password. Create the ZIP file without a password."
    )


def test_no_zip_at_all(project, tmp_path):
    path = table(tmp_path, rows("a.png"))
    (tmp_path / "m.rar").write_bytes(b"Rar!")
    (tmp_path / "cut.zip").write_bytes(b"PK\x03\x04" + b"\0" * 50)
    remedy = "Choose a folder or a ZIP file of media."
    assert problems(project, path, tmp_path / "m.rar") == [
        f"m.rar is neither a folder nor a ZIP file. {remedy}"
    ]
    assert problems(project, path, tmp_path / "cut.zip") == [
        f"cut.zip is neither a folder nor a ZIP file. {remedy}"
    ]
    assert problems(project, path, tmp_path / "none") == [f"none does not exist. {remedy}"]


def test_files_without_media_are_said_once(project, tmp_path):
    assert problems(project, table(tmp_path, rows("a.png", "b.png"))) == [
        (
            "row 2, column `image`: a.png is a file name, but the import has no media (reported once). "
            "Add a folder or a ZIP file of media, or use links."
        )
    ]


def bomb(width: int, height: int) -> bytes:
    """Return a PNG that claims this size but contains almost no data."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0"))
        + chunk(b"IEND", b"")
    )


SAVE_AS = "Save it as JPEG, PNG, WebP, GIF or AVIF, for example: magick old new.png"
TOO_LARGE = "this project allows at most 50. Make it smaller, or raise “Largest picture” in the project settings."
SVG = (
    b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", f"it is empty. {SAVE_AS}"),
        (SVG, f"it is an SVG or HTML file, which can contain scripts. {SAVE_AS}"),
        (
            b"<!DOCTYPE html><p>hi",
            f"it is an SVG or HTML file, which can contain scripts. {SAVE_AS}",
        ),
        (
            b"not a picture",
            f"it is not a JPEG, PNG, WebP, GIF or AVIF picture, whatever its name says. {SAVE_AS}",
        ),
        (bomb(10_000, 8_800), f"it has 88.0 megapixels; {TOO_LARGE}"),
        (bomb(60_000, 60_000), f"it has 3,600.0 megapixels; {TOO_LARGE}"),
    ],
)
def test_what_is_no_picture(project, tmp_path, media, data, said):
    files = media({"good.png": picture(), "bad.png": data})
    path = table(tmp_path, rows("good.png", "bad.png", "bad.png"))
    assert problems(project, path, files) == [f"row 3, column `image`: bad.png: {said}"]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
@pytest.mark.parametrize("kept", [0.2, 0.6, 0.9])
def test_cut_off_picture(project, tmp_path, kind, kept):
    data = noise(kind)
    media = filed(tmp_path / "photos", {"cut.img": data[: int(len(data) * kept)]})
    (said,) = problems(project, table(tmp_path, rows("cut.img")), media)
    assert said.startswith("row 2, column `image`: cut.img: it is a broken picture: ")
    assert said.endswith(" Export or copy it again.")


def test_a_project_may_take_larger_pictures(project, tmp_path):
    media = filed(tmp_path / "photos", {"large.png": picture(size=(1100, 1000))})
    path = table(tmp_path, rows("large.png"))
    Project.objects.filter(pk=project.pk).update(megapixels=1)
    project.refresh_from_db()
    assert (
        "it has 1.1 megapixels; this project allows at most 1." in problems(project, path, media)[0]
    )
    Project.objects.filter(pk=project.pk).update(megapixels=2)
    project.refresh_from_db()
    assert load(project, path, media).dataset.items.count() == 1


def checked(data: bytes) -> Picture:
    return check_image(data, megapixels=100)


def noise(kind: str) -> bytes:
    file = io.BytesIO()
    Image.effect_noise((120, 80), 90).save(file, kind)
    return file.getvalue()


@pytest.mark.parametrize("place", ["content", "check sum"])
def test_picture_with_a_flipped_bit(place):
    data = bytearray(noise("PNG"))
    data[{"content": len(data) // 2, "check sum": data.rindex(b"IEND") - 5}[place]] ^= 1
    with pytest.raises(MediaError):
        checked(bytes(data))


def test_last_frame_of_an_animation_is_read():
    frames = [Image.effect_noise((60, 40), 90) for _number in range(5)]
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])
    checked(file.getvalue())
    with pytest.raises(MediaError):
        checked(file.getvalue()[:-200])


def test_size_is_as_shown():
    turned = Image.Exif()
    turned[0x0112] = 6
    shown = checked(picture("JPEG", size=(40, 20), exif=turned))
    assert (shown.content_type, shown.width, shown.height) == ("image/jpeg", 20, 40)


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data")
def test_picture_with_unreadable_tags():
    """Such tags are common, and browsers still show the image."""
    data = picture("JPEG", size=(40, 20), exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff\x01\x12")
    assert checked(data).width == 40


def test_picture_at_the_limit():
    assert checked(picture(size=(8_900, 10_000))).height == 10_000


@pytest.mark.parametrize("file", [*PICTURES, *CLIPS], ids=lambda file: file.name)
def test_a_file_of_each_kind_is_taken_or_says_how_to_convert_it(project, tmp_path, file):
    data, field = file.make(), "image" if file.is_picture else "video"
    folder = filed(tmp_path / "m", {file.name: data})
    path = table(tmp_path, rows(file.name, field=field))
    if file.refused:
        remedy = SAVE_AS if file.is_picture else CONVERT
        assert problems(project, path, folder) == [
            f"row 2, column `{field}`: {file.name}: {file.refused} {remedy}"
        ]
        return
    load(project, path, folder)
    medium = Medium.objects.get()
    size = (8, 6) if file.is_picture else (64, 48)
    assert (medium.content_type, medium.width, medium.height) == (file.content_type, *size)
    seconds = None if file.is_picture else pytest.approx(1.0, abs=0.21)
    assert medium.seconds == seconds
    assert default_storage.open(medium.storage_name).read() == data


CONVERT = "Convert it: ffmpeg -i old -c:v libx264 -pix_fmt yuv420p -c:a aac new.mp4"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (lambda: b"", "it is empty. Export or copy it again."),
        (picture, f"it is not an MP4, MOV or WebM clip, whatever its name says. {CONVERT}"),
        (
            lambda: b"#EXTM3U\n/etc/passwd",
            f"it is not an MP4, MOV or WebM clip, whatever its name says. {CONVERT}",
        ),
        (lambda: clip()[:-100], "it is cut off: 100 bytes are missing. Copy it again."),
    ],
)
def test_what_is_no_clip(project, tmp_path, media, data, said):
    path = table(tmp_path, rows("good.mp4", "bad.mp4", field="video"))
    files = media({"good.mp4": clip(), "bad.mp4": data()})
    assert problems(project, path, files) == [f"row 3, column `video`: bad.mp4: {said}"]


def test_broken_clips(project, tmp_path):
    webm = clip("webm", "libvpx")
    mp4 = clip()
    start = mp4.index(b"mdat") + 4
    garbage = mp4[:start] + b"\xff" * 400 + mp4[start + 400 :]
    media = filed(
        tmp_path / "clips",
        {
            "a": webm[:60],
            "b": garbage,
            "c": b"\0\0\0\x08ftyp",
            "d": b"\0\0\0\x14ftypisom" + b"\0" * 8,
        },
    )
    said = problems(project, table(tmp_path, rows(*"abcd", field="video")), media)
    assert [one.split(": it ")[0] for one in said] == [
        f"row {row}, column `video`: {name}" for row, name in enumerate("abcd", 2)
    ]


def test_clip_in_a_column_of_pictures(project, tmp_path):
    media = filed(tmp_path / "m", {"a.mp4": clip()})
    assert problems(project, table(tmp_path, rows("a.mp4")), media) == [
        f"row 2, column `image`: a.mp4: it is not a JPEG, PNG, WebP, GIF or AVIF picture, whatever its name says. {SAVE_AS}"
    ]


def test_links_are_left_where_they_are(project, tmp_path):
    urls = [
        "https://example.org/a.jpg",
        "http://example.org:8080/b%20c.jpg?x=1#y",
        "https://example.org/a.jpg",
    ]
    result = load(project, table(tmp_path, rows(*urls)))
    assert result.media == 2
    assert [one[2] for one in content(result.dataset).values()] == [{"image": url} for url in urls]
    assert load(project, table(tmp_path, rows(*urls)), name="Again").media == 2
    assert Medium.objects.count() == 2
    assert {medium.original_name for medium in Medium.objects.all()} == {"a.jpg", "b%20c.jpg"}


def test_links_and_files_mixed(project, tmp_path, media):
    result = load(
        project,
        table(tmp_path, rows("https://example.org/a.jpg", "a.png")),
        media({"a.png": picture()}),
    )
    assert [one[2]["image"] for one in content(result.dataset).values()] == [
        "https://example.org/a.jpg",
        sha(picture()),
    ]


SCHEME = "links are not supported. Use an http or https link, or add the file."
HOST = "the link's host is not a plain host name. Write the host in ASCII, without spaces."
QUOTED = "the link contains a space, a quote or an angle bracket. Percent-encode these characters."


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("ftp://example.org/a.jpg", f"ftp: {SCHEME}"),
        ("file:///etc/passwd", f"file: {SCHEME}"),
        ("javascript:alert(1)", f"javascript: {SCHEME}"),
        ("data:image/png;base64,AAAA", f"data: {SCHEME}"),
        ("https:///a.jpg", HOST),
        ("https://bücher.example/a.jpg", HOST),
        ("https://example.org;script-src *", HOST),
        ("https://example.org'x/a.jpg", HOST),
        ("https://[::1/a.jpg", HOST),
        (
            "https://me:pw@example.org/a.jpg",
            "the link contains a user name or a password. Use a link that anyone can open.",
        ),
        ("https://example.org/a b.jpg", QUOTED),
        ('https://example.org/a".jpg', QUOTED),
        (
            "https://example.org/" + "a" * 2000,
            "the link has 2,020 bytes; at most 2,000 are stored. Shorten the link.",
        ),
    ],
)
def test_links_that_are_not_taken(project, tmp_path, url, said):
    assert problems(project, table(tmp_path, rows(url))) == [f"row 2, column `image`: {said}"]


def test_longest_link_is_stored(project, tmp_path):
    url = "https://example.org/" + "é" * 990
    assert check_link(url, "image").url == url
    assert load(project, table(tmp_path, rows(url))).media == 1


def test_a_column_may_be_the_id_and_the_picture(project, tmp_path, media):
    path = table(tmp_path, [["image", "system", "text"], ["a.png", "Heron", "Text."]])
    result = load(project, path, media({"a.png": picture()}), item_column="image")
    assert content(result.dataset) == {"a.png": ({}, {"Heron": "Text."}, {"image": sha(picture())})}


def test_file_that_changes_during_the_import(tmp_path):
    """The file changes after its SHA-256 was computed and before it is stored."""
    folder = filed(tmp_path / "m", {"a.png": picture()})
    with open_source(folder) as source:
        (folder / "a.png").write_bytes(picture(color=(0, 0, 0)))
        with pytest.raises(MediaError, match="changed during the import"):
            Vault(source).store("a.png", "image/png", sha(picture()), len(picture()))
    assert not list(Path(default_storage.location).rglob("media/*/*"))
