"""Reading a backup: its manifest and its contents, with a check of every byte."""

import io
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from local.backups.errors import BackupError
from local.backups.folder import DATABASE, FILES, MANIFEST, Folder, hash_of, part
from local.backups.manifest import Manifest, read_manifest
from local.backups.sealing import Key, Writable, damaged, unseal

REPORT_SECONDS = 5.0


@dataclass(frozen=True)
class Entry:
    """A stored file in a backup: its name in the storage, its hash, and its size (0 if unknown)."""

    name: str
    sha256: str
    size: int


class _Nowhere:
    def write(self, data: bytes) -> int:
        return len(data)


@dataclass(frozen=True)
class Backup:
    """One backup in a folder. An encrypted backup needs the private key."""

    folder: Folder
    path: Path
    manifest: Manifest

    @classmethod
    def open(cls, path: Path, name: str, key: Key | None) -> "Backup":
        """Open the backup `name`, or the newest backup if `name` is "". Raises BackupError if there
        is no such backup, or if its manifest cannot be decrypted or was changed."""
        folder = Folder(path, key)
        backup = folder.backup(name)
        file = part(backup, MANIFEST)
        written = part(backup, f"{MANIFEST}.sha256").read_text(errors="replace").split()
        text = io.BytesIO()
        with file.open("rb") as source:
            unseal(source, text, key, name=file.name)
        if written != [hash_of(file), file.name]:
            raise damaged(file.name)
        return cls(folder, backup, read_manifest(text.getvalue()))

    def read_database(self, target: Writable) -> None:
        """Write the dump of the database to `target`. Raises BackupError if the dump was changed.
        Part of the dump may have been written by then."""
        self._read(part(self.path, DATABASE), target, self.manifest.database.sha256)

    def read_file(self, entry: Entry, target: Writable) -> None:
        """Write a stored file to `target`. Raises BackupError if the file is missing or was
        changed."""
        path = self.folder.blob(entry.sha256, part(self.path, MANIFEST).suffix.replace(".json", ""))
        if not path.exists():
            raise BackupError(
                f"The content of {entry.name} is missing from the backup: there is no file {path}.",
                remedy="The database was not changed. Copy this backup again, or restore an older "
                "one with --backup NAME.",
            )
        self._read(path, target, entry.sha256)

    @contextmanager
    def entries(self) -> Iterator[Iterator[Entry]]:
        """Yield an iterator over the backup's stored files, after checking the hash of their
        list."""
        with tempfile.TemporaryFile() as lines:
            self._read(part(self.path, FILES), lines, self.manifest.files.sha256)
            lines.seek(0)
            yield (Entry(**json.loads(line)) for line in lines)

    def check(self, say: Callable[[str], object]) -> None:
        """Read the whole backup to check it, without writing anything. Raises BackupError at the
        first file that is missing or was changed."""
        say(f"Checking the backup {self.path.name} ...")
        self.read_database(_Nowhere())
        with self.entries() as entries:
            for entry in reported(entries, "checked", self.manifest.number_of_files, say):
                self.read_file(entry, _Nowhere())

    def _read(self, path: Path, target: Writable, sha256: str) -> None:
        with path.open("rb") as source:
            content = unseal(source, target, self.folder.key, name=path.name)
        if content.sha256 != sha256:
            raise damaged(path.name)


def reported(
    entries: Iterator[Entry], verb: str, total: int, say: Callable[[str], object]
) -> Iterator[Entry]:
    """Yield the entries, and report the number processed every few seconds and at the end."""
    last, number = time.monotonic(), 0
    for entry in entries:
        yield entry
        number += 1
        if time.monotonic() - last > REPORT_SECONDS:
            last = time.monotonic()
            say(f"Files: {number:,} of {total:,} {verb}.")
    say(f"Files: {number:,} of {total:,} {verb}.")


def as_stored(backup: Backup, entry: Entry, file: IO[bytes]) -> None:
    """Write the content of the stored file to `file`, and go back to the beginning of `file`."""
    backup.read_file(entry, file)
    file.seek(0)
