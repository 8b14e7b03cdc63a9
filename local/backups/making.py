"""Creating a backup while people work.

First the stored files are copied. Then the database is dumped from a snapshot, and the files that
the snapshot names but that were not copied yet are added. A file is always stored before the row
that names it is committed, so every file of the snapshot exists by then. Files that are deleted in
the meantime were copied before. The backup thus has every file that it names, and no one has to
wait for it.
"""

import heapq
import json
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from django.core.files.storage import default_storage
from django.db import OperationalError, connection

from annotation import __version__
from local.backups import database, stored_files
from local.backups.errors import BackupError
from local.backups.folder import (
    DATABASE,
    FILES,
    HASHES,
    MANIFEST,
    NEW,
    Folder,
    hash_of,
    sync,
    write_whole,
)
from local.backups.manifest import (
    Manifest,
    Part,
    applied_migrations,
    row_counts,
    secret_key_fingerprint,
)
from local.backups.sealing import Content, Key, seal
from local.backups.stored_files import StoredFile
from people.personal_data import erased_list

REPORT_SECONDS = 5.0


@dataclass(frozen=True)
class Made:
    """A finished backup: its folder, its manifest, and the number of files copied for it. `deleted`
    has the numbers of deleted old backups and of deleted files."""

    path: Path
    manifest: Manifest
    copied: int
    deleted: tuple[int, int]


def make_backup(
    *, path: Path, key: Key | None, keep: int | None, say: Callable[[str], object]
) -> Made:
    """Add a backup to the folder at `path`, then delete all backups except the newest `keep`.
    Delete none if `keep` is None. Return the finished backup.

    Raises BackupError if the backup fails. Earlier backups then do not change.
    """
    database.refuse_pooler()
    folder = Folder(path, key)
    with folder.alone():
        try:
            copier = _Copier(folder, say)
            copier.copy_all(stored_files.media())
            copier.copy_others()
            draft = folder.begin()
            manifest = _write_backup(folder, draft, copier)
            finished = folder.finish(draft, manifest.taken_at)
            _list_erased(path)
        except OSError as error:
            raise BackupError(
                f"The folder {path} cannot be written to, or a stored file cannot be read: {error}."
            ) from error
        except OperationalError as error:
            raise BackupError(
                f"The database could not be read: {str(error).strip()}.",
                remedy="Check the database's log and the free space on its disk.",
            ) from error
        deleted = folder.keep(keep) if keep else (0, 0)
    return Made(finished, manifest, copier.copied, deleted)


def _list_erased(folder: Path) -> None:
    """Add the people whose data was deleted to the list next to the backups. Restoring an older
    backup reads this list to delete the data again."""
    path = folder / erased_list.NAME
    if people := erased_list.erased_people() - erased_list.read(path):
        erased_list.append(path, people)


def _write_backup(folder: Folder, draft: Path, copier: "_Copier") -> Manifest:
    """Write all files of the backup for one snapshot of the database, and return the manifest."""
    with database.snapshot() as name:
        moment = datetime.now(UTC)
        copier.say("Reading the database ...")
        with database.dump(name) as stream:
            dumped = write_whole(
                draft / f"{DATABASE}{folder.suffix}", lambda file: seal(stream, file, folder.key)
            )
        copier.say(f"Database: {megabytes(dumped.size)}.")
        rows, migrations = row_counts(), applied_migrations()
        listed = _write_list(folder, draft, copier)
    manifest = Manifest(
        version=__version__,
        taken_at=moment,
        postgresql=str(connection.pg_version),  # type: ignore[attr-defined]
        migrations=migrations,
        rows=rows,
        database=_part(dumped),
        files=_part(listed),
        number_of_files=copier.listed,
        bytes_of_files=copier.listed_bytes,
        missing=copier.missing,
        secret_key=secret_key_fingerprint(),
    )
    _write_manifest(folder, draft, manifest)
    return manifest


def _write_list(folder: Folder, draft: Path, copier: "_Copier") -> Content:
    """Write the list of the snapshot's files, and the list of their hashes. Return the hash and
    size of the first list. Each file is copied before its line is written."""
    copier.copy_others()
    with tempfile.TemporaryFile("w+b", dir=draft) as lines, (draft / HASHES).open("w") as hashes:
        for file, content in copier.needed():
            entry = {"name": file.name, "sha256": content.sha256, "size": content.size}
            lines.write(json.dumps(entry).encode() + b"\n")
            hashes.write(f"{content.sha256}{folder.suffix}\n")
        lines.seek(0)
        return write_whole(
            draft / f"{FILES}{folder.suffix}", lambda file: seal(lines, file, folder.key)
        )


