"""`make run`: start the embedded services, the site and its worker, and stop them all together.

`python -m annotation.supervise` runs everything; `python -m annotation.supervise services` only the services.
"""

import contextlib
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

import psutil

from annotation.embedded import CannotStart, start_postgres, start_valkey

ROOT = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("RATEROOM_VAR", ROOT / "var"))
PORT = int(os.environ.get("PORT", "8000"))
STOP_SECONDS = 20
CALM_SECONDS = 30  # a child that ran this long is restarted at once; one that dies sooner waits longer each time

_printing = threading.Lock()


def say(text: str, source: str = "run") -> None:
    with _printing:
        print(f"{source:>8} | {text}", flush=True)  # noqa: T201 - this is a terminal program


class Child:
    """One process of ours, in a session of its own so that Ctrl+C reaches only the supervisor."""

    def __init__(self, name: str, command: list[str], env: dict[str, str]) -> None:
        self.name, self.command, self.env = name, command, env
        self.failures = 0
        self.start()

    def start(self) -> None:
        self.started = time.monotonic()
        self.process = subprocess.Popen(  # noqa: S603 - our own command
            self.command,
            cwd=ROOT,
            env=self.env,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        threading.Thread(target=self._relay, args=(self.process.stdout,), daemon=True).start()

    def _relay(self, stream: TextIO) -> None:
        for line in stream:
            say(line.rstrip(), self.name)

    def restart_if_dead(self) -> None:
        if self.process.poll() is None:
            return
        self.failures = 0 if time.monotonic() - self.started > CALM_SECONDS else self.failures + 1
        pause = min(30, 2**self.failures) if self.failures else 0
        say(f"{self.name} ended with code {self.process.returncode}; starting it again in {pause} s.")
        time.sleep(pause)
        self.start()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(STOP_SECONDS)
        # Whatever is left of its session: workers of a master that was killed.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def refuse_taken_port() -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", PORT))
        except OSError:
            raise CannotStart(
                f"Port {PORT} is taken by another program. Choose another: PORT={PORT + 1} make run"
            ) from None


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Hold the folder's lock, so that two runs never share one database folder."""
    VAR.mkdir(parents=True, exist_ok=True)
    with (VAR / "run.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotStart(
                f"Rateroom already runs from this folder ({VAR}). Stop it there with Ctrl+C, or use RATEROOM_VAR."
            ) from None
        yield


def remember(processes: dict[str, int]) -> None:
    """Note what was started, so that a run after a kill -9 can end exactly these."""
    known = [
        {"name": name, "pid": pid, "created": psutil.Process(pid).create_time()} for name, pid in processes.items()
    ]
    (VAR / "run.json").write_text(json.dumps(known))


def end_orphans() -> None:
    """End what a killed run left behind: only processes that are the very ones it started."""
    try:
        known = json.loads((VAR / "run.json").read_text())
    except (FileNotFoundError, ValueError):
        return
    for entry in known:
        with contextlib.suppress(psutil.NoSuchProcess):
            process = psutil.Process(entry["pid"])
            if abs(process.create_time() - entry["created"]) < 1:
                say(f"Ending {entry['name']} left by a run that was killed (pid {process.pid}).")
                _end_tree(process)
    (VAR / "run.json").unlink(missing_ok=True)


def _end_tree(process: psutil.Process) -> None:
    family = [process, *process.children(recursive=True)]
    process.terminate()
    _gone, alive = psutil.wait_procs(family, timeout=10)
    for straggler in alive:
        with contextlib.suppress(psutil.NoSuchProcess):
            straggler.kill()


def write_addresses(addresses: dict[str, str]) -> None:
    """Where settings find the services; written whole or not at all."""
    draft = VAR / "services.json.new"
    draft.write_text(json.dumps(addresses))
    draft.replace(VAR / "services.json")


def start_services() -> tuple[dict[str, str], dict[str, int], list[Callable[[], None]]]:
    """Addresses, pids and stop functions of the services; those given by the environment are left alone."""
    addresses, pids, stops = {}, {}, []
    if given := os.environ.get("DATABASE_URL"):
        addresses["database"] = given
    else:
        postgres = start_postgres(VAR / "postgres")
        addresses["database"], pids["postgres"] = postgres.url, postgres.pid
        stops.append(postgres.stop)
    if given := os.environ.get("REDIS_URL"):
        addresses["redis"] = given
    else:
        valkey = start_valkey(VAR / "valkey")
        addresses["redis"], pids["valkey"] = valkey.url, valkey.pid
        stops.append(valkey.stop)
    write_addresses(addresses)
    return addresses, pids, stops


def environment(addresses: dict[str, str]) -> dict[str, str]:
    return {
        "HTTPS": "false",  # plain HTTP on the loopback address
        **os.environ,
        "DATABASE_URL": addresses["database"],
        "REDIS_URL": addresses["redis"],
        "DJANGO_SETTINGS_MODULE": "annotation.settings",
        "PYTHONUNBUFFERED": "1",
        "PORT": str(PORT),
    }


def manage(*arguments: str, env: dict[str, str]) -> None:
    done = subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=env, check=False)  # noqa: S603
    if done.returncode:
        raise CannotStart(f"`manage.py {arguments[0]}` failed; its message stands above.")


