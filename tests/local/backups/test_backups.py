"""Tests of backups: a restore brings back exactly what was backed up, or changes nothing."""

import os
import shutil
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from hits.models import Assignment, Batch
from hits.money.reconciliation import reconcile
from people.models import Erasure, Membership, Project, User
from people.personal_data.erasing import ask_erasure
from people.tasks import erase_person
from stimuli.models import Medium
from tests import media, world
from tests.store.test_private import modes


def stored() -> dict[str, bytes]:
    """Return the content of every stored file by its path."""
    root = Path(default_storage.location)
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
    }


def ledger() -> list[tuple[object, ...]]:
    return [(line.project, line.name, line.balance, line.difference) for line in reconcile()]


def blobs(folder: Path) -> set[str]:
    return {path.name for path in (folder / "files").rglob("*") if path.is_file()}


@pytest.mark.attack("reading a backup without its key")
def test_an_encrypted_backup_becomes_the_same_instance(instance, run, key, elsewhere, tmp_path):
    private, public = key
    before = ledger(), stored(), list(Assignment.objects.order_by("pk").values())
    said = run("backup", tmp_path / "backups", "--key-file", public)
    assert "2 files" in said
    assert all(name.endswith(".age") for name in blobs(tmp_path / "backups"))
    with elsewhere():
        said = run("restore", tmp_path / "backups", "--key-file", private)
        assert "checks passed" in said
        assert "SECRET_KEY is the same as for the backup" in said
        after = ledger(), stored(), list(Assignment.objects.order_by("pk").values())
        assert after == before
        annotate_one_more(Batch.objects.get(pk=instance.pk))


@pytest.mark.attack("reading files as another user of the machine")
@pytest.mark.usefixtures("instance")
def test_nobody_else_reads_a_backup_whatever_the_umask(run, tmp_path):
    folder = tmp_path / "backups"
    before = os.umask(0)
    try:
        run("backup", folder)
        assert os.umask(0) == 0  # the process has its own again
    finally:
        os.umask(before)
    assert modes(folder) == {"folders": {"0o700"}, "files": {"0o600"}}


def annotate_one_more(batch: Batch) -> None:
    """Check that the annotator can log in with the old password and claim a HIT."""
    browser = Client()
    answer = browser.post(reverse("account_login"), {"login": "ann", "password": world.PASSWORD})
    assert answer.status_code == 302
    answer = browser.post(f"/batches/{batch.pk}/start/", {"consent": "yes"})
    assert browser.get(answer["Location"]).status_code == 200
    assert Assignment.objects.filter(batch=batch, state=Assignment.State.CLAIMED).count() == 1


def test_a_file_is_copied_once_and_goes_with_the_last_backup_that_needs_it(instance, run, tmp_path):
    folder = tmp_path / "backups"
    run("backup", folder)
    first = blobs(folder)
    assert len(first) == 2
    media.picture(instance.project, "teal")
    default_storage.delete("exports/1/table.csv")
    said = run("backup", folder, "--keep", 1)
    assert "of which 1 were copied now" in said
    assert "Deleted: 1 older backups and 1 files." in said
    hashes = {each for each in Medium.objects.values_list("sha256", flat=True) if each}
    assert blobs(folder) == hashes
    assert len(hashes - first) == 1
    assert "is complete" in run("restore", folder, "--check")


def test_what_is_gone_at_its_source_is_named_and_the_rest_backed_up(instance, run, tmp_path):
    name = Medium.objects.get(project=instance.project).storage_name
    default_storage.delete(name)
    with pytest.raises(CommandError, match=f"not in the backup: {name}"):
        run("backup", tmp_path / "backups")
    assert "is complete" in run("restore", tmp_path / "backups", "--check")


@pytest.mark.attack("restoring a changed backup")
@pytest.mark.usefixtures("instance")
def test_nothing_is_restored_from_a_backup_that_is_not_whole(run, key, elsewhere, tmp_path):
    private, public = key
    run("backup", tmp_path / "plain")
    run("backup", tmp_path / "sealed", "--key-file", public)
    run("make_backup_key", tmp_path / "other")
    with elsewhere():
        for folder in (tmp_path / "plain", tmp_path / "sealed"):
            for number, path in enumerate(changeable(folder)):
                copy = tmp_path / f"{folder.name}{number}"
                shutil.copytree(folder, copy)
                damage(copy / path.relative_to(folder))
                refused(run, copy, private, "damaged|cannot be decrypted")
        sealed = tmp_path / "sealed"
        refused(run, sealed, tmp_path / "other", "cannot be decrypted with this private key")
        refused(run, sealed, public, "no private key is set")
        shutil.rmtree(tmp_path / "plain" / "files")
        refused(run, tmp_path / "plain", private, "is missing from the backup")
    with pytest.raises(CommandError, match="same encryption keys"):
        run("backup", sealed, "--key-file", tmp_path / "other")


def changeable(folder: Path) -> list[Path]:
    """Return all files of a backup that a restore reads."""
    unread = {"hashes.txt", "keys.txt", ".lock"}
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in unread)


