"""A real supervisor with its own folder and port, for tests that observe it."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil

ROOT = Path(__file__).parent.parent
PATIENCE = 180  # seconds; a busy machine of two cores needs a minute for the demo alone


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def bare_environment() -> dict[str, str]:
    """Return this process's environment without the addresses of the tests' services."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL"}
    }


class Supervised:
    """A run of `python -m local.supervise`. Its output is in `output`. A shell `command` such as
    `make run` can start it instead, and is then stopped as a terminal would."""

    def __init__(
        self, var: Path, mode: str, port: int, cwd: Path = ROOT, command: str = "", **env: str
    ) -> None:
        self.var, self.port, self.command = var, port, command
        self.log = var / f"console-{time.monotonic_ns()}"
        var.mkdir(exist_ok=True)
        self.began = time.monotonic()
        with self.log.open("w") as out:
            self.process = subprocess.Popen(
                ["bash", "-c", command]
                if command
                else [sys.executable, "-m", "local.supervise", mode],
                cwd=cwd,
                env=bare_environment()
                | {"RATEROOM_VAR": str(var), "PORT": str(port), "DEMO": "no"}
                | env,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )

    @property
    def output(self) -> str:
        return self.log.read_text()

    def expect(self, text: str) -> float:
        """Wait until the output contains `text`. Return the seconds since the start."""
        wait_for(lambda: text in self.output or self.process.poll() is not None, self.log)
        assert text in self.output, self.output
        return time.monotonic() - self.began

    def addresses(self) -> dict[str, str]:
        return json.loads((self.var / "services.json").read_text())

    def pid(self, name: str) -> int:
        """Return the process id of the supervisor's child with this name."""
        noted = json.loads((self.var / "run.json").read_text())
        return next(entry["pid"] for entry in noted if entry["name"] == name)

    @property
    def number(self) -> int:
        """The process id of the supervisor, even if a command started it."""
        return self.family()[0].pid if self.command else self.process.pid

    def family(self) -> list[psutil.Process]:
        """Return all descendants of the started process."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        if self.command:
            os.killpg(self.process.pid, number)
        else:
            self.process.send_signal(number)
        return self.process.wait(PATIENCE)


def wait_for(condition, log: Path | None = None) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, log.read_text() if log else "waited in vain"
        time.sleep(0.05)
