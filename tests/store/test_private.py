"""Tests of file permissions: other users of the machine cannot read stored files, whatever the
umask was at start."""

import io
import os
import stat
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.core.management import call_command

from hits.exports import ExportChoice
from hits.exports.snapshots import make_snapshot
from stimuli.imports import ImportOptions, perform_import, request_import
from stimuli.models import DatasetImport, Medium
from tests import world
from tests.imports.makers import csv_bytes, picture, zipped

pytestmark = pytest.mark.django_db
ROWS = [["item", "image", "system", "output"], ["one", "a.png", "Heron", "A text."]]


@pytest.fixture(params=[0o000, 0o022])
def umask(request):
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, set[str]]:
    """Return the modes of all folders and of all files in `folder`, including its own."""
    found: dict[str, set[str]] = {"folders": set(), "files": set()}
    for path in (folder, *folder.rglob("*")):
        kind = "folders" if path.is_dir() else "files"
        found[kind].add(oct(stat.S_IMODE(path.stat().st_mode)))
    return found


def sent(name: str, content: bytes) -> TemporaryUploadedFile:
    """Return an upload that is stored on disk, as a large upload is."""
    file = TemporaryUploadedFile(name, "", len(content), None)
    file.write(content)
    file.seek(0)
    return file


@pytest.mark.attack("reading files as another user of the machine")
@pytest.mark.usefixtures("umask")
def test_nobody_else_reads_imports_media_and_exports(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "above" / "media"
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path
    project = world.project()
    archive = zipped(tmp_path / "m.zip", {"a.png": picture()}).read_bytes()
    upload = sent("m.zip", archive)
    assert stat.S_IMODE(Path(upload.temporary_file_path()).stat().st_mode) == 0o600
    record = request_import(
        project=project,
        name="Scenes",
        table=ContentFile(csv_bytes(ROWS), "scenes.csv"),
        archive=upload,
        options=ImportOptions(),
    )
    upload.close()
    stored = Path(settings.MEDIA_ROOT)
    assert len([path for path in stored.rglob("*") if path.is_file()]) == 2
    perform_import(import_id=record.pk)
    assert DatasetImport.objects.get().state == "done", DatasetImport.objects.get().problems
    assert Medium.objects.exists()
    batch = world.live_batch(project)
    world.rate(world.annotator(), batch)
    make_snapshot(batch=batch, choice=ExportChoice(), by=None)
    default_storage.save("reports/a.zip", ContentFile(b"PK"))
    assert {path.name for path in stored.iterdir()} >= {"media", "exports", "reports"}
    assert modes(stored.parent) == {"folders": {"0o700"}, "files": {"0o600"}}


@pytest.mark.attack("reading files as another user of the machine")
@pytest.mark.usefixtures("umask")
def test_a_folder_that_was_open_is_closed_at_the_next_start(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    (tmp_path / "media" / "exports" / "1").mkdir(parents=True, mode=0o755)
    call_command("prepare", stdout=io.StringIO())
    for folder in (tmp_path / "media", tmp_path / "media" / "exports"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