def damage(path: Path) -> None:
    """Flip one bit in the middle of the file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def refused(run, folder: Path, key_file: Path, reason: str) -> None:
    """Check that restoring fails with `reason` and leaves the database and storage empty."""
    with pytest.raises(CommandError, match=reason):
        run("restore", folder, "--key-file", key_file)
    with connection.cursor() as cursor:
        assert connection.introspection.table_names(cursor) == []
    assert default_storage.exists("media") is False


def test_an_instance_that_holds_something_is_replaced_only_when_asked(
    instance, run, elsewhere, tmp_path
):
    folder = tmp_path / "backups"
    with pytest.raises(CommandError, match="There is no backup in"):
        run("restore", folder)
    run("backup", folder)
    with elsewhere():
        run("restore", folder)
        Project.objects.create(name="Later")
        with pytest.raises(CommandError, match="not empty. It contains 1 users and 2 projects"):
            run("restore", folder)
        assert Project.objects.count() == 2
        run("restore", folder, "--replace")
        assert [each.name for each in Project.objects.all()] == [instance.project.name]
        assert User.objects.count() == 1


@pytest.fixture
def data_folder(settings, tmp_path):
    """The folder with the list of deleted people."""
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    return settings.VAR_DIR


def erase(name: str) -> None:
    erasure = ask_erasure(
        user=User.objects.get(username=name),
        origin=Erasure.Origin.OWNER,
        texts=True,
        by=None,
        at=timezone.now(),
    )
    erase_person(erasure.pk)


@pytest.mark.attack("restoring a person who was deleted")
@pytest.mark.parametrize("list_is", ["in the data folder", "beside the backups"])
def test_people_deleted_since_the_backup_are_deleted_again(
    instance, run, elsewhere, tmp_path, data_folder, list_is
):
    folder, owner = tmp_path / "backups", world.owner(instance.project)
    run("backup", folder)
    first = next((folder / "backups").iterdir()).name
    erase("ann")
    if list_is == "beside the backups":
        run("backup", folder)
        (data_folder / "erased.jsonl").unlink()
    listed = (data_folder if list_is == "in the data folder" else folder) / "erased.jsonl"
    assert "ann" not in listed.read_text()
    assert modes(listed.parent)["files"] == {"0o600"}
    with elsewhere():
        assert "1 deleted again." in run("restore", folder, "--backup", first)
        names = set(User.objects.values_list("username", flat=True))
        assert {name.partition("-")[0] for name in names} == {"erased", owner.username}
        # The list still names them: a second restore of the same backup deletes them too.
        said = run("restore", folder, "--backup", first, "--replace")
        assert "1 deleted again." in said


@pytest.mark.usefixtures("data_folder")
def test_a_person_who_cannot_be_deleted_again_yet_waits(instance, run, elsewhere, tmp_path):
    role = Membership.objects.create(
        user=User.objects.get(username="ann"), project=instance.project, role="viewer"
    )
    run("backup", tmp_path / "backups")
    role.delete()
    erase("ann")
    with elsewhere():
        assert "0 deleted again. 1 more will be" in run("restore", tmp_path / "backups")
        assert Erasure.objects.get().waits
        Membership.objects.all().delete()
        erase_person(Erasure.objects.get().pk)
        assert Erasure.objects.get().done_at


@pytest.mark.usefixtures("instance")
def test_a_damaged_list_of_deleted_people_stops_the_restore(run, elsewhere, tmp_path, data_folder):
    run("backup", tmp_path / "backups")
    (data_folder / "erased.jsonl").write_text("{}\n")
    with elsewhere():
        refused(run, tmp_path / "backups", tmp_path / "none", "key file|Line 1 of the list")


@pytest.mark.usefixtures("instance")
def test_a_backup_of_another_version_is_refused(run, elsewhere, tmp_path):
    applied = MigrationRecorder(connection)
    for folder, change in (
        ("older", lambda: applied.record_unapplied("api", "0001_initial")),
        ("newer", lambda: applied.record_applied("api", "0999_later")),
        # Of an earlier version, whose database has each migration that is now one.
        ("replaced", lambda: applied.record_applied("analysis", "0005_metrics")),
    ):
        change()
        run("backup", tmp_path / folder)
        applied.record_applied("api", "0001_initial")
        applied.record_unapplied("api", "0999_later")
    with elsewhere():
        run("restore", tmp_path / "replaced")
        with pytest.raises(CommandError, match=r"older version.*api 0001_initial.*--migrate"):
            run("restore", tmp_path / "older")
        with pytest.raises(CommandError, match=r"does not have: api 0999_later"):
            run("restore", tmp_path / "newer")


@pytest.mark.usefixtures("instance")
def test_a_database_that_gives_up_fails_the_backup_in_a_sentence(run, tmp_path):
    with connection.cursor() as cursor:
        cursor.execute("set statement_timeout = '1ms'")
    try:
        with pytest.raises(CommandError, match="The database could not be read: canceling"):
            run("backup", tmp_path)
    finally:
        connection.close()


@pytest.mark.usefixtures("instance")
def test_a_failing_statement_leaves_the_database_as_it_was(run, tmp_path, monkeypatch):
    """An SQL error in the middle of a restore stands for any failure, such as a full disk."""
    run("backup", tmp_path / "backups")
    default_storage.save("later.txt", ContentFile(b"x"))
    before = Assignment.objects.count()
    monkeypatch.setattr(
        "local.backups.database.EMPTY", "drop table hits_assignment cascade; select 1/0"
    )
    with pytest.raises(CommandError, match="division by zero"):
        run("restore", tmp_path / "backups", "--replace")
    assert Assignment.objects.count() == before
