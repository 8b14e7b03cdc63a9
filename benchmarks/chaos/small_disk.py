"""A small disk in memory that chaos runs can fill. It is a `tmpfs`, which only root can mount."""

import contextlib
import os
import subprocess
from pathlib import Path

import psycopg

SIZE = "8g"  # an upper limit; memory is used only as files are written
MOST_MEGABYTES = 3000  # more than the log files that PostgreSQL keeps for reuse


class CannotMount(Exception):
    """Raised if a disk cannot be mounted on this machine. The message gives the reason."""


class SmallDisk:
    """A mounted `tmpfs`. It can be shrunk while in use, so that it is full immediately."""

    def __init__(self, folder: Path) -> None:
        """Mount the disk at `folder`. Raises CannotMount with the reason."""
        self.folder = folder
        self._mount("--types", "tmpfs", "--options", f"size={SIZE},mode=711", "tmpfs")

    def fill(self) -> None:
        """Shrink the disk to the space that is in use, so that no free space is left."""
        room = os.statvfs(self.folder)
        self._mount("--options", f"remount,size={(room.f_blocks - room.f_bfree) * room.f_frsize}")

    def make_room(self) -> None:
        self._mount("--options", f"remount,size={SIZE}")

    def unmount(self) -> None:
        subprocess.run(["umount", "--lazy", self.folder], check=True)

    def _mount(self, *arguments: str) -> None:
        try:
            done = subprocess.run(
                ["mount", *arguments, self.folder], capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise CannotMount(f"mount: {error.strerror}") from error
        if done.returncode:
            raise CannotMount(done.stderr.strip())


def write_until_it_ends(database_url: str) -> None:
    """Write to the database's write-ahead log until the disk is full and the database server stops.
    Raises AssertionError if the server does not stop."""
    with (
        contextlib.suppress(psycopg.OperationalError),
        psycopg.connect(database_url, autocommit=True) as connection,
    ):
        for _megabyte in range(MOST_MEGABYTES):
            connection.execute("select pg_logical_emit_message(false, 'x', repeat('x', 1000000))")
        raise AssertionError(f"The database took {MOST_MEGABYTES} MB on a full disk.")
