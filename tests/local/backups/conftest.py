"""A site in use, its backup, and an empty database to restore into."""

import contextlib
import io
from collections.abc import Iterator

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import connection
from psycopg import sql

from hits.review.decisions import approve_assignments, reject_assignments
from local.backups.sealing import make_key
from stimuli.models import ItemMedium, Medium
from tests import media, world


@pytest.fixture
def instance(transactional_db, settings, tmp_path):
    """A live batch with real images and with approved and rejected responses. A stored file is not
    a medium."""
    settings.MEDIA_ROOT = tmp_path / "site"
    owner = world.project(money="50.00", name="Study")
    data = world.dataset(owner, items=4)
    ItemMedium.objects.update(medium=media.picture(owner, "navy"))
    Medium.objects.filter(sha256="ab" * 32).delete()
    batch = world.live_batch(owner, data, annotators_per_hit=2)
    approved, rejected = (world.rate(world.annotator(), batch) for _turn in range(2))
    approve_assignments(batch=batch, ids=[approved.pk], by=None)
    reject_assignments(batch=batch, ids=[rejected.pk], reason="Empty.", by=None)
    default_storage.save("exports/1/table.csv", ContentFile(b"HIT,Answer\n"))
    return batch


@pytest.fixture
def run():
    """Return a function that runs a management command and returns its output."""

    def command(name: str, *arguments: object) -> str:
        out = io.StringIO()
        call_command(name, *map(str, arguments), stdout=out)
        return out.getvalue()

    return command


@pytest.fixture
def key(tmp_path):
    """The paths of a private key file and its public key file."""
    private, public = tmp_path / "private", tmp_path / "public"
    public.write_text(make_key(private))
    return private, public


@pytest.fixture
def elsewhere(settings, tmp_path):
    """Return a context manager in which the site uses an empty database and empty file storage."""

    @contextlib.contextmanager
    def block() -> Iterator[None]:
        home = connection.settings_dict["NAME"]
        name = f"{home}_restored"
        _execute("drop database if exists {}", name)
        _execute("create database {}", name)
        media_root, settings.MEDIA_ROOT = settings.MEDIA_ROOT, tmp_path / "elsewhere"
        _go_to(name)
        try:
            yield
        finally:
            _go_to(home)
            settings.MEDIA_ROOT = media_root
            ContentType.objects.clear_cache()
            _execute("drop database {}", name)

    return block


def _go_to(database: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = database


def _execute(statement: str, database: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL(statement).format(sql.Identifier(database)))
