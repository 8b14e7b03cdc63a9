"""`make run` starts the embedded services, the site and its worker, and stops them together.

`python -m local.supervise` does the same. `… supervise up` also creates an owner's account, for
`rateroom up`. `… supervise serve` runs a deployment behind Caddy and PgBouncer (`make serve`). `…
supervise services` runs only PostgreSQL and Valkey. `… supervise throwaway` runs these two for
tests, without durability. It prints the addresses as JSON and ends when its standard input closes.
"""

import contextlib
import http.client
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from annotation import demo_mode, local_owner
from annotation.environment import env_bool
from local import leftovers, programs, serving
from local.embedded import Service, start_postgres, start_valkey
from local.pgbouncer import start_pgbouncer
from local.ports import Port, port_number
from local.processes import CannotStart, Child, Program, say
from local.serving import Front

VAR = Path(os.environ.get("RATEROOM_VAR", programs.ROOT / "var"))
ANSWER_SECONDS = 60
LONG_SECONDS = 5
MODES = ("site", "up", "serve", "services", "throwaway")
LOCAL = ("site", "up")
SITES = (*LOCAL, "serve")
FIRST_ACCOUNT = ["  Create the first account: .venv/bin/python manage.py createsuperuser"]


class Stopped(Exception):
    """Raised to end this run when a stop is requested."""


@contextlib.contextmanager
def services_for(purpose: str) -> Iterator[None]:
    """Run PostgreSQL and Valkey during the block. Raises CannotStart if another run uses the data
    folder or a service does not start."""
    supervisor = Supervisor("services")
    with leftovers.only_one(VAR, purpose, beside=beside("site")):
        leftovers.end_leftovers(VAR)
        try:
            supervisor.start_services()
            yield
        finally:
            supervisor.stop()


