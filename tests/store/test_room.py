"""Tests of a project's storage limit: computed from rows, and enforced before anything is written,
even with two imports at once."""

import threading

import pytest
from django.core.files.base import ContentFile
from django.db import connections, transaction
from django.template.defaultfilters import filesizeformat
from django.test import Client
from django.urls import reverse

from core.errors import RateroomError
from people.models import Project
from stimuli import room
from stimuli.imports import ImportOptions, perform_import, request_import
from stimuli.models import Dataset, DatasetImport, Medium
from stimuli.room import Room, require_room, room_of
from stimuli.store import the_store
from tests import world
from tests.imports.makers import filed, load, picture, problems, table, zipped

HEADER = ["item", "image", "system", "output"]
RED, BLUE = picture(color=(200, 0, 0)), picture(color=(0, 0, 200))
TABLE = b"item,image,system,output\none,red.png,Heron,A text.\n"
REMEDY = (
    "Delete unused datasets, import smaller files, or ask the site administrator for more space."
)


@pytest.fixture(autouse=True)
def _own_storage(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "storage"


@pytest.fixture
def limit(monkeypatch):
    """A function that sets the project's storage limit in bytes."""

    def to(size: int) -> None:
        monkeypatch.setattr(room, "allowed_bytes", lambda _project: size)

    return to


def words(new: int, allowed: int, left: int) -> str:
    sizes = [filesizeformat(size) for size in (new, allowed, left)]
    return f"The files need {sizes[0]}, but the project has only {sizes[2]} left of its {sizes[1]}."


def paths(tmp_path, **pictures: bytes):
    """Return the paths of a table with one item per picture and of the folder with the pictures."""
    rows = [HEADER, *([name, f"{name}.png", "Heron", "A text."] for name in pictures)]
    media = filed(tmp_path / "m", {f"{name}.png": data for name, data in pictures.items()})
    return table(tmp_path, rows), media


@pytest.mark.django_db
def test_media_and_uploads_count_and_a_file_once(tmp_path):
    owner = world.project()
    path, media = paths(tmp_path, red=RED, blue=BLUE)
    load(owner, path, media, name="One")
    load(owner, path, media, name="Two")
    assert room_of(owner) == Room(len(RED) + len(BLUE), 50 * room.GIB)
    archive = zipped(tmp_path / "m.zip", {"red.png": RED}).read_bytes()
    record = request_import(
        project=owner,
        name="Three",
        table=ContentFile(TABLE, "t.csv"),
        archive=ContentFile(archive, "m.zip"),
        options=ImportOptions(),
    )
    assert room_of(owner).used == len(RED) + len(BLUE) + len(TABLE) + len(archive)
    perform_import(import_id=record.pk)
    assert room_of(owner).used == len(RED) + len(BLUE) + len(TABLE)


@pytest.mark.django_db
def test_an_import_is_refused_at_the_row_that_goes_beyond(tmp_path, limit):
    owner = world.project()
    path, media = paths(tmp_path, red=RED, blue=BLUE)
    limit(len(RED) + len(BLUE) - 1)
    said = words(len(RED) + len(BLUE), len(RED) + len(BLUE) - 1, len(RED) + len(BLUE) - 1)
    assert problems(owner, path, media) == [f"row 3, column `image`: {said} {REMEDY}"]
    assert (list(the_store().files("")), Dataset.objects.count()) == ([], 0)
    limit(len(RED) + len(BLUE))
    load(owner, path, media)
    limit(0)
    load(owner, path, media, name="The same again")


@pytest.mark.django_db
def test_an_upload_is_refused_before_it_is_stored(limit):
    owner = world.project()
    limit(len(TABLE) - 1)
    with pytest.raises(RateroomError) as caught:
        request_import(
            project=owner,
            name="Pictures",
            table=ContentFile(TABLE, "t.csv"),
            archive=None,
            options=ImportOptions(),
        )
    said = words(len(TABLE), len(TABLE) - 1, len(TABLE) - 1)
    assert str(caught.value) == f"t.csv: {said} {REMEDY}"
    assert (list(the_store().files("")), DatasetImport.objects.count()) == ([], 0)


@pytest.mark.django_db
def test_the_archive_that_media_come_from_does_not_count_beside_them(tmp_path, limit):
    owner = world.project()
    archive = zipped(tmp_path / "m.zip", {"red.png": RED}).read_bytes()
    limit(len(TABLE) + len(archive))
    assert len(RED) < len(archive) < 2 * len(RED) + len(TABLE)
    record = request_import(
        project=owner,
        name="Pictures",
        table=ContentFile(TABLE, "t.csv"),
        archive=ContentFile(archive, "m.zip"),
        options=ImportOptions(),
    )
    perform_import(import_id=record.pk)
    record.refresh_from_db()
    assert (record.state, record.problems, room_of(owner).left) == (
        "done",
        [],
        len(archive) - len(RED),
    )


@pytest.mark.attack("importing two files at once")
@pytest.mark.django_db(transaction=True)
def test_two_imports_at_once_do_not_go_beyond_together(tmp_path, limit):
    """Each import alone fits into the limit, but both together do not."""
    owner = world.project()
    limit(len(RED) + 1)
    outcomes, ready = [], threading.Barrier(2)
    sources = []
    for name, data in (("red", RED), ("blue", BLUE)):
        folder = tmp_path / name
        folder.mkdir()
        sources.append((name, *paths(folder, **{name: data})))

    def bring_in(name, path, media):
        try:
            ready.wait(30)
            load(owner, path, media, name=name)
            outcomes.append("done")
        except RateroomError:
            outcomes.append("refused")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=bring_in, args=source) for source in sources]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(outcomes) == ["done", "refused"]
    assert (Medium.objects.count(), len(list(the_store().files("")))) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_an_upload_waits_for_who_stores_and_then_says_so(monkeypatch):
    owner = world.project()
    monkeypatch.setattr("stimuli.imports.running.PATIENCE", 0.0)
    held, over = threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            require_room(owner, 1, where="an import")
            held.set()
            over.wait(30)
        connections.close_all()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(30)
    try:
        with pytest.raises(RateroomError, match="Other files are being stored"):
            request_import(
                project=owner,
                name="Pictures",
                table=ContentFile(TABLE, "t.csv"),
                archive=None,
                options=ImportOptions(),
            )
    finally:
        over.set()
        thread.join(30)


