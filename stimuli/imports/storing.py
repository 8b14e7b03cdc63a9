"""Storing of an import's data: media and staged rows are stored in one transaction."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import IO, Any

from django.db.backends.utils import CursorWrapper

from core.database.bulk import analyze, unchecked_keys
from core.database.sql import SQLValue, load
from people.models import Project
from stimuli.cleaning import clean_copy
from stimuli.media.errors import MediaError
from stimuli.media.files import MediaSource, hash_of
from stimuli.models import Dataset
from stimuli.room import NoRoomLeft, locked_room, no_room
from stimuli.store import delete_content, put_content, size_of
from stimuli.store.errors import StoreAway

logger = logging.getLogger(__name__)

# The id of a lock that is held from storing the first file until the commit, so that no import
# deletes a file that another import relies on.
STORING_LOCK = 7_302_114_301

_sql = partial(load, "stimuli/imports/sql/storing.sql")


def insert_rows(
    cursor: CursorWrapper, dataset: Dataset, systems: Iterable[str], media_fields: Iterable[str]
) -> None:
    """Insert the staged items and outputs into the dataset without checking foreign keys. The keys
    are valid, because they come from joins and from the caller that created the dataset. Checking
    every key would take longer than the rest of an import."""
    values: dict[str, SQLValue] = {
        "dataset": dataset.pk,
        "systems": sorted(systems),
        "media_fields": [*media_fields],
    }
    with unchecked_keys(cursor):
        cursor.execute(_sql("systems"), values)
        cursor.execute(_sql("system_ids"), values)
        names, ids = zip(*cursor.fetchall(), strict=True)
        cursor.execute(_sql("items"), values)
        cursor.execute(_sql("outputs"), {"system_names": [*names], "system_ids": [*ids]})


def analyze_rows() -> None:
    """Update PostgreSQL's statistics of the columns used in searches. A sample of 9,000 items is
    enough to find the largest datasets. A sample of 3,000 outputs is enough, because outputs are
    searched by item."""
    analyze("stimuli_item (id, dataset_id, external_id), stimuli_itemmedium", detail=30)
    analyze("stimuli_output (id, item_id, system_id), stimuli_outputmedium", detail=10)


def insert_media(cursor: CursorWrapper, dataset: Dataset) -> int:
    """Insert the media and link them to items and outputs. Return the number of different media."""
    values = {"project": dataset.project_id, "dataset": dataset.pk}
    cursor.execute("analyze import_medium")
    for name in ("media", "item_media", "output_media"):
        cursor.execute(_sql(name, stored=_sql("stored")), values)
    cursor.execute(_sql("media_count"))
    return int(cursor.fetchone()[0])


@dataclass(frozen=True)
class Beyond:
    """The first staged file that exceeds the project's storage limit, and the row that names it."""

    row: int
    field: str
    error: NoRoomLeft


def beyond_room(cursor: CursorWrapper, project: Project, *, apart_from: int) -> Beyond | None:
    """Return the first file that exceeds the project's storage limit, or None if all staged media
    fit. Until the transaction ends, no other transaction can store files in the project.
    `apart_from` is the size in bytes of the archive that contains the media. The archive does not
    count towards the limit."""
    room = locked_room(project, apart_from=apart_from)
    if room.left is None:
        return None
    cursor.execute(_sql("staged"), {"project": project.pk, "left": room.left})
    size, row, field, name = cursor.fetchone()
    return None if row is None else Beyond(row, field, no_room(room, int(size), where=name))


@contextmanager
def stored_media(
    cursor: CursorWrapper, source: MediaSource | None, pool: Executor
) -> Iterator[None]:
    """Store the staged media files unchanged, and copies of them without metadata tags. If the
    block fails, delete the newly stored files. Raises NotStored if the media store cannot save a
    file."""
    cursor.execute("select pg_advisory_xact_lock(%s)", [STORING_LOCK])
    cursor.execute(_sql("files"))
    vault = Vault(source)
    try:
        _store_all(vault, cursor.fetchall(), pool)
        yield
        # Check deferred constraints now, while the new files can still be deleted.
        cursor.execute("set constraints all immediate")
        cursor.execute("set constraints all deferred")
    except BaseException:
        pool.shutdown(cancel_futures=True)  # so that no thread stores a file after `clear`
        vault.clear()
        raise


class NotStored(Exception):
    """Raised if the media store cannot save the file with this hash. The exception's `__cause__`
    says why."""

    def __init__(self, sha256: str) -> None:
        super().__init__(sha256)
        self.sha256 = sha256


def _store_all(vault: "Vault", files: Sequence[Sequence[Any]], pool: Executor) -> None:
    stored = pool.map(lambda file: vault.store(*file), files)
    for _key, _content_type, sha256, *_more in files:
        try:
            next(stored)
        except StoreAway as error:
            raise NotStored(sha256) from error


def place_of(cursor: CursorWrapper, sha256: str) -> tuple[int, str, str]:
    """Return the row, the field and the name of the first reference to the file with this hash."""
    cursor.execute(_sql("place"), {"sha256": sha256})
    row: tuple[int, str, str] = cursor.fetchone()
    return row


class Vault:
    """A store of files by SHA-256 in the default storage. It records which files it has added, so
    that they can be deleted."""

    def __init__(self, source: MediaSource | None) -> None:
        self.source, self._new, self._lock = source, list[str](), Lock()

    def store(
        self,
        key: str,
        content_type: str,
        sha256: str,
        size: int,
        clean_sha256: str | None = None,
        clean_size: int | None = None,
    ) -> None:
        """Store the file, and its copy without metadata tags, unless they exist. Raises MediaError
        if the file differs from the file that was checked."""
        wanted = {sha256: size, **({clean_sha256: clean_size} if clean_sha256 else {})}
        # A different size means that the file is incomplete. Early versions did not write files
        # atomically.
        missing = [sha for sha, length in wanted.items() if size_of(sha) != length]
        if not missing:
            return
        assert self.source is not None  # noqa: S101 - only a source gives hashes
        with self.source.open(key) as file:
            self._save(key, sha256, file, missing)
            if clean_sha256 in missing:
                _tags, copy = clean_copy(file, content_type)
                with copy or file:
                    self._save(key, clean_sha256, copy or file, missing)

    def _save(self, key: str, sha256: str, file: IO[bytes], missing: list[str]) -> None:
        if hash_of(file) != sha256:
            what = f"{key} changed during the import."
            raise MediaError(what, remedy="Import again when the file no longer changes.")
        if sha256 in missing:
            with self._lock:
                self._new.append(sha256)
            put_content(sha256, file)

    def clear(self) -> None:
        """Delete the files that this vault added. `manage.py verify` lists files that could not be
        deleted."""
        for sha256 in self._new:
            try:
                delete_content(sha256)
            except StoreAway:
                logger.exception("The files of a failed import could not be deleted.")
                return
