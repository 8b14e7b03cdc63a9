"""Tests of very large images: pages show a smaller copy that looks the same, and everything else
uses the original."""

import io
import re

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from PIL import Image, ImageChops, ImageCms, ImageStat

from hits.archive import delete
from hits.verification import verify
from local.backups import stored_files as backed_up
from people.models import Project
from stimuli.imports.smaller import add_small_copies
from stimuli.imports.tasks import shrink_pictures
from stimuli.media.smaller import small_copy
from stimuli.models import Dataset, Medium
from stimuli.room import room_of
from stimuli.store import delete_content, open_content, size_of
from tests import world
from tests.imports.makers import filed, load, stored_files, table
from tests.media import pair_batch, stored

SIZE = (5000, 3300)
TURNED = Image.Exif()
TURNED[0x0112] = 6
PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def large(kind: str, mode: str = "RGB", **options) -> bytes:
    """Return the file of an image with 5000 × 3300 pixels: single-coloured blocks with sharp edges,
    whose colours form gradients."""
    file, field = io.BytesIO(), Image.linear_gradient("L").resize((20, 13))
    picture = Image.merge("RGB", [field, field.rotate(180), field.rotate(90)]).convert(mode)
    picture.resize(SIZE, Image.Resampling.NEAREST).save(file, kind, **options)
    return file.getvalue()


def seen(data: bytes) -> Image.Image:
    """Return the image as a page shows it: upright, scaled and on grey."""
    with Image.open(io.BytesIO(data)) as image:
        upright = {6: Image.Transpose.ROTATE_270}.get(image.getexif().get(0x0112))
        turned = image.transpose(upright) if upright else image
        drawn = turned.convert("RGBA").resize(
            (330, 500) if turned.height > turned.width else (500, 330), Image.Resampling.BOX
        )
    return Image.alpha_composite(Image.new("RGBA", drawn.size, "grey"), drawn).convert("RGB")


@pytest.mark.parametrize(
    ("kind", "mode", "options"),
    [
        ("JPEG", "RGB", {"exif": TURNED, "icc_profile": PROFILE}),
        ("PNG", "P", {"transparency": 3}),
        pytest.param("WEBP", "RGB", {"quality": 80, "method": 0}, marks=pytest.mark.long),
    ],
)
def test_the_smaller_copy_looks_the_same(kind, mode, options):
    whole = large(kind, mode, **options)
    copy = small_copy(whole)
    with Image.open(io.BytesIO(copy)) as image:
        assert (image.format, max(image.size), image.getexif()) == (kind, 2560, {})
        assert image.info.get("icc_profile") == options.get("icc_profile")
    difference = ImageChops.difference(seen(whole), seen(copy))
    assert max(ImageStat.Stat(difference).mean) < 1


def test_what_might_look_different_is_left_alone():
    frame = Image.new("L", SIZE)
    several = {"save_all": True, "append_images": [Image.new("L", SIZE, 200)]}
    gamma = large("PNG", "L")
    gamma = gamma[:33] + b"\0\0\0\4gAMA\0\0\xb1\x8f\x0b\xfca\5" + gamma[33:]
    assert small_copy(large("PNG", "L"))
    assert not small_copy(gamma)
    for mode, kind, options in (("CMYK", "JPEG", {}), ("1", "PNG", {}), ("L", "PNG", several)):
        file = io.BytesIO()
        frame.convert(mode).save(file, kind, **options)
        assert small_copy(file.getvalue()) is None


def imported(project, folder) -> Medium:
    rows = [["id", "output_image:Heron", "output_image:Moss"], ["1", "a.jpg", "a.jpg"]]
    load(project, table(folder, rows), filed(folder / "m", {"a.jpg": large("JPEG", exif=TURNED)}))
    return Medium.objects.get()


@pytest.mark.django_db
def test_an_import_stores_it_and_pages_show_it(tmp_path, client):
    project, person = world.project(), world.annotator()
    medium = imported(project, tmp_path)
    assert (medium.width, medium.height, len(stored_files())) == (3300, 5000, 2)
    with open_content(medium.small_sha256) as file:
        assert Image.open(file).size == (1690, 2560)
    client.force_login(person)
    page = client.get(world.hit_path(world.claim(person, pair_batch((medium,), (medium,)))))
    html = page.content.decode()
    small, whole = re.search(r'srcset="(\S+) 1690w, (\S+) 3300w"', html).groups()
    assert (f'href="{whole}"' in html, f"{medium.shown_sha256}.jpg" in whole) == (True, True)
    assert len(b"".join(client.get(small).streaming_content)) == medium.small_size
    client.force_login(world.researcher(project))
    desk = client.get(reverse("admin:dataset", args=[Dataset.objects.earliest("pk").pk]))
    assert desk.content.decode().count(f"{medium.small_sha256}.jpg") == 2


def test_it_is_checked_and_deleted_like_any_file(
    project, tmp_path, django_capture_on_commit_callbacks
):
    medium = imported(project, tmp_path)
    with pytest.raises(IntegrityError), transaction.atomic():
        Medium.objects.update(small_sha256="ef" * 32)
    assert not [one for one in verify(hashes=True) if one.count]
    assert {one.name: one.size for one in backed_up.media()} == stored_files()
    delete_content(medium.small_sha256)
    assert [one.check.name for one in verify() if one.count] == ["media_there"]
    with django_capture_on_commit_callbacks(execute=True):
        delete(row=Dataset.objects.get(), by=world.researcher(project))
    assert stored_files() == {}


@pytest.mark.django_db(transaction=True)  # the task asks in a child process
def test_without_room_the_whole_picture_is_shown_until_there_is_some(project, tmp_path):
    Project.objects.update(storage_gb=0)
    medium = stored(project, large("JPEG"), "image/jpeg", width=SIZE[0], height=SIZE[1])
    add_small_copies()
    medium.refresh_from_db()
    assert (medium.small_sha256, medium.small_size) == ("", None)
    Project.objects.update(storage_gb=None)
    shrink_pictures()
    medium.refresh_from_db()
    assert room_of(project).used == medium.small_size == size_of(medium.small_sha256)
