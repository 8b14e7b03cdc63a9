"""A supervised site in a temporary folder, and retries while the database is down."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

from benchmarks.chaos.small_disk import SmallDisk
from benchmarks.servers import free_port
from local.programs import ROOT

PATIENCE = 120  # seconds after which a fault counts as not survived


class Site:
    """A running site with its supervisor, in its own folder and on its own port."""

    def __init__(self, var: Path, disk: SmallDisk | None = None) -> None:
        self.var, self.disk = var, disk
        self.port = free_port()
        own = {
            "RATEROOM_VAR": str(var),
            "PORT": str(self.port),
            "DEMO": "no",
            "HTTPS": "false",
            "WORKER_PROCESSES": "1",
        }
        os.environ.update(own, DJANGO_SETTINGS_MODULE="annotation.settings")
        for name in ("DATABASE_URL", "REDIS_URL", "MEDIA_ROOT"):
            os.environ.pop(name, None)
        self.console = var / "console"
        with self.console.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "local.supervise"],
                cwd=ROOT,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        self.wait(lambda: "Rateroom is ready" in self.console.read_text())

    def wait(self, condition: Callable[[], Any]) -> float:
        """Wait until `condition` returns a true value, and return the seconds waited. An exception
        in `condition` counts as false, because a part of the site can be down. Raises SystemExit if
        the site ends or the wait takes too long."""
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            with contextlib.suppress(Exception):
                if condition():
                    return time.monotonic() - began
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise SystemExit(f"Waited in vain. The console's end:\n{self.console.read_text()[-3000:]}")

    def child(self, name: str) -> psutil.Process:
        noted = json.loads((self.var / "run.json").read_text())
        return psutil.Process(next(entry["pid"] for entry in noted if entry["name"] == name))

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )

    def stop(self) -> None:
        if self.disk:
            self.disk.make_room()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)


def keep_trying(work: Callable[[], Any]) -> Any:
    """Return the result of `work`. If the database is down, call `work` again until it succeeds,
    and raise the last error after `PATIENCE` seconds."""
    from django.db import InterfaceError, OperationalError, connection

    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return work()
        except (OperationalError, InterfaceError):
            connection.close()
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
