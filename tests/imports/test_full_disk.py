"""Tests of uploads to a full disk: the message says what to do, and no file is left."""

import random
import resource
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile, TemporaryUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from core.errors import RateroomError
from stimuli.imports import ImportOptions, perform_import, request_import
from stimuli.imports.running import NO_ROOM
from stimuli.models import Dataset, DatasetImport
from tests import world
from tests.imports.makers import LONG, csv_bytes, zipped

KIB = 1024
SMALL, LARGE = 300 * KIB, 3 * KIB * KIB  # kept in memory while it arrives; not so
TABLE = csv_bytes(LONG)
IMPORT = "/admin/batches/new/"


@contextmanager
def room(size: int):
    """Limit the size of this process's files, so that the system refuses to write more, as on a
    full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def noise(size: int) -> bytes:
    return random.Random(size).randbytes(size)


def left() -> list[str]:
    """Return the paths of all files and folders in the imports folder of the storage."""
    root = Path(default_storage.location)
    return sorted(str(path.relative_to(root)) for path in root.glob("imports/*"))


@pytest.fixture
def arrivals(settings, tmp_path):
    """The temporary folder for uploads."""
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path
    return tmp_path


@pytest.fixture
def send(project, arrivals):
    """Return a function that posts the import form as a browser does: `send(archive=b"…")`."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(world.researcher(project))
    client.get(IMPORT)

    def one(table: bytes = TABLE, archive: bytes = b"", **headers):
        form = {
            "action": "upload",
            "project": project.pk,
            "table": [SimpleUploadedFile("scenes.csv", table)],
            "csrfmiddlewaretoken": client.cookies["csrftoken"].value,
        }
        if archive:
            form["table"].append(SimpleUploadedFile("m.zip", archive))
        return client.post(IMPORT, form, **headers)

    return one


def test_the_temporary_folder_is_full(send, arrivals):
    with room(SMALL):
        answer = send(archive=noise(LARGE))
    page = answer.content.decode()
    assert answer.status_code == 507
    assert "could not save these files in its temporary folder (File too large)" in page
    assert "Free up space in that folder" in page
    assert (
        len(answer.wsgi_request.environ["wsgi.input"]) == 0
    )  # the browser could send it all, and so reads the answer
    assert (list(arrivals.iterdir()), left(), DatasetImport.objects.count()) == ([], [], 0)


def test_its_last_bytes_find_no_room(send, arrivals):
    with room(LARGE - 1):
        answer = send(archive=noise(LARGE))
    assert (
        answer.status_code,
        list(arrivals.iterdir()),
        left(),
        DatasetImport.objects.count(),
    ) == (507, [], [], 0)


def test_it_is_said_in_the_persons_language(send):
    with room(SMALL):
        answer = send(archive=noise(LARGE), HTTP_ACCEPT_LANGUAGE="de")
    assert "temporären Ordner" in answer.content.decode()


@pytest.mark.parametrize(("table", "archive"), [(SMALL, 0), (SMALL // 4, SMALL)])
def test_the_media_folder_is_full(send, table, archive):
    with room(SMALL // 2):
        answer = send(noise(table), noise(archive))
    said = "The files could not be written (File too large). Nothing was imported. Make room in the media folder"
    assert (answer.status_code, said in answer.content.decode()) == (200, True)
    assert (left(), DatasetImport.objects.count()) == ([], 0)


def test_with_room_again_it_is_taken(send, arrivals):
    with room(LARGE):
        answer = send(archive=noise(LARGE))
    record = DatasetImport.objects.get()
    assert answer["Location"] == f"/admin/batches/new/files/{record.pk}/"
    assert [Path(file.name).name for file in (record.table, record.archive)] == [
        "scenes.csv",
        "m.zip",
    ]
    assert (record.table.read(), record.archive.read(), list(arrivals.iterdir())) == (
        TABLE,
        noise(LARGE),
        [],
    )


def test_an_end_that_was_cut_off_on_the_way_from_another_disk(project, settings):
    memory = Path("/dev/shm")  # noqa: S108 - another disk is what this is about
    settings.FILE_UPLOAD_TEMP_DIR = memory
    if not memory.is_dir() or memory.stat().st_dev == Path(default_storage.location).stat().st_dev:
        pytest.skip("The temporary files are on the only disk there is.")
    with TemporaryUploadedFile("scenes.csv", "text/csv", LARGE, None) as table:
        table.write(noise(LARGE))
        table.seek(0)
        with room(LARGE - 10), pytest.raises(RateroomError, match="Make room in the media folder"):
            request_import(
                project=project, name="Scenes", table=table, archive=None, options=ImportOptions()
            )
    assert (left(), DatasetImport.objects.count()) == ([], 0)


def test_an_archive_that_cannot_be_unpacked_for_want_of_room_is_not_called_broken(
    project, tmp_path
):
    archive = zipped(tmp_path / "m.zip", {"a.mp4": noise(17 * KIB * KIB)}).read_bytes()
    record = request_import(
        project=project,
        name="Clips",
        table=ContentFile(b"item,video,system,output\none,a.mp4,Heron,A text.\n", "clips.csv"),
        archive=ContentFile(archive, "m.zip"),
        options=ImportOptions(),
    )
    with room(SMALL):
        perform_import(import_id=record.pk)
    record.refresh_from_db()
    assert (record.state, record.problems) == ("failed", [NO_ROOM.format(reason="File too large")])
    assert Dataset.objects.count() == 0


def test_the_command_says_so_too(project, tmp_path):
    archive = zipped(tmp_path / "m.zip", {"a.mp4": noise(17 * KIB * KIB)})
    table = tmp_path / "clips.csv"
    table.write_bytes(b"item,video,system,output\none,a.mp4,Heron,A text.\n")
    with room(SMALL), pytest.raises(CommandError) as caught:
        call_command("import_dataset", table, project=project.name, name="Clips", media=archive)
    assert str(caught.value) == NO_ROOM.format(reason="File too large")
    assert Dataset.objects.count() == 0
