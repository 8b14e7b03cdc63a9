"""`make run`: start the embedded services, the site and its worker, and stop them all together.

`python -m devserver.supervise` runs everything; `… supervise services` only PostgreSQL and Valkey;
`… supervise throwaway` the same for tests: no durability, addresses as JSON, over when its standard
input closes.
"""

import contextlib
import http.client
import json
import os
import signal
import socket
import sys
import threading
import time
from pathlib import Path

from annotation import demo_mode
from devserver import leftovers, programs
from devserver.embedded import Service, start_postgres, start_valkey
from devserver.processes import CannotStart, Child, Program, say

VAR = Path(os.environ.get("RATEROOM_VAR", programs.ROOT / "var"))
ANSWER_SECONDS = 60
LONG_SECONDS = 5
MODES = ("site", "services", "throwaway")


class Stopped(Exception):  # noqa: N818 - not an error
    """Somebody wants this run to end."""


class Supervisor:
    """Everything that one run has started, in the order in which it was started."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.children: list[Child] = []
        self.stopping = threading.Event()

    def run(self) -> None:
        """Run until told to stop. Raises CannotStart, everything stopped again, with the remedy."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_args: self.stopping.set())
        address = f"http://{host()}:{port()}/" if self.mode == "site" else "its services only"
        with leftovers.only_one(VAR, address):
            leftovers.end_leftovers(VAR)
            try:
                self.start(address)
                self.watch()
            except Stopped:
                pass
            finally:
                self.stop()

    def start(self, address: str) -> None:
        if self.mode == "site":
            refuse_taken_port()
        addresses = self.start_services()
        if self.mode == "site":
            self.start_site(addresses)
            announce(address)
        elif self.mode == "services":
            say(f"PostgreSQL: {addresses['database']}")
            say(f"Valkey:     {addresses['redis']}")
            say("Ctrl+C stops both.")
        else:
            # For the program that started this one.
            print(json.dumps(addresses), flush=True)  # noqa: T201

    def start_services(self) -> dict[str, str]:
        """Start what the environment names no address for, and write the addresses where settings
        read them."""
        durable = self.mode != "throwaway"
        database, broker = os.environ.get("DATABASE_URL"), os.environ.get("REDIS_URL")
        addresses = {
            "database": database or self.serve(start_postgres(VAR / "postgres", durable=durable)),
            "redis": broker or self.serve(start_valkey(VAR / "valkey", durable=durable)),
        }
        leftovers.write_whole(VAR / "services.json", json.dumps(addresses))
        return addresses

    def serve(self, service: Service) -> str:
        """Wait for the server's first answer; its address. One that dies instead is shown with the
        end of its log."""
        self.keep(service.child)
        began, announced = time.monotonic(), False
        while not service.ready():
            if not service.child.alive():
                name, log = service.child.name, service.child.program.log
                raise CannotStart(
                    f"{name} did not start. The end of its log, {log}:\n{service.child.tail()}"
                )
            if not announced and time.monotonic() - began > LONG_SECONDS:
                announced = True
                say(
                    f"{service.child.name} is restoring its data after it was killed; this can "
                    "take some minutes."
                )
            self.wait(0.05)
        self.report_stage(f"{service.child.name} started", began)
        return service.url

    def report_stage(self, stage: str, began: float) -> None:
        """Say how long a stage of the start took; `began` is a reading of `time.monotonic`."""
        if self.mode == "site":
            say(f"{stage} in {time.monotonic() - began:.1f} s.")

    def keep(self, child: Child) -> None:
        self.children.append(child)
        leftovers.remember(VAR, self.children)

    def wait(self, seconds: float) -> None:
        if self.stopping.wait(seconds):
            raise Stopped

    def start_site(self, addresses: dict[str, str]) -> None:
        self.prepare(addresses)
        began = time.monotonic()
        for program in programs.site_programs(addresses, own_broker="REDIS_URL" not in os.environ):
            self.keep(Child(program))
        web = next(child for child in self.children if child.name == "web")
        deadline = began + ANSWER_SECONDS
        while not answers():
            if not web.alive():
                raise CannotStart("The web server ended at once; its message stands above.")
            if time.monotonic() > deadline:
                raise CannotStart(
                    f"The site did not answer on port {port()} within {ANSWER_SECONDS} s."
                )
            self.wait(0.1)
        self.report_stage("The site answered", began)

    def prepare(self, addresses: dict[str, str]) -> None:
        """Bring database and static files up to date, in a child of its own so that Ctrl+C ends it
        in order."""
        command = [
            sys.executable,
            *programs.PREPARE[1:],
            *(["--demo"] if demo_mode.with_demo(os.environ) else []),
        ]
        child = Child(Program("prepare", command, programs.environment(addresses), programs.ROOT))
        self.keep(child)
        while child.alive():
            self.wait(0.05)
        self.children.remove(child)
        if child.process.returncode:
            raise CannotStart(
                "The database could not be brought up to date; the reason stands above."
            )

    def watch(self) -> None:
        """Restart what dies, until told to stop."""
        while True:
            self.wait(0.5)
            revived = [child.name for child in self.children if child.revive()]
            if revived:
                leftovers.remember(VAR, self.children)

    def stop(self) -> None:
        if self.children and self.mode != "throwaway":
            say("Stopping ...")
        for child in reversed(self.children):
            child.stop()
        leftovers.forget(VAR)


def host() -> str:
    return demo_mode.host(os.environ)


def port() -> int:
    number = os.environ.get("PORT", "8000")
    if not number.isdecimal():
        message = f"PORT is '{number}', which is no number. For example: PORT=8001 make run"
        raise CannotStart(message)
    return int(number)


def refuse_taken_port() -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host(), port()))
        except OSError as error:
            raise CannotStart(
                f"Port {port()} of {host()} cannot be used: {error.strerror}.\n"
                f"Choose another port: PORT={port() + 1} make run"
            ) from None


def answers() -> bool:
    """Whether the site serves pages; a redirect or a refusal is an answer too."""
    connection = http.client.HTTPConnection(host(), port(), timeout=5)
    with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/accounts/login/")
        return connection.getresponse().status < http.client.INTERNAL_SERVER_ERROR
    return False


def announce(address: str) -> None:
    lines = ["", f"Rateroom is ready: {address}", *demo_mode.login_lines(os.environ, VAR)]
    for line in [*lines, f"  Ctrl+C stops everything; the data stays in {VAR}.", ""]:
        say(line)


def stop_at_end_of_input(supervisor: Supervisor) -> None:
    """Follow whoever started this: their end closes our input, even when they are killed."""

    def wait() -> None:
        sys.stdin.read()
        supervisor.stopping.set()

    threading.Thread(target=wait, daemon=True).start()


def main(arguments: list[str]) -> int:
    mode = arguments[0] if arguments else "site"
    if mode not in MODES:
        say(f"'{mode}' is not one of {', '.join(MODES)}.")
        return 2
    supervisor = Supervisor(mode)
    if mode == "throwaway":
        stop_at_end_of_input(supervisor)
    try:
        supervisor.run()
    except CannotStart as error:
        for line in str(error).splitlines():
            say(line)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
