"""Snapshots of exports. They are stored byte for byte under their SHA-256, so that papers can cite
them."""

import hashlib
import tempfile
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from django.core.files import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import QuerySet

from hits.exports.choice import ExportChoice
from hits.exports.streams import export_pieces
from hits.models import Batch, ExportSnapshot
from people.acts import record
from people.models import Act, User

SNAPSHOTS = "exports"  # the folder of the snapshots' files


@dataclass(frozen=True)
class Written:
    """The hash of a written file, and its size in bytes."""

    sha256: str
    size: int


@dataclass
class Counted:
    """The pieces of an export. `rows` is the number of rows, which is known only after all pieces
    have been read."""

    pieces: Generator[bytes, None, int]
    rows: int = 0

    def __iter__(self) -> Iterator[bytes]:
        self.rows = yield from self.pieces


@transaction.atomic
def make_snapshot(
    *,
    batch: Batch,
    choice: ExportChoice,
    by: User | None,
    tell: Callable[[int], None] | None = None,
) -> ExportSnapshot:
    """Store the current export as a snapshot, and return it. If a snapshot with the same bytes
    exists, return that snapshot. While the file is written, `tell` is called with the number of
    bytes so far."""
    export = Counted(export_pieces(batch, choice))
    with tempfile.TemporaryFile() as file:
        written = _write(file, export, tell)
        return _kept(
            file,
            written,
            ExportSnapshot(
                batch=batch,
                form=choice.file_format,
                parameters=choice.parameters(),
                rows=export.rows,
                created_by=by,
            ),
        )


@transaction.atomic
def erase_from_snapshots(
    *, batch: Batch, assignments: Collection[int], by: User | None
) -> list[ExportSnapshot]:
    """Remove the rows of these assignments from all of the batch's snapshots, and return the new
    snapshots.

    Each snapshot with such rows is replaced with a new one under a new hash, which lists the
    removed assignments. The old file is deleted. A repeated call changes nothing.
    """
    from hits.exports.erasing import without_rows  # imported here because it loads Parquet

    new = []
    for snapshot in _with_files(batch).select_for_update():
        with default_storage.open(snapshot.file) as old, tempfile.TemporaryFile() as file:
            remaining = without_rows(old, snapshot.form, frozenset(assignments))
            written = _write(file, remaining.pieces())
            if remaining.erased:
                replacement = ExportSnapshot(
                    batch=batch,
                    form=snapshot.form,
                    parameters=snapshot.parameters,
                    rows=remaining.rows,
                    replaces=snapshot,
                    erased=sorted(remaining.erased),
                    created_by=by,
                )
                new.append(_kept(file, written, replacement))
                _forget_file(snapshot)
    return new


def _with_files(batch: Batch) -> QuerySet[ExportSnapshot]:
    return ExportSnapshot.objects.filter(batch=batch).exclude(file="").order_by("pk")


def _write(
    file: IO[bytes], pieces: Iterable[bytes], tell: Callable[[int], None] | None = None
) -> Written:
    content, size = hashlib.sha256(), 0
    for piece in pieces:
        file.write(piece)
        content.update(piece)
        size += len(piece)
        if tell:
            tell(size)
    file.seek(0)
    return Written(content.hexdigest(), size)


def _kept(file: IO[bytes], written: Written, snapshot: ExportSnapshot) -> ExportSnapshot:
    """Store the file and its snapshot, record this in the activity, and return the snapshot. If the
    batch has a snapshot with the same bytes, return that one."""
    same = _with_files(snapshot.batch).filter(sha256=written.sha256).first()
    if same is not None:
        return same
    name = f"{SNAPSHOTS}/{snapshot.batch_id}/{written.sha256}.{snapshot.form}"
    if not default_storage.exists(name):
        name = default_storage.save(name, File(file))
    snapshot.sha256, snapshot.size, snapshot.file = written.sha256, written.size, name
    snapshot.save()
    record(
        snapshot.created_by,
        Act.Verb.EXPORTED,
        snapshot.batch,
        before={"sha256": snapshot.replaces.sha256} if snapshot.replaces else None,
        after=_noted(snapshot),
    )
    return snapshot


def _noted(snapshot: ExportSnapshot) -> dict[str, object]:
    noted = ExportChoice.of(snapshot.parameters).noted() | {"sha256": snapshot.sha256}
    return noted | {"erased": snapshot.erased} if snapshot.erased else noted


def _forget_file(snapshot: ExportSnapshot) -> None:
    name = snapshot.file
    snapshot.file = ""
    snapshot.save(update_fields=["file"])

    def delete() -> None:
        with suppress(FileNotFoundError):
            default_storage.delete(name)

    transaction.on_commit(delete)
