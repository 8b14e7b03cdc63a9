"""Work in a child process with limited memory. The child can be stopped from outside, and a failure
of the child does not affect the parent."""

import ctypes
import json
import logging
import mmap
import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from django.db import OperationalError, connection, connections

from core.database.outages import AWAY

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.5
GRACE_SECONDS = 10  # seconds between asking a child to stop and killing it
CURRENT_BYTES = 400
MESSAGE_LETTERS = 4000
PR_SET_PDEATHSIG = 1
# If a child is killed, the server ends its SQL statement and releases its locks within this time.
NOTICE_LOST_CLIENT = "set client_connection_check_interval = '500ms'"

_current: mmap.mmap | None = None


class Stopped(KeyboardInterrupt):
    """Raised in the child process when it must stop. It is a KeyboardInterrupt, because psycopg
    then cancels the running SQL statement."""


class ChildDied(Exception):
    """Raised when a signal killed the child process while it was working on `current`. `current` is
    "" if the child did not report what it was working on."""

    def __init__(self, number: int, current: str) -> None:
        super().__init__(
            f"The child process was ended by {name_of(number)}; it was at "
            f"{current or 'its beginning'}."
        )
        self.number, self.current = number, current


class OutOfMemory(Exception):
    """Raised when the child process ran out of memory while it was working on `current`."""

    def __init__(self, current: str) -> None:
        super().__init__(f"The child process was out of memory at {current or 'its beginning'}.")
        self.current = current


class ChildFailed(Exception):
    """Raised when an unexpected error occurred in the child process. The log has the traceback."""


def name_of(number: int) -> str:
    with suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"


def now_at(current: str) -> None:
    """Record what this process is working on, for the parent's error message if this process dies.
    Outside a child process, this function does nothing."""
    if _current is not None:
        text = current.encode()[: CURRENT_BYTES - 1]
        _current[: len(text) + 1] = text + b"\0"


def run_in_child(
    work: Callable[[], bool | None], *, memory: int, wanted: Callable[[], bool]
) -> bool:
    """Run `work` in a child process with at most `memory` bytes beyond those of this process.
    Return whether `work` returned True.

    `wanted` is called twice a second. If it returns False, the child is stopped and the result is
    False. Raises ChildDied, OutOfMemory, ChildFailed, and OperationalError if the child lost its
    database connection. If another exception, such as a time limit, leaves this function, the child
    is also stopped.
    """
    global _current  # noqa: PLW0603 - the child finds it where `now_at` looks
    connections.close_all()  # parent and child must not share a connection
    reading, writing = os.pipe()
    with mmap.mmap(-1, CURRENT_BYTES) as current:
        _current, parent = current, os.getpid()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            _be_child(work, memory, writing, parent)
        _current = None
        os.close(writing)
        child = _Child(pid, reading, current)
        try:
            while not child.ended(POLL_SECONDS):
                if not wanted():
                    return False
            return child.result()
        finally:
            child.end()


class _Child:
    """The parent's view of the child. `reading` is the pipe for the child's last message."""

    def __init__(self, pid: int, reading: int, current: mmap.mmap) -> None:
        self.pid, self.reading, self._current = pid, reading, current
        self.status: int | None = None
        self.words = b""

    @property
    def current(self) -> str:
        return self._current[:].split(b"\0", 1)[0].decode(errors="replace")

    def ended(self, seconds: float) -> bool:
        """Wait for at most `seconds`, and return whether the child has ended."""
        if not select.select([self.reading], [], [], seconds)[0]:
            return False
        while piece := os.read(self.reading, 1 << 16):
            self.words += piece
        _pid, self.status = os.waitpid(self.pid, 0)
        return True

    def result(self) -> bool:
        """Return whether the work in the child, which has ended, returned True. Raises ChildDied,
        OutOfMemory, ChildFailed or OperationalError if the work failed."""
        if not self.words:
            raise ChildDied(os.WTERMSIG(self.status or 0), self.current)
        outcome, text = json.loads(self.words)
        if outcome == "away":
            raise OperationalError(text)
        if outcome == "memory":
            raise OutOfMemory(self.current)
        if outcome == "failed":
            raise ChildFailed(text)
        return bool(outcome == "true")

    def end(self) -> None:
        """Stop the child if it is still running. The child first gets a short time to clean up."""
        try:
            if self.status is None:
                os.kill(self.pid, signal.SIGTERM)
                deadline = time.monotonic() + GRACE_SECONDS
                while not (over := self.ended(0.1)) and time.monotonic() < deadline:
                    pass
                if not over:
                    os.kill(self.pid, signal.SIGKILL)
                    _pid, self.status = os.waitpid(self.pid, 0)
        finally:
            os.close(self.reading)


def _be_child(work: Callable[[], bool | None], memory: int, writing: int, parent: int) -> NoReturn:
    outcome, text = "failed", ""
    try:
        signal.signal(signal.SIGTERM, _stop)
        # Ignore the signals of the terminal and of the parent's time limit.
        for number in (signal.SIGINT, signal.SIGUSR1):
            signal.signal(number, signal.SIG_IGN)
        _die_with(parent)
        _limit_memory(memory)
        with connection.cursor() as cursor:
            cursor.execute(NOTICE_LOST_CLIENT)
        outcome = "true" if work() else "done"
    except Stopped:
        outcome = "stopped"
    except MemoryError:
        outcome = "memory"
    except AWAY as error:
        outcome, text = "away", str(error)
    except BaseException as error:
        logger.exception("A task's child process failed.")
        text = f"{type(error).__name__}: {error}"
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        with suppress(BaseException):
            connections.close_all()
        with suppress(BaseException):
            os.write(writing, json.dumps([outcome, text[:MESSAGE_LETTERS]]).encode())
        for stream in (sys.stdout, sys.stderr):
            with suppress(BaseException):
                stream.flush()
        os._exit(0)


def _stop(*_args: object) -> NoReturn:
    raise Stopped


def _die_with(parent: int) -> None:
    """Have the kernel kill this process when its parent dies (Linux only). If the parent is already
    dead, exit at once."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _limit_memory(memory: int) -> None:
    """Limit the memory of this process to `memory` bytes beyond its current use. If the kernel does
    not report the current use, no limit is set."""
    with suppress(FileNotFoundError):
        import resource

        has = re.search(r"VmData:\s+(\d+) kB", Path("/proc/self/status").read_text())
        if has:
            limit = int(has[1]) * 1024 + memory
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