@pytest.mark.django_db
def test_the_project_page_shows_it_and_whoever_runs_the_site_sets_it(settings):
    settings.PROJECT_STORAGE_GB = 2
    owner = world.project()
    Medium.objects.create(project=owner, sha256="ab" * 32, size=512 * 1024**2)
    client, root = Client(), Client()
    client.force_login(world.owner(owner))
    root.force_login(world.person("root", is_superuser=True, is_staff=True))
    page = client.get(reverse("admin:project", args=[owner.pk])).content.decode()
    assert "Media and uploads: 512.0\xa0MB of 2.0\xa0GB" in page
    assert '<rect class="f-1" x="0.00%" width="25.00%"' in page
    address = reverse("admin:project_settings", args=[owner.pk])
    form = {"name": owner.name, "megapixels": owner.megapixels, "storage_gb": 7}
    for someone, expected in ((client, None), (root, 7)):
        assert someone.post(address, form).status_code == 302
        owner.refresh_from_db()
        assert owner.storage_gb == expected


@pytest.mark.parametrize(
    ("own", "site", "allowed"), [(None, 50, 50), (None, 0, None), (3, 50, 3), (0, 50, 0), (3, 0, 3)]
)
def test_the_limit_is_the_projects_own_else_the_sites(settings, own, site, allowed):
    settings.PROJECT_STORAGE_GB = site
    expected = None if allowed is None else allowed * room.GIB
    assert room.allowed_bytes(Project(storage_gb=own)) == expected
