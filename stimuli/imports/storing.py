"""The end of an import, in one transaction: media into the storage, everything staged into its
tables."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from threading import Lock
from typing import Any

from django.core.files import File
from django.core.files.storage import default_storage

from database.bulk import unchecked_keys
from people.models import Project
from stimuli.imports.media import hash_of
from stimuli.imports.sources import MediaError, MediaSource
from stimuli.models import Dataset, Medium

# Held from the first file stored to the commit, so that no import takes away a file that another
# one relies on.
STORING_LOCK = 7_302_114_301

FILES = (
    "select distinct on (sha256) source, sha256, size from import_medium where sha256 is not null "
    "order by sha256"
)
# What an import has the server look at. What is long and never searched is left to the server
# itself.
ANALYZED = (
    "stimuli_item (id, dataset_id, external_id), stimuli_output (id, item_id, system_id), "
    "stimuli_itemmedium"
)
ITEMS = """
    insert into stimuli_item (id, dataset_id, external_id, fields)
    select i.id, %(dataset)s, i.item, coalesce(f.fields, i.raw::jsonb)
      from import_item i left join import_field f on f.row = i.row
"""
SYSTEMS = (
    "insert into stimuli_system (dataset_id, name) select %(dataset)s, unnest(%(systems)s::text[])"
)
# The cells are read in their order and held against hashes of the items and of the systems, so that
# the ids of outputs follow the table.
OUTPUTS = """
    insert into stimuli_output (item_id, system_id, text)
    select i.id, s.id, c.text from import_cell c join import_item i on i.item = c.item
      join (select id, name from stimuli_system where dataset_id = %(dataset)s) s
        on s.name = c.system
"""
MEDIA = """
    insert into stimuli_medium (project_id, sha256, url, original_name, content_type, size, width,
        height, seconds)
    select distinct on (sha256, url) %(project)s::bigint, sha256, url, name, content_type, size,
           width, height, seconds
      from import_medium order by sha256, url, name
    on conflict do nothing
"""
# By content, then by link: joined with "or", each medium would be held against every other.
ITEM_MEDIA = " union all ".join(
    f"""
    select i.id as item_id, w.field, m.id as medium_id from import_item_medium w
      join import_item i on i.row = w.row
      join import_medium c on c.source = w.source and c.kind = w.kind
      join stimuli_medium m on m.project_id = %(project)s and m.{same} = c.{same}
    """
    for same in ("sha256", "url")
)
ITEM_MEDIA = (
    f"insert into stimuli_itemmedium (item_id, field, medium_id) {ITEM_MEDIA} order by item_id, "
    "field"
)
MEDIA_COUNT = "select count(distinct coalesce(sha256, url)) from import_medium"


def insert_rows(cursor: Any, dataset: Dataset, systems: Iterable[str]) -> None:
    """The staged items and outputs as the dataset's. Their keys hold by the joins, and by who made
    the dataset."""
    values = {"dataset": dataset.pk, "systems": sorted(systems)}
    with unchecked_keys(cursor):
        for statement in (SYSTEMS, ITEMS, OUTPUTS):
            cursor.execute(statement, values)


def insert_media(cursor: Any, project: Project) -> int:
    """The media, and which item shows which. Returns how many different ones there are."""
    values = {"project": project.pk}
    cursor.execute("analyze import_item_medium, import_medium")
    cursor.execute(MEDIA, values)
    cursor.execute(ITEM_MEDIA, values)
    cursor.execute(MEDIA_COUNT)
    return int(cursor.fetchone()[0])


@contextmanager
def stored_media(cursor: Any, source: MediaSource | None, pool: Executor) -> Iterator[None]:
    """The staged files in the storage, byte for byte. Those that were not there before go again if
    the body fails."""
    cursor.execute("select pg_advisory_xact_lock(%s)", [STORING_LOCK])
    cursor.execute(FILES)
    vault = _Vault(source)
    try:
        for _stored in pool.map(vault.store, cursor.fetchall()):
            pass
        yield
        # Deferred constraints speak now, while the files can still be taken away.
        cursor.execute("set constraints all immediate")
        cursor.execute("set constraints all deferred")
    except BaseException:
        pool.shutdown(cancel_futures=True)  # so that no thread stores a file after the clearing
        vault.clear()
        raise


class _Vault:
    """Files in the default storage under their SHA-256, and which of them are new."""

    def __init__(self, source: MediaSource | None) -> None:
        self.source, self._new, self._lock = source, list[str](), Lock()

    def store(self, file: Sequence[Any]) -> None:
        key, sha256, size = file
        name = Medium(sha256=sha256).storage_name
        if default_storage.exists(name):
            if default_storage.size(name) == size:
                return
            default_storage.delete(name)  # what a killed import left behind half-written
        self._save(key, sha256, name)

    def _save(self, key: str, sha256: str, name: str) -> None:
        assert self.source is not None  # noqa: S101 - only a source gives hashes
        with self.source.open(key) as handle:
            if hash_of(handle) != sha256:
                raise MediaError(
                    f"{key} changed during the import.", remedy="Import again when it is at rest."
                )
            handle.seek(0)
            with self._lock:
                self._new.append(name)
            default_storage.save(name, File(handle))

    def clear(self) -> None:
        for name in self._new:
            default_storage.delete(name)
