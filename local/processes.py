"""Child processes. Each has its own session, prints its lines under its name, and can be stopped. A
child that dies is restarted."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil

from annotation.environment import env_bool
from annotation.monitoring.json_lines import of_process

# A child that ran this long is restarted at once. If a child dies sooner, each pause before its
# restart is longer than the last.
CALM_SECONDS = 30
LONGEST_PAUSE = 10

_printing = threading.Lock()


class CannotStart(Exception):
    """Raised if a program cannot be started. The message says why and what to do."""


def say(text: str, source: str = "run") -> None:
    """Print a line of text with the name of its source, or as JSON if LOG_JSON is set. Do nothing
    if the terminal is closed."""
    line = of_process(text, source) if env_bool("LOG_JSON") else f"{source:>8} | {text}"
    with _printing, contextlib.suppress(OSError):
        if text or not env_bool("LOG_JSON"):
            print(line, flush=True)


@dataclass(frozen=True)
class Program:
    """The command of a child process and how to end it. `ending` lists the signals to send one
    after the other, with the seconds to wait after each. SIGKILL follows at the end."""

    name: str
    command: list[str]
    env: Mapping[str, str]
    folder: Path
    ending: tuple[tuple[signal.Signals, float], ...] = ((signal.SIGTERM, 15),)
    log: Path | None = None
    user: int | None = None
    group: int | None = None
    before: Callable[[], None] = lambda: None


class Child:
    """A running program. It does not receive Ctrl+C, because the supervisor ends its children in
    order."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.name = program.name
        self.failures = 0
        self.due: float | None = None
        self.start()

    def start(self) -> None:
        self.program.before()
        self.due = None
        self.started = time.monotonic()
        with contextlib.ExitStack() as stack:
            log = stack.enter_context(self.program.log.open("ab")) if self.program.log else None
            self.process = self._launch(log or subprocess.PIPE)
        self.created = psutil.Process(self.process.pid).create_time()
        if self.process.stdout:
            threading.Thread(target=self._relay, args=(self.process.stdout,), daemon=True).start()

    def _launch(self, out: int | IO[bytes]) -> subprocess.Popen[bytes]:
        program = self.program
        return subprocess.Popen(
            program.command,
            cwd=program.folder,
            env=dict(program.env),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            user=program.user,
            group=program.group,
            extra_groups=None if program.user is None else [],
        )

    def _relay(self, stream: IO[bytes]) -> None:
        for line in stream:
            if text := line.decode(errors="replace").rstrip():
                say(text, self.name)

    def tail(self, lines: int = 8) -> str:
        """Return the last lines of the program's log file, or "" if it has no log file."""
        log = self.program.log
        return "\n".join(log.read_text(errors="replace").splitlines()[-lines:]) if log else ""

    def alive(self) -> bool:
        return self.process.poll() is None

    def listens(self, port: int) -> bool:
        """Return whether this program, rather than another program, listens on the port."""
        with contextlib.suppress(psutil.NoSuchProcess):
            ports = psutil.Process(self.process.pid).net_connections("tcp")
            return any(each.status == "LISTEN" and each.laddr.port == port for each in ports)
        return False

    def revive(self) -> bool:
        """Restart the program if it has died and the delay before its restart is over. Return
        whether it was restarted. The delay grows with repeated failures."""
        if self.alive():
            return False
        if self.due is None:
            # The workers of a killed master process would keep its port
            kill_group(self.process.pid)
            calm = time.monotonic() - self.started > CALM_SECONDS
            self._try_again(ended(self.process.returncode), 0 if calm else self.failures + 1)
        if time.monotonic() < (self.due or 0):
            return False
        try:
            self.start()
        except (CannotStart, OSError) as error:  # an OSError can be, for example, a full disk
            self._try_again(str(error), self.failures + 1)
            return False
        return True

    def _try_again(self, reason: str, failures: int) -> None:
        self.failures = failures
        pause = min(LONGEST_PAUSE, 2 ** (failures - 1)) if failures else 0
        say(f"{self.name} ended unexpectedly ({reason}); starting it again in {pause} s.")
        self.due = time.monotonic() + pause

    def stop(self) -> None:
        """End the program and all other processes in its session, within a limited time."""
        if self.alive():
            end(psutil.Process(self.process.pid), self.program.ending)
        kill_group(self.process.pid)
        self.process.wait()


def ended(code: int) -> str:
    """Return a process's exit code as text, such as `code 1`, or `SIGKILL` for a signal."""
    return signal.Signals(-code).name if code < 0 else f"code {code}"


def end(process: psutil.Process, ending: tuple[tuple[signal.Signals, float], ...]) -> None:
    """End the process. Send each signal and wait, until the process has ended. Then kill the
    process, if necessary, and its remaining descendants."""
    with contextlib.suppress(psutil.NoSuchProcess):
        family = [process, *process.children(recursive=True)]
        for number, seconds in ending:
            process.send_signal(number)
            if not left_of([process], seconds):
                break
        for straggler in left_of(family, 1):
            with contextlib.suppress(psutil.NoSuchProcess):
                straggler.kill()
        left_of(family, 5)


def left_of(processes: list[psutil.Process], seconds: float) -> list[psutil.Process]:
    """Wait at most `seconds` until all these processes have ended. Return the processes that are
    still running."""
    deadline = time.monotonic() + seconds
    while (
        running := [process for process in processes if is_running(process)]
    ) and time.monotonic() < deadline:
        time.sleep(0.02)
    return running


def is_running(process: psutil.Process) -> bool:
    """Return whether the process is running. A zombie process does not count as running."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def kill_group(leader: int) -> None:
    """Kill the remaining processes in the process group of `leader`. The process number must belong
    to a child that was not replaced yet."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
