"""Tests of media in a folder and in a bucket of a real S3 server: files are stored completely or
not at all, and are sent in the same way."""

import hashlib
import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.test import RequestFactory

from annotation.stores import store_at
from hits.verification.media import checks
from people.models import Project
from stimuli.imports import ImportOptions, perform_import, request_import
from stimuli.management.commands.copy_media import store_of
from stimuli.models import Medium
from stimuli.serving import media_response
from stimuli.store import (
    delete_content,
    open_content,
    put_content,
    size_of,
    storage_name,
    stored_sizes,
    the_store,
)
from stimuli.store.copying import copy_files
from stimuli.store.folder import FolderStore
from tests import world
from tests.imports.makers import picture, zipped

CONTENT = bytes(range(256)) * 40
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture(params=["in_folder", "in_bucket"], autouse=True)
def store(request):
    request.getfixturevalue(request.param)
    return request.param


@pytest.fixture
def content():
    put_content(DIGEST, io.BytesIO(CONTENT))


def sent(method: str = "GET", **headers: str):
    """Return the status, the body and the content headers of a media response."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    request = getattr(RequestFactory(), method.lower())("/", headers=names)
    response = media_response(request, DIGEST, "video/mp4", seconds=60)
    body = b"".join(response.streaming_content) if response.streaming else response.content
    for close in response._resource_closers:
        close()
    about = ("Content-Length", "Content-Range", "Content-Type", "ETag")
    return response.status_code, body, [response.headers.get(name) for name in about]


TOTAL, ETAG = str(len(CONTENT)), f'"{DIGEST}"'
WHOLE = (200, CONTENT, [TOTAL, None, "video/mp4", ETAG])


def part(first: int, last: int):
    about = [str(last - first + 1), f"bytes {first}-{last}/{TOTAL}", "video/mp4", ETAG]
    return 206, CONTENT[first : last + 1], about


@pytest.mark.usefixtures("content")
def test_the_whole_and_every_part_come_the_same():
    end = len(CONTENT) - 1
    beyond = (416, b"", [None, f"bytes */{TOTAL}", "video/mp4", ETAG])
    expected = {
        "": WHOLE,
        "bytes=1000-1009": part(1000, 1009),
        "bytes=7-7": part(7, 7),
        "bytes=10000-": part(10000, end),
        "bytes=-5": part(end - 4, end),
        "bytes=10000-999999": part(10000, end),
        "bytes=999999-": beyond,
        "bytes=9-3": WHOLE,
        "bytes=0-1,5-6": WHOLE,
        "lines=1-2": WHOLE,
        "bytes=٣-": WHOLE,
    }
    assert {header: sent(Range=header) for header in expected} == expected


@pytest.mark.usefixtures("content")
def test_what_the_browser_has_is_not_sent_again():
    seen = (304, b"", [None, None, "video/mp4", ETAG])
    given = [{"If_None_Match": ETAG}, {"If_None_Match": f'"x", W/{ETAG}'}, {"If_None_Match": "*"}]
    assert [sent(**headers) for headers in given] == [seen] * 3
    assert sent(If_None_Match='"x"') == WHOLE
    assert sent(Range="bytes=0-1", If_Range='"x"') == WHOLE
    assert sent(Range="bytes=0-1", If_Range=ETAG) == part(0, 1)


@pytest.mark.usefixtures("content")
def test_a_head_tells_the_length_and_sends_nothing():
    assert sent("HEAD") == (200, b"", WHOLE[2])


@pytest.mark.usefixtures("content")
@pytest.mark.parametrize("headers", [{}, {"Range": "bytes=3-5"}])
def test_it_says_for_how_long_and_that_it_never_runs(headers):
    request = RequestFactory().get("/", headers=headers)
    response = media_response(request, DIGEST, "", seconds=60)
    for close in response._resource_closers:
        close()
    names = ("Cache-Control", "Content-Disposition", "Content-Security-Policy", "Content-Type")
    assert {name: response[name] for name in names} == {
        "Cache-Control": "private, max-age=60, immutable",
        "Content-Disposition": "inline",
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Content-Type": "application/octet-stream",
    }


def test_content_appears_whole_and_a_repeat_mends_it():
    name = storage_name(DIGEST)
    assert size_of(DIGEST) is None
    default_storage.save(name, ContentFile(CONTENT[:20]))  # what a killed process of old left
    for _time in range(2):
        put_content(DIGEST, io.BytesIO(CONTENT))
        with open_content(DIGEST) as file:
            assert (size_of(DIGEST), file.read()) == (len(CONTENT), CONTENT)
    assert stored_sizes() == {DIGEST: len(CONTENT)}
    assert list(the_store().files("")) == [(name, len(CONTENT))]
    delete_content(DIGEST)
    delete_content(DIGEST)
    with pytest.raises(FileNotFoundError):
        open_content(DIGEST)


class Failing(io.BytesIO):
    """A file that fails to be read after its first bytes."""

    def read(self, size: int | None = -1) -> bytes:
        if self.tell():
            raise OSError("the disk is gone")
        return super().read(min(size, 100) if size and size > 0 else 100)


@pytest.mark.attack("breaking off an upload")
def test_what_breaks_on_its_way_leaves_nothing():
    with pytest.raises(OSError, match="the disk is gone"):
        put_content(DIGEST, Failing(CONTENT))
    assert (size_of(DIGEST), list(the_store().files(""))) == (None, [])


def test_ten_at_once_store_it_once():
    with ThreadPoolExecutor(10) as pool:
        list(pool.map(lambda _n: put_content(DIGEST, io.BytesIO(CONTENT)), range(10)))
    with open_content(DIGEST) as file:
        assert file.read() == CONTENT
    assert list(the_store().files("")) == [(storage_name(DIGEST), len(CONTENT))]


def imported(project: Project, tmp_path: Path):
    """Return the finished import of two items with one picture each."""
    archive = zipped(tmp_path / "m.zip", {"a.png": picture(), "b.png": picture(color=(9, 9, 9))})
    rows = b"item,image,system,output\none,a.png,Heron,A text.\ntwo,b.png,Heron,A text.\n"
    record = request_import(
        project=project,
        name="Pictures",
        table=ContentFile(rows, "pictures.csv"),
        archive=ContentFile(archive.read_bytes(), "m.zip"),
        options=ImportOptions(),
    )
    perform_import(import_id=record.pk)
    record.refresh_from_db()
    return record


@pytest.mark.django_db
def test_an_import_stores_its_media_and_verify_names_what_is_lost_and_left_over(tmp_path):
    assert imported(world.project(), tmp_path).state == "done"
    first, second = Medium.objects.order_by("pk")
    assert stored_sizes() == {first.sha256: first.size, second.sha256: second.size}
    delete_content(first.sha256)
    put_content(second.sha256, io.BytesIO(b"other"))
    put_content(DIGEST, io.BytesIO(CONTENT))
    problems = {check.name: list(check.offenders()) for check in checks(hashes=True)}
    name = f"medium {second.pk} ({second.original_name})"
    assert problems == {
        "media_there": [
            f"medium {first.pk} ({first.original_name}): no file {first.storage_name}",
            f"{name}: 5 bytes instead of {second.size}",
        ],
        "media_unchanged": [f"{name}: the bytes have another hash"],
        "media_without_row": [f"file {storage_name(DIGEST)}"],
        "files_left_over": [],
        "media_shown_nowhere": [],
    }


def test_copies_go_both_ways_and_go_on_where_they_were(store, request, tmp_path, capsys):
    """A second run copies nothing, and a third run copies only the missing file."""
    put_content(DIGEST, io.BytesIO(CONTENT))
    other = hashlib.sha256(b"another").hexdigest()
    put_content(other, io.BytesIO(b"another"))
    default_storage.save("exports/1/a.csv", ContentFile(b"a,b"))
    to = f"file:{tmp_path / 'copy'}"
    if store == "in_folder":
        to = request.getfixturevalue("bucket_address")
    call_command("copy_media", to=to)
    call_command("copy_media", to=to, every_byte=True)
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"3 files copied ({len(CONTENT) + 10:,} bytes), 0 were already there")
    assert second.startswith("0 files copied (0 bytes), 3 were already there")
    target = store_of(to)
    assert list(target.files("")) == list(the_store().files(""))
    target.delete(storage_name(other))
    call_command("copy_media", to=to)
    assert capsys.readouterr().out.startswith("1 files copied (7 bytes), 2 were already there")
    put_content(other, io.BytesIO(b"changed"))
    target.delete(storage_name(other))
    with pytest.raises(CommandError, match=f"{other} has the SHA-256"):
        call_command("copy_media", to=to)
    assert storage_name(other) not in dict(target.files(""))


def test_browsers_may_be_sent_to_a_bucket_for_an_hour(store, request, settings):
    """Only GET is redirected, with the site's content type, and ranges come from the bucket."""
    if store == "in_bucket":
        address = request.getfixturevalue("bucket_address")
        endpoint = request.getfixturevalue("bucket_server").endpoint
        entry = store_at(f"{address}&redirect={endpoint}")
        settings.STORAGES = settings.STORAGES | {"default": entry}
    put_content(DIGEST, io.BytesIO(CONTENT))
    assert sent("HEAD") == (200, b"", WHOLE[2])
    response = media_response(RequestFactory().get("/"), DIGEST, "video/mp4", seconds=86400)
    if store == "in_folder":
        assert (response.status_code, b"".join(response.streaming_content)) == (200, CONTENT)
        return
    assert (response.status_code, response["Cache-Control"]) == (302, "private, max-age=1800")
    asked = Request(response["Location"], headers={"Range": "bytes=5-9"})
    with urlopen(asked) as reply:
        answer = reply.status, reply.read(), reply.headers["Content-Type"]
    assert answer == (206, CONTENT[5:10], "video/mp4")
    assert parse_qs(urlsplit(response["Location"]).query)["X-Amz-Expires"] == ["3600"]


def test_what_is_deleted_while_the_store_is_copied_is_left_out(tmp_path):
    for name in ("exports/a", "exports/b"):
        the_store().put(name, io.BytesIO(b"x"))
    steps = copy_files(the_store(), FolderStore(tmp_path))
    assert next(steps).name == "exports/a"
    the_store().delete("exports/b")
    assert [step.name for step in steps] == []