class Supervisor:
    """The child processes, services and ports of one run."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.children: list[Child] = []
        self.services: list[Child] = []  # PostgreSQL and Valkey
        self.ports: list[Port] = []
        self.listed = True  # whether the list of children on disk is up to date
        self.stopping = threading.Event()

    def run(self) -> None:
        """Start everything, and run until a signal requests a stop. Raises CannotStart if the start
        fails, after stopping every started process."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_args: self.stopping.set())
        address = self.address()
        with leftovers.only_one(VAR, address, beside=beside(self.mode)):
            leftovers.end_leftovers(VAR)
            try:
                self.start(address)
                while True:
                    self.watch()
                    self.make_way(address)
            except Stopped:
                pass
            finally:
                self.stop()

    def address(self) -> str:
        """Return the address that the site will have, or a description of the run if it has no
        site."""
        if self.mode == "serve":
            return f"{Front.of_environment(os.environ).origin}/"
        return f"http://{host()}:{port()}/" if self.mode in LOCAL else "services only"

    def start(self, address: str) -> None:
        self.ports = ports(self.mode)
        self.claims = [each.claim() for each in self.ports]
        addresses = self.start_services()
        self.services = list(self.children)
        self.start_rest(addresses, address)

    def start_rest(self, addresses: dict[str, str], address: str) -> None:
        """Start the programs of this mode in addition to PostgreSQL and Valkey, and print the
        addresses."""
        if self.mode in LOCAL:
            self.start_site(addresses, address)
            announce(address, self.login_lines())
            self.check_front_server(addresses)
        elif self.mode == "serve":
            self.start_serving(addresses)
            announce(address, FIRST_ACCOUNT)
        elif self.mode == "services":
            say(f"PostgreSQL: {addresses['database']}")
            say(f"Valkey:     {addresses['redis']}")
            say("Ctrl+C stops both.")
        else:
            # The program that started this one reads the addresses.
            print(json.dumps(addresses), flush=True)

    def start_services(self) -> dict[str, str]:
        """Start the services whose address is not set in the environment. Write the addresses of
        both services to the file that the settings read, and return them."""
        durable = self.mode != "throwaway"
        database, broker = os.environ.get("DATABASE_URL"), os.environ.get("REDIS_URL")
        addresses = {
            "database": database or self.serve(start_postgres(VAR / "postgres", durable=durable)),
            "redis": broker or self.serve(start_valkey(VAR / "valkey", durable=durable)),
        }
        leftovers.write_whole(VAR / "services.json", json.dumps(addresses))
        return addresses

    def serve(self, service: Service) -> str:
        """Wait until the server responds, and return its address. Raises CannotStart, with the end
        of the server's log, if the server dies or takes too long. A server that restores its data
        can take any time."""
        self.keep(service.child)
        name, log = service.child.name, service.child.program.log
        began, restoring = time.monotonic(), False
        while not service.ready():
            waited = time.monotonic() - began
            if not restoring and waited > LONG_SECONDS and (restoring := service.restoring()):
                say(f"{name} is restoring its data. This can take some minutes.")
            late = not restoring and waited > ANSWER_SECONDS
            if late or not service.child.alive():
                problem = f"did not answer within {ANSWER_SECONDS} s" if late else "did not start"
                raise CannotStart(
                    f"{name} {problem}. The end of its log, {log}:\n{service.child.tail()}"
                )
            self.wait(0.05)
        self.report_stage(f"{name} started", began)
        return service.url

    def report_stage(self, stage: str, began: float) -> None:
        """Print how long a stage of the start took. `began` is a time from `time.monotonic`."""
        if self.mode in SITES:
            say(f"{stage} in {time.monotonic() - began:.1f} s.")

    def keep(self, child: Child) -> None:
        self.children.append(child)
        self.list_children()

    def list_children(self) -> None:
        """Record the child processes in a file for the next run. If the disk is full, only print a
        warning, because `watch` tries again."""
        listed = leftovers.remember(VAR, self.children)
        if self.listed and not listed:
            say(f"The disk of {VAR} is full. Free some space. The site then continues.")
        self.listed = listed

    def wait(self, seconds: float) -> None:
        if self.stopping.wait(seconds):
            raise Stopped

    def login_lines(self) -> list[str]:
        owner = local_owner.owner_lines(VAR) if self.mode == "up" else []
        return [*owner, *demo_mode.login_lines(os.environ, VAR)]

    def start_site(self, addresses: dict[str, str], address: str) -> None:
        arguments = ["--demo"] if demo_mode.with_demo(os.environ) else []
        arguments += ["--owner", address] if self.mode == "up" else []
        self.prepare(programs.environment(addresses), arguments)
        own_broker = "REDIS_URL" not in os.environ
        self.start_programs(programs.site_programs(addresses, own_broker=own_broker))
        self.wait_for_answer("web", port(), "/readyz")

    def start_serving(self, addresses: dict[str, str]) -> None:
        front = Front.of_environment(os.environ)
        self.prepare(serving.prepare_environment(addresses, front), [])
        pooled = ""
        if env_bool("POOLER"):
            pooled = self.serve(start_pgbouncer(VAR / "pgbouncer", addresses["database"]))
        own_broker = "REDIS_URL" not in os.environ
        served = serving.serve_programs(
            addresses, pooled=pooled, var=VAR, front=front, own_broker=own_broker
        )
        self.start_programs(served)
        for program in served:
            if program.name.startswith("web-"):
                self.wait_for_answer(program.name, int(program.env["PORT"]), "/readyz")
        self.wait_for_answer("caddy", front.http_port, "/")

    def start_programs(self, site_programs: list[Program]) -> None:
        for program in site_programs:
            self.keep(Child(program))

    def wait_for_answer(self, name: str, port: int, path: str) -> None:
        """Wait until the child `name` responds to requests. Raises CannotStart if the child ends or
        takes too long."""
        began = time.monotonic()
        server = next(child for child in self.children if child.name == name)
        while not (server.listens(port) and answers(port, path)):
            if not server.alive():
                for each in self.ports:
                    each.refuse_taken()
                raise CannotStart(f"{name} stopped immediately. See its messages above.")
            if time.monotonic() > began + ANSWER_SECONDS:
                message = f"{name} did not answer on port {port} within {ANSWER_SECONDS} s."
                raise CannotStart(message)
            self.wait(0.1)
        title = "The site" if self.mode in LOCAL else name
        self.report_stage(f"{title} answered", began)

    def prepare(self, env: Mapping[str, str], arguments: list[str]) -> None:
        """Update the database and static files in a child process, which Ctrl+C also stops. Raises
        CannotStart if this fails."""
        command = [sys.executable, *programs.PREPARE[1:], *arguments]
        if self.ended(Child(Program("prepare", command, env, programs.ROOT))):
            raise CannotStart(
                "The database could not be updated. See the messages above for the reason."
            )

    def check_front_server(self, addresses: dict[str, str]) -> None:
        """If the site is behind the operator's own proxy, run the deployment checks. They print the
        requests or headers that the proxy handles wrongly."""
        if env_bool("BEHIND_PROXY"):
            command = [sys.executable, "manage.py", "check", "--deploy"]
            env = programs.environment(addresses)
            self.ended(Child(Program("check", command, env, programs.ROOT)))

    def ended(self, child: Child) -> int:
        """Wait for a child process that ends on its own, and return its exit code."""
        self.keep(child)
        while child.alive():
            self.wait(0.05)
        self.children.remove(child)
        return child.process.returncode or 0

    def watch(self) -> None:
        """Restart child processes that die. Return when a restore begins. Raises Stopped if a stop
        is requested."""
        while not leftovers.is_restoring(VAR):
            self.wait(0.5)
            revived = [child.name for child in self.children if child.revive()]
            if revived or not self.listed:
                self.list_children()

    def make_way(self, address: str) -> None:
        """Stop the site, wait until the restore has finished, and start the site again. The
        services keep running."""
        say("A restore has begun. The site stops until it has finished.")
        for child in reversed(self.children[len(self.services) :]):
            child.stop()
        self.children = list(self.services)
        self.list_children()
        while leftovers.is_restoring(VAR):
            self.wait(0.2)
        say("The restore has finished.")
        self.start_rest(json.loads((VAR / "services.json").read_text()), address)

    def stop(self) -> None:
        if self.children and self.mode != "throwaway":
            say("Stopping ...")
        for child in reversed(self.children):
            child.stop()
        leftovers.forget(VAR)