def _write_manifest(folder: Folder, draft: Path, manifest: Manifest) -> None:
    """Write the manifest last, because it has the hashes of the other files. A separate file next
    to it has the hash of the manifest."""
    text = manifest.model_dump_json(indent=2).encode() + b"\n"
    path = draft / f"{MANIFEST}{folder.suffix}"

    def fill(file: IO[bytes]) -> Content:
        with tempfile.TemporaryFile() as written:
            written.write(text)
            written.seek(0)
            return seal(written, file, folder.key)

    write_whole(path, fill)
    (draft / f"{MANIFEST}.sha256").write_text(f"{hash_of(path)}  {path.name}\n")
    sync(draft)


def _part(content: Content) -> Part:
    return Part(sha256=content.sha256, size=content.size)


@dataclass
class _Copier:
    """A copier of stored files. It copies each content only once, and reports its progress."""

    folder: Folder
    say: Callable[[str], object]
    looked_at: int = 0
    copied: int = 0
    copied_bytes: int = 0
    listed: int = 0
    listed_bytes: int = 0
    missing: list[str] = field(default_factory=list)
    # Held in memory, because uploads and exports are few. The list of media can be too long for
    # that.
    other_files: dict[str, Content] = field(default_factory=dict)
    reported: float = field(default_factory=time.monotonic)

    def copy_all(self, files: Iterable[StoredFile]) -> None:
        for file in files:
            if not self.folder.blob(file.sha256).exists():
                self.copy(file)
            self.report()
        self.say(self.progress())

    def copy_others(self) -> None:
        """Copy the stored files that are not media and were not copied yet. Such a file never
        changes."""
        for file in stored_files.others():
            if file.name not in self.other_files and (content := self.copy(file)):
                self.other_files[file.name] = content
            self.report()

    def copy(self, file: StoredFile) -> Content | None:
        """Copy the file, and return its hash and size. Return None if the file no longer exists or
        its content has the wrong hash."""
        # Write to a temporary file: the name is the hash, which is known only after reading
        # everything.
        draft = self.folder.path / "files" / NEW
        try:
            with default_storage.open(file.name) as source:
                content = write_whole(draft, lambda target: seal(source, target, self.folder.key))
        except FileNotFoundError:
            return None
        if file.sha256 and content.sha256 != file.sha256:
            draft.unlink()
            return None
        path = self.folder.blob(content.sha256)
        path.parent.mkdir(exist_ok=True)
        draft.replace(path)
        self.copied += 1
        self.copied_bytes += content.size
        return content

    def needed(self) -> Iterator[tuple[StoredFile, Content]]:
        """Yield every file of the snapshot with its hash and size, in the order of the hashes."""
        others = sorted(
            ((content.sha256, name, content) for name, content in self.other_files.items()),
            key=lambda each: each[:2],
        )
        rest = ((sha256, StoredFile(name, sha256), content) for sha256, name, content in others)
        for _sha256, file, content in heapq.merge(self._media(), rest, key=lambda each: each[0]):
            self.listed += 1
            self.listed_bytes += content.size
            yield file, content

    def _media(self) -> Iterator[tuple[str, StoredFile, Content]]:
        for file in stored_files.media():
            there = self.folder.blob(file.sha256).exists()
            if not there and self.copy(file) is None:
                self.missing.append(file.name)
                continue
            yield file.sha256, file, Content(file.sha256, file.size)
            self.report()

    def report(self) -> None:
        self.looked_at += 1
        if time.monotonic() - self.reported > REPORT_SECONDS:
            self.reported = time.monotonic()
            self.say(self.progress())

    def progress(self) -> str:
        return (
            f"Files: {self.looked_at:,} checked, {self.copied:,} copied "
            f"({megabytes(self.copied_bytes)})."
        )


def megabytes(size: int) -> str:
    """Return a size in bytes as text, in megabytes."""
    return f"{size / 1e6:,.1f} MB"
