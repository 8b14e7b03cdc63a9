"""A folder of backups. It has the stored files, named by hash and shared by all backups, and one
folder for each backup.

    files/ab/<sha256>[.age]      a stored file, once
    backups/<time>/              manifest.json[.age], its hash, database.dump[.age],
                                 files.jsonl[.age] (name, hash and size of each file),
                                 hashes.txt (the names under files/ that this backup needs)

A file is written under a temporary name and renamed when it is complete. The folder of a backup
gets its final name last.
"""

import contextlib
import fcntl
import hashlib
import heapq
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from local.backups.errors import BackupError
from local.backups.sealing import SUFFIX, Content, Key

PRIVATE = 0o077  # umask for files with mode 0600 and folders with mode 0700
UNFINISHED = ".unfinished"
MANIFEST, DATABASE, FILES = "manifest.json", "database.dump", "files.jsonl"
HASHES, KEYS = "hashes.txt", "keys.txt"
NEW = f"new{UNFINISHED}"


@dataclass(frozen=True)
class Folder:
    """The folder of backups at `path`. If `key` is given, files added to the folder are
    encrypted."""

    path: Path
    key: Key | None

    @property
    def suffix(self) -> str:
        return SUFFIX if self.key else ""

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Create the folder if necessary, and lock it during the block, so that no second backup
        runs. New files can be read only by the account that runs this process.

        Raises BackupError if another backup is running, or if the folder already has backups with
        different keys.
        """
        umask = os.umask(PRIVATE)
        try:
            with self._locked():
                yield
        finally:
            os.umask(umask)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = (self.path / ".lock").open("a")
        except OSError as error:
            message = f"The folder {self.path} cannot be written to: {error.strerror}."
            raise BackupError(message) from error
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BackupError(
                    f"Another backup to {self.path} is running.", remedy="Wait until it is done."
                ) from None
            self._same_keys()
            shutil.rmtree(self.path / "backups" / NEW, ignore_errors=True)  # left by a killed run
            for draft in self.path.glob(f"files/{NEW}*"):
                draft.unlink()
            yield

    def _same_keys(self) -> None:
        path = self.path / KEYS
        now = "".join(f"{public}\n" for public in (self.key.public if self.key else []))
        if not path.exists():
            path.write_text(now)
        elif path.read_text() != now:
            raise BackupError(
                f"The backups in {self.path} and the new one do not use the same encryption keys.",
                remedy="Use the same key file, or back up to a new folder. Keep the old folder and "
                "its key.",
            )

    def blob(self, sha256: str, suffix: str | None = None) -> Path:
        """Return the path of the file with this hash. The file may not exist yet."""
        name = f"{sha256}{self.suffix if suffix is None else suffix}"
        return self.path / "files" / sha256[:2] / name

    def begin(self) -> Path:
        """Create the folder of a new backup, and return its path."""
        draft = self.path / "backups" / NEW
        draft.mkdir(parents=True)
        return draft

    def finish(self, draft: Path, moment: datetime) -> Path:
        """Rename the finished backup to its final name, which sorts by time. Return its path."""
        path = draft.with_name(f"{moment:%Y-%m-%dT%H-%M-%S.%f}Z")
        draft.rename(path)
        sync(path.parent)
        return path

    def names(self) -> list[str]:
        """Return the names of the complete backups, the oldest first."""
        listed = (self.path / "backups").glob("*")
        return sorted(each.name for each in listed if each.suffix != UNFINISHED)

    def backup(self, name: str) -> Path:
        """Return the folder of the backup `name`, or of the newest backup if `name` is "". Raises
        BackupError if there is no such backup."""
        names = self.names()
        if not names:
            raise BackupError(f"There is no backup in {self.path}.")
        if name and name not in names:
            raise BackupError(
                f"There is no backup {name} in {self.path}.",
                remedy=f"Available backups: {', '.join(names)}.",
            )
        return self.path / "backups" / (name or names[-1])

    def keep(self, number: int) -> tuple[int, int]:
        """Delete all backups except the newest `number`, and the files that only these backups
        needed. Return the numbers of deleted backups and deleted files."""
        doomed = self.names()[:-number]
        for name in doomed:
            shutil.rmtree(self.path / "backups" / name)
        return len(doomed), self._sweep() if doomed else 0

    def _sweep(self) -> int:
        """Delete the files that no backup needs, and return their number. The files and the lists
        of needed hashes are read in the same order, so that they need not fit in memory."""
        with contextlib.ExitStack() as stack:
            lists = [
                stack.enter_context((self.path / "backups" / name / HASHES).open())
                for name in self.names()
            ]
            needed = (line.strip() for line in heapq.merge(*lists))
            wanted = next(needed, "")
            removed = 0
            for path in self._blobs():
                while wanted and wanted < path.name:
                    wanted = next(needed, "")
                if path.name != wanted:
                    path.unlink()
                    removed += 1
        return removed

    def _blobs(self) -> Iterator[Path]:
        for folder in sorted((self.path / "files").glob("*")):
            yield from sorted(folder.iterdir())


def write_whole(path: Path, fill: Callable[[IO[bytes]], Content]) -> Content:
    """Write a file through the function `fill`, and return the function's result. The file appears
    at `path` only when it is complete and on the disk. Raises OSError if it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}{UNFINISHED}")
    try:
        with draft.open("wb") as file:
            content = fill(file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return content


def sync(folder: Path) -> None:
    """Write the folder's directory entries to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def part(backup: Path, name: str) -> Path:
    """Return the path of the backup's file `name`, which may be encrypted. Raises BackupError if it
    is missing."""
    for path in (backup / name, backup / f"{name}{SUFFIX}"):
        if path.exists():
            return path
    raise BackupError(f"The backup {backup.name} has no {name}.", remedy="Copy the backup again.")


def hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