def host() -> str:
    return demo_mode.host(os.environ)


def port() -> int:
    return port_number("PORT", os.environ.get("PORT", "8000"), "PORT=8001 make run")


def beside(mode: str) -> str:
    """Return the command that starts another site with its own data folder."""
    if mode == "up" or programs.INSTALLED:
        return "rateroom up --data /another/folder --port 8001"
    return "RATEROOM_VAR=/another/folder PORT=8001 make run"


def ports(mode: str) -> list[Port]:
    """Return the ports on which the mode's web servers listen, each with a command that uses
    another port."""
    if mode == "serve":
        front = Front.of_environment(os.environ)
        wanted = {"HTTPS_PORT": front.https_port, "HTTP_PORT": front.http_port}
        return [Port("", each, f"{name}={each + 1} make serve") for name, each in wanted.items()]
    if mode not in LOCAL:
        return []
    another = port() + 1
    command = f"rateroom up --port {another}" if mode == "up" else f"PORT={another} make run"
    return [Port(host(), port(), command)]


def answers(number: int, path: str) -> bool:
    """Return whether a server responds at the port with a status below 500, such as a redirect."""
    connection = http.client.HTTPConnection(host(), number, timeout=5)
    with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
        connection.request("GET", path)
        return connection.getresponse().status < http.client.INTERNAL_SERVER_ERROR
    return False


def announce(address: str, lines: Iterable[str]) -> None:
    lines = ["", f"Rateroom is ready: {address}", *lines]
    for line in [*lines, f"  Ctrl+C stops everything; the data stays in {VAR}.", ""]:
        say(line)


def stop_at_end_of_input(supervisor: Supervisor) -> None:
    """Stop the run when its standard input closes. This happens if the parent process ends."""

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
