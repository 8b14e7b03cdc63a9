"""The end of an import, in one transaction: media into the storage, everything staged into its
tables."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import IO, Any

from django.core.files import File
from django.core.files.storage import default_storage

from database.bulk import unchecked_keys
from database.sql import load
from stimuli.cleaning import clean_copy
from stimuli.media.checks import hash_of
from stimuli.media.errors import MediaError
from stimuli.media.sources import MediaSource
from stimuli.models import Dataset, storage_name

# Held from the first file stored to the commit, so that no import takes away a file that another
# one relies on.
STORING_LOCK = 7_302_114_301

_sql = partial(load, "stimuli/imports/sql/storing.sql")
# What an import has the server look at. What is long and never searched is left to the server
# itself.
ANALYZED = (
    "stimuli_item (id, dataset_id, external_id), stimuli_output (id, item_id, system_id), "
    "stimuli_itemmedium, stimuli_outputmedium"
)


def insert_rows(
    cursor: Any, dataset: Dataset, systems: Iterable[str], media_fields: Iterable[str]
) -> None:
    """The staged items and outputs as the dataset's. Their keys hold by the joins, and by who made
    the dataset; to look up each would take longer than all the rest of an import."""
    values = {"dataset": dataset.pk, "systems": sorted(systems), "media_fields": [*media_fields]}
    with unchecked_keys(cursor):
        for name in ("systems", "items", "outputs"):
            cursor.execute(_sql(name), values)


def insert_media(cursor: Any, dataset: Dataset) -> int:
    """The media, and which item and output shows which. Returns how many different ones there
    are."""
    values = {"project": dataset.project_id, "dataset": dataset.pk}
    cursor.execute("analyze import_medium")
    for name in ("media", "item_media", "output_media"):
        cursor.execute(_sql(name, stored=_sql("stored")), values)
    cursor.execute(_sql("media_count"))
    return int(cursor.fetchone()[0])


@contextmanager
def stored_media(cursor: Any, source: MediaSource | None, pool: Executor) -> Iterator[None]:
    """The staged files in the storage, byte for byte, and their copies without tags. Those that
    were not there before go again if the body fails."""
    cursor.execute("select pg_advisory_xact_lock(%s)", [STORING_LOCK])
    cursor.execute(_sql("files"))
    vault = Vault(source)
    try:
        for _stored in pool.map(lambda file: vault.store(*file), cursor.fetchall()):
            pass
        yield
        # Deferred constraints speak now, while the files can still be taken away.
        cursor.execute("set constraints all immediate")
        cursor.execute("set constraints all deferred")
    except BaseException:
        pool.shutdown(cancel_futures=True)  # so that no thread stores a file after the clearing
        vault.clear()
        raise


class Vault:
    """Files in the default storage under their SHA-256, and which of them are new."""

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
        """Raises MediaError where the file is not any more what was checked."""
        wanted = {sha256: size, **({clean_sha256: clean_size} if clean_sha256 else {})}
        missing = [sha for sha, length in wanted.items() if not _is_stored(sha, length)]
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
            raise MediaError(what, remedy="Import again when it is at rest.")
        if sha256 in missing:
            with self._lock:
                self._new.append(storage_name(sha256))
            default_storage.save(storage_name(sha256), File(file))

    def clear(self) -> None:
        for name in self._new:
            default_storage.delete(name)


def _is_stored(sha256: str, size: int | None) -> bool:
    name = storage_name(sha256)
    if not default_storage.exists(name):
        return False
    if default_storage.size(name) == size:
        return True
    default_storage.delete(name)  # what a killed import left behind half-written
    return False
