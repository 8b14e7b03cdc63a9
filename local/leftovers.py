"""A lock that allows only one run of Rateroom per data folder, and ways to end processes left over
from a run that was killed."""

import contextlib
import fcntl
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

from local.postgres_folder import postmaster
from local.processes import CannotStart, Child, end, is_running, say

CLOCK_SECONDS = 1.0  # maximum difference between two readings of a process's start time
RESTORE, RESTORE_NOTES = "restore", "restore.json"
FAST_SHUTDOWN = ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0))


@contextlib.contextmanager
def only_one(var: Path, address: str, *, beside: str) -> Iterator[None]:
    """Hold the folder's lock during the block. The operating system releases the lock however this
    process ends. Raises CannotStart if another run holds the lock. `beside` is the command to start
    Rateroom in another folder."""
    var.mkdir(parents=True, exist_ok=True)
    with (var / "run.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise CannotStart(
                "Rateroom is already running from this folder: "
                f"{lock.read() or 'it is starting'}.\n"
                f"Stop it with Ctrl+C, or start another site in a folder of its own: {beside}"
            ) from None
        lock.truncate(0)
        lock.write(f"process {psutil.Process().pid}, {address}")
        lock.flush()
        yield


def remember(var: Path, children: list[Child]) -> bool:
    """Record the started processes, so that the next run can end exactly these processes if this
    run is killed. If the disk is full, keep the previous record and return False."""
    records = [
        {
            "name": child.name,
            "pid": child.process.pid,
            "created": child.created,
            "ending": child.program.ending,
        }
        for child in children
    ]
    try:
        write_whole(var / "run.json", json.dumps(records))
    except OSError:
        return False
    return True


def end_leftovers(var: Path) -> None:
    """End the processes left over from a killed run, last started first. Then end any PostgreSQL
    server that still uses our data folder, and delete the records."""
    for entry in reversed(_noted(var / "run.json")):
        if process := _same_process(entry):
            say(f"Ending {entry['name']} (process {process.pid}), left by a run that was killed.")
            end(
                process,
                tuple((signal.Signals(number), seconds) for number, seconds in entry["ending"]),
            )
    if server := postmaster((var / "postgres").resolve()):
        say(f"Ending postgres (process {server.pid}), left by a run that was killed.")
        end(server, FAST_SHUTDOWN)
    forget(var)


def running(var: Path, name: str, notes: str = "run.json") -> psutil.Process | None:
    """Return the running process `name` that a run in this folder recorded in the file `notes`.
    Return None if there is no such process."""
    processes = [_same_process(entry) for entry in _noted(var / notes) if entry["name"] == name]
    return processes[0] if processes else None


def is_supervised(var: Path) -> bool:
    """Return whether a run of Rateroom holds the folder's lock."""
    with contextlib.suppress(FileNotFoundError), (var / "run.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def is_restoring(var: Path) -> bool:
    """Return whether a running restore has requested that the site in this folder stop."""
    return running(var, RESTORE, RESTORE_NOTES) is not None


@contextlib.contextmanager
def site_stopped(var: Path) -> Iterator[None]:
    """Request that the run in this folder stop the site during the block. The site starts again
    when the block or this process ends. Raises CannotStart if another restore is running."""
    if is_restoring(var):
        raise CannotStart("Another restore is running. Wait until it has finished.")
    process = psutil.Process()
    note = {"name": RESTORE, "pid": process.pid, "created": process.create_time()}
    write_whole(var / RESTORE_NOTES, json.dumps([note]))
    try:
        yield
    finally:
        (var / RESTORE_NOTES).unlink(missing_ok=True)


def _noted(path: Path) -> list[dict[str, Any]]:
    try:
        return json.loads(path.read_text())
    except (FileNotFoundError, ValueError):
        return []


def _same_process(entry: dict[str, Any]) -> psutil.Process | None:
    try:
        process = psutil.Process(entry["pid"])
        same = abs(process.create_time() - entry["created"]) < CLOCK_SECONDS
        return process if same and is_running(process) else None
    except psutil.NoSuchProcess:
        return None


def forget(var: Path) -> None:
    """Delete the record of the processes and the addresses of the services."""
    (var / "run.json").unlink(missing_ok=True)
    (var / "services.json").unlink(missing_ok=True)


def write_whole(path: Path, text: str) -> None:
    """Write a file that only its owner can read. The file appears at `path` only when it is
    complete."""
    draft = path.with_name(path.name + ".new")
    draft.touch(mode=0o600)
    draft.write_text(text)
    draft.replace(path)
