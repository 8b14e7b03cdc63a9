"""The servers of a benchmark: PostgreSQL, Valkey, the floor and Rateroom. They run in their own
folder and are stopped by process id. The floor and Rateroom each have two workers of eight threads
and a pool of eight connections. They share one PostgreSQL server, which writes every commit to disk
before confirming it. Rateroom uses the project's gunicorn settings, and the floor uses gunicorn's
defaults."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from benchmarks.browser import loopback
from local.embedded import Service, start_postgres, start_valkey
from local.processes import CannotStart, Child, Program
from local.programs import ROOT, WEB, environment

PATIENCE = 60
WORKERS, THREADS = 2, 8
FLOOR_WEB = ["gunicorn", "--config", "benchmarks/floor/gunicorn_conf.py", "benchmarks.floor.wsgi"]


@dataclass(frozen=True)
class Site:
    """A web server at the URL `base`, and the session keys of its annotators."""

    name: str
    base: str
    sessions: list[str]
    process: Child


@dataclass(frozen=True)
class Bench:
    """The servers that `running` starts. They stop when its context ends."""

    folder: Path
    database: str  # address of Rateroom's database
    redis: str
    floor_database: str
    floor: Site
    rateroom: Site


@contextlib.contextmanager
def running(*, annotators: int = 64) -> Iterator[Bench]:
    """Start all servers, with sessions for `annotators` people on the floor and on Rateroom. Set up
    Django in this process with Rateroom's database. Stop the servers at the end of the context."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))
    with contextlib.ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="rateroom-bench-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o711)  # under root, PostgreSQL runs as another user
        addresses = {
            "database": _serve(stack, start_postgres(folder / "postgres")),
            "redis": _serve(stack, start_valkey(folder / "valkey")),
        }
        floor_database = _make_floor_database(addresses["database"])
        env = environment(addresses) | _own_environment(folder, floor_database)
        _prepare(env)
        floor_env = env | {"DJANGO_SETTINGS_MODULE": "benchmarks.floor.settings"}
        floor = _site(stack, "floor", FLOOR_WEB, floor_env, folder, annotators)
        rateroom = _site(stack, "rateroom", WEB, env, folder, annotators)
        _set_up_django(env)
        yield Bench(folder, *addresses.values(), floor_database, floor, rateroom)


def _serve(stack: contextlib.ExitStack, service: Service) -> str:
    stack.callback(service.child.stop)
    wait(service.ready, service.child)
    return service.url


def _own_environment(folder: Path, floor_database: str) -> dict[str, str]:
    return {
        "FLOOR_DATABASE_URL": floor_database,
        "RATEROOM_VAR": str(folder),
        "MEDIA_ROOT": str(folder / "media"),
        "WEB_WORKERS": str(WORKERS),
        "WEB_THREADS": str(THREADS),
        "BIND": "127.0.0.1",
        "DEBUG": "false",
    }


def _make_floor_database(url: str) -> str:
    floor = urlunsplit(urlsplit(url)._replace(path="/floor"))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("create database floor")
    return floor


def _prepare(env: Mapping[str, str]) -> None:
    """Create the database tables of both servers, and collect Rateroom's static files."""
    python = sys.executable
    _run([python, "manage.py", "prepare"], env)
    floor_env = {**env, "DJANGO_SETTINGS_MODULE": "benchmarks.floor.settings"}
    _run([python, "-m", "django", "migrate", "--verbosity", "0"], floor_env)
    with psycopg.connect(env["FLOOR_DATABASE_URL"], autocommit=True) as connection:
        connection.execute((ROOT / "benchmarks" / "floor" / "tables.sql").read_text())


def _run(command: list[str], env: Mapping[str, str]) -> str:
    done = subprocess.run(
        command, cwd=ROOT, env=dict(env), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CannotStart(f"{' '.join(command[1:])} failed:\n{done.stderr}")
    return done.stdout


def _site(
    stack: contextlib.ExitStack,
    name: str,
    web: list[str],
    env: Mapping[str, str],
    folder: Path,
    annotators: int,
) -> Site:
    keys = json.loads(_run([sys.executable, "-m", "benchmarks.sign_in", str(annotators)], env))
    base = f"http://127.0.0.1:{free_port()}"
    port = str(loopback(base)[1])
    command, log = [sys.executable, "-m", *web], folder / f"{name}.log"
    child = Child(Program(name, command, {**env, "PORT": port}, ROOT, log=log))
    stack.callback(child.stop)
    wait(lambda: _answers(base), child)
    return Site(name, base, keys, child)


def free_port() -> int:
    """Return the number of a free port on the loopback address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(base: str) -> bool:
    connection = http.client.HTTPConnection(*loopback(base), timeout=5)
    with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/accounts/login/")
        return connection.getresponse().status == http.client.OK
    return False


def wait(ready: Callable[[], bool], child: Child) -> None:
    deadline = time.monotonic() + PATIENCE
    while not ready():
        if not child.alive() or time.monotonic() > deadline:
            raise CannotStart(f"{child.name} did not start:\n{child.tail()}")
        time.sleep(0.05)


def _set_up_django(env: Mapping[str, str]) -> None:
    import django

    os.environ.update(env)
    django.setup()