def start_children(env: dict[str, str]) -> list[Child]:
    python = [sys.executable, "-m"]
    web = [*python, "gunicorn", "-c", "annotation/gunicorn_conf.py", "annotation.wsgi"]
    celery = [*python, "celery", "-A", "annotation"]
    worker = [*celery, "worker", "--concurrency", env.get("WORKERS", "2"), "--loglevel", "INFO", "--without-mingle"]
    return [
        Child("web", web, env | {"DATABASE_POOL": env.get("WEB_THREADS", "8")}),
        Child("worker", worker, env),
        Child("beat", [*celery, "beat", "--loglevel", "WARNING"], env),
    ]


def wait_until_up(children: list[Child], seconds: float = 60) -> None:
    address, deadline = f"http://127.0.0.1:{PORT}/accounts/login/", time.monotonic() + seconds
    while time.monotonic() < deadline:
        if children[0].process.poll() is not None:
            raise CannotStart("The web server ended at once; its message stands above.")
        with (
            contextlib.suppress(OSError),
            urllib.request.urlopen(address, timeout=5),
        ):
            return
        time.sleep(0.1)
    raise CannotStart(f"The site did not answer on port {PORT} within {seconds:.0f} s.")


def announce() -> None:
    from hits.demo.accounts import ANNOTATOR, RESEARCHER

    lines = [
        "",
        f"Rateroom is ready:  http://127.0.0.1:{PORT}/",
        f"  researcher login: {RESEARCHER[0]} / {RESEARCHER[1]}   (builds batches at /admin/)",
        f"  annotator login:  {ANNOTATOR[0]} / {ANNOTATOR[1]}",
        "  Ctrl+C stops everything; the data stays in " + str(VAR),
        "",
    ]
    for line in lines:
        say(line)


def run(*, services_only: bool = False) -> None:
    """Run until Ctrl+C or SIGTERM. Raises CannotStart with the remedy."""
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_args: stopping.set())
    with only_one():
        end_orphans()
        if not services_only:
            refuse_taken_port()
        children: list[Child] = []
        addresses, pids, stops = start_services()
        try:
            remember(pids)
            if not services_only:
                children = start_site(addresses, pids)
            else:
                say("PostgreSQL and Valkey are running; Ctrl+C stops them.")
            while not stopping.wait(0.5):
                for child in children:
                    child.restart_if_dead()
        finally:
            say("Stopping.")
            for child in children:
                child.stop()
            for stop in stops:
                stop()
            (VAR / "services.json").unlink(missing_ok=True)
            (VAR / "run.json").unlink(missing_ok=True)


def start_site(addresses: dict[str, str], pids: dict[str, int]) -> list[Child]:
    env = environment(addresses)
    manage("migrate", "--verbosity", "0", env=env)
    manage("collectstatic", "--noinput", "--verbosity", "0", env=env)
    manage("load_demo", env=env)
    children = start_children(env)
    remember(pids | {child.name: child.process.pid for child in children})
    try:
        wait_until_up(children)
    except CannotStart:
        for child in children:
            child.stop()
        raise
    announce()
    return children


if __name__ == "__main__":
    try:
        run(services_only="services" in sys.argv[1:])
    except CannotStart as error:
        say(str(error))
        sys.exit(1)
