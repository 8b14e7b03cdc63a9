"""The command `make containers`, which runs the containers in Podman as an operator would. It
prints each step and its time in seconds. The first image is built from the version in FORMER, or
from the commit that last changed a migration. The second image is built from the current commit."""

import contextlib
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.installed.person import Person

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PROGRAMS = Path(sysconfig.get_path("scripts"))
PROJECT = "rateroom-trial"
SITE = ("web", "worker", "punctual", "beat")
PATIENCE = 600  # seconds, enough for a busy machine
HITS = 4


@contextlib.contextmanager
def step(name: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    print(f"{name:<64}{time.monotonic() - began:7.1f} s", flush=True)


def output(*command: str | Path, **options: Any) -> str:
    """Run the command and return its output. Raises CalledProcessError."""
    return str(subprocess.check_output(command, text=True, **options)).strip()


def wait(what: str, condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            if condition():
                return
        time.sleep(0.5)
    raise SystemExit(f"Waited in vain for {what}.")


class Trial:
    """A test site in containers, with its files in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, (folder / "log").open("w")
        http, https = _free_ports(2)
        self.address = f"https://localhost:{https}/"
        tree = self.unpack("HEAD")
        files = ("-f", tree / "docker-compose.yml", "-f", HERE / "podman.yml")
        self.command = (PROGRAMS / "podman-compose", "-p", PROJECT, *files)
        example = (tree / ".env.example").read_text().replace("ratings.example.org", "localhost")
        (tree / ".env").write_text(f"{example}HTTP_PORT={http}\nHTTPS_PORT={https}\n")
        (tree / "secrets").mkdir(mode=0o700)
        for name in ("secret_key", "postgres_password", "valkey_password"):
            (tree / "secrets" / name).write_text(secrets.token_hex(32))

    def unpack(self, commit: str) -> Path:
        """Unpack the files of the commit, unless this was done before, and return the folder."""
        tree = self.folder / commit
        if not tree.exists():
            tree.mkdir()
            archive = subprocess.check_output(["git", "archive", commit], cwd=ROOT)
            subprocess.run(["tar", "x", "-C", tree], input=archive, check=True)
        return tree

    def build(self, commit: str) -> None:
        """Build an image of the commit with the current Dockerfile."""
        recipe = self.unpack("HEAD") / "Dockerfile"
        build = ("podman", "build", "-q", "-f", recipe, "-t", PROJECT, self.unpack(commit))
        output(*build, stderr=self.log)

    def compose(self, *command: str) -> str:
        return output(*self.command, *command, stderr=self.log)

    def execute(self, service: str, *command: str) -> str:
        return output("podman", "exec", _name(service), *command, stderr=self.log)

    def manage(self, *command: str) -> str:
        """Run a manage.py command in a new container with the backups, and return its output."""
        run = ("run", "--rm", "-v", f"{self.folder / 'backups'}:/backups", "worker")
        return self.compose(*run, "python", "manage.py", *command)

    def start(self) -> None:
        """Start all services in the order of docker-compose.yml."""
        self.compose("up", "-d", "postgres", "valkey")
        self.healthy("postgres", "valkey")
        self.compose("run", "--rm", "prepare")
        self.compose("up", "-d", *SITE, "caddy")
        self.healthy("worker", "punctual", "caddy")
        authority = self.execute("caddy", "cat", "/data/caddy/pki/authorities/local/root.crt")
        os.environ["SSL_CERT_FILE"] = str(self.folder / "authority.crt")
        (self.folder / "authority.crt").write_text(authority)
        self.answers()

    def healthy(self, *services: str) -> None:
        """Repeat the health checks that docker-compose.yml declares until they pass."""
        for name in map(_name, services):
            wait(name, partial(_is_healthy, name))

    def answers(self) -> None:
        page = f"{self.address}accounts/login/"
        wait("a page", lambda: urlopen(page, timeout=10).status == HTTPStatus.OK)

    def publish(self) -> tuple[str, str]:
        """Import a dataset and publish a batch with the commands from the documentation. Return the
        batch's id and the link for annotators to join the batch."""
        self.execute("web", "python", "manage.py", "local_owner", self.address)
        token = json.loads(self.execute("web", "cat", "/data/owner.json"))["token"]
        os.environ |= {"RATEROOM_SITE": self.address, "RATEROOM_TOKEN": token}
        os.environ["PYTHONPATH"] = f"{ROOT}:{ROOT / 'client'}"
        page = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
        files, publish, *_later = re.findall(r"^```sh\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
        said = self.shell(f"{files}\n{publish}\necho BATCH=$BATCH")
        return re.findall(r"BATCH=(\d+)", said)[0], re.findall(r"https\S+/join/\S+", said)[0]

    def shell(self, script: str) -> str:
        rateroom = f'set -eu\nrateroom() {{ {PROGRAMS}/python -m rateroom "$@"; }}\n'
        return output("bash", "-c", rateroom + script, cwd=self.folder, stderr=subprocess.STDOUT)

    def responses(self, batch: str) -> int:
        self.shell(f"rateroom export {batch} scores.csv --table long")
        return len((self.folder / "scores.csv").read_text(encoding="utf-8").splitlines()) - 1

    def kill(self, service: str) -> None:
        """Kill the service container's first process, and wait until all services work again."""
        before = _state(service, "StartedAt")
        os.kill(int(_state(service, "Pid")), signal.SIGKILL)
        wait(service, lambda: _state(service, "StartedAt") != before)
        self.healthy(*({service} - {"beat", "web"}))
        self.answers()

    def scale(self) -> None:
        """Run three web servers and two workers, and wait until each server has served a page."""
        for service, number in (("web", 3), ("worker", 2)):  # podman-compose scales one at a time
            self.compose("up", "-d", "--scale", f"{service}={number}", service)

        def all_served() -> bool:
            self.answers()
            names = [_name(f"web_{number}", "") for number in (1, 2, 3)]
            logs = [output("podman", "logs", name, stderr=subprocess.STDOUT) for name in names]
            return all("GET /accounts/login/ 200" in log for log in logs)

        wait("three web servers", all_served)

    def restore(self) -> None:
        """Restore a backup with the steps from the documentation."""
        # The program podman-compose would stop only the first container of each service.
        names = output("podman", "ps", "--filter", f"name={PROJECT}", "--format", "{{.Names}}")
        stores = {_name("postgres"), _name("valkey")}
        output("podman", "stop", *({*names.split()} - stores), stderr=self.log)
        flush = 'REDISCLI_AUTH="$(cat /run/secrets/valkey_password)" valkey-cli flushall'
        self.execute("valkey", "sh", "-c", flush)
        assert "checks passed" in self.manage("restore", "/backups", "--replace")
        self.start()


def _free_ports(number: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _each in range(number)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]


def _name(service: str, number: str = "_1") -> str:
    return f"{PROJECT}_{service}{number}"


def _state(service: str, field: str) -> str:
    return output("podman", "inspect", "-f", f"{{{{.State.{field}}}}}", _name(service))


def _is_healthy(container: str) -> bool:
    check = ("podman", "healthcheck", "run", container)
    return subprocess.run(check, capture_output=True, check=False).returncode == 0


def base_images() -> None:
    """Pull the base images, or build them if no registry can be reached."""
    for image in ("python:3.12-slim", "postgres:18", "caddy:2", "valkey/valkey:9"):
        here = subprocess.run(["podman", "image", "exists", image], check=False).returncode == 0
        if not here and subprocess.run(["podman", "pull", "-q", image], check=False).returncode:
            output(HERE / "bases.sh")
            return


def run(trial: Trial) -> None:
    newest = ("log", "-1", "--format=%h", "--", "*/migrations/0*.py")
    former = os.environ.get("FORMER") or output("git", *newest, cwd=ROOT)
    with step("base images"):
        base_images()
    with step(f"build {former}"):
        trial.build(former)
    with step("start"):
        trial.start()
    with step("publish a batch over TLS"):
        batch, link = trial.publish()
    with step("build this version"):
        trial.build("HEAD")
    with step("upgrade"):
        trial.compose("down")
        trial.start()
    with step("one person rates 4 HITs through TLS"):
        rate(link)
        assert trial.responses(batch) == HITS
    for service in ("caddy", *SITE, "postgres", "valkey"):
        with step(f"kill {service}, until it serves again"):
            trial.kill(service)
    with step("scale to 3 web servers and 2 workers, until all serve"):
        trial.scale()
    with step("back up"):
        (trial.folder / "backups").mkdir(mode=0o700)
        account = trial.compose("run", "--rm", "web", "id", "-u")
        os.chown(trial.folder / "backups", int(account.splitlines()[-1]), -1)
        trial.manage("backup", "/backups")
    with step("another person rates 4 HITs"):
        rate(link)
        assert trial.responses(batch) == 2 * HITS
    with step("restore, and the other person's responses are gone"):
        trial.restore()
        assert trial.responses(batch) == HITS
    with step("the other person rates again"):
        rate(link)
        assert trial.responses(batch) == 2 * HITS


def rate(link: str) -> None:
    person = Person()
    person.join(link)
    assert person.rate_all(lambda _page, values: values[-1]) == HITS


def main() -> None:
    with tempfile.TemporaryDirectory(prefix=PROJECT) as folder:
        trial = Trial(Path(folder))
        try:
            run(trial)
        except subprocess.CalledProcessError as error:
            print(error.stdout, *(trial.folder / "log").read_text().splitlines()[-40:], sep="\n")
            raise
        finally:
            trial.compose("down", "-v")


if __name__ == "__main__":
    main()
