"""The command `make test-one T=tests/hits/queue/test_claims.py`, which runs a few tests in seconds.
A background server has PostgreSQL, Valkey and the imported packages ready. For each run, it forks a
process that imports the project's current code. The server ends after half an hour without a run,
or when packages have been installed since it started."""

import contextlib
import gc
import importlib
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

import psutil

ROOT = Path(__file__).parent.parent
FOLDER = Path("var/test-one")  # relative, because the path of a socket has at most 107 bytes
SOCKET = FOLDER / "socket"
INSTALLED = ROOT / ".venv" / "dev.stamp"
IDLE_SECONDS = 1800
START_SECONDS = 60
VALKEY_DATABASES = 16
DESCRIPTORS = 2  # standard output and error
MOST_BYTES = 1 << 20
# Packages are imported before pytest starts, which would cause this warning.
QUIET = ("-q", "-W", "ignore::pytest.PytestAssertRewriteWarning")
PACKAGES = """
    celery.app.base cryptography.x509 django.contrib.admin django.contrib.postgres.fields
    django.test httpx2 hypothesis json_repair jwt.api_jwk markdown_it nh3 numpy PIL.Image
    psycopg_pool pytest pydantic.main redis requests scipy.stats yaml
"""


def main(arguments: list[str]) -> int:
    """Send pytest's arguments to the server, and return the exit code when the run ends."""
    os.chdir(ROOT)
    connection = _connected()
    request = json.dumps({"arguments": arguments, "environment": dict(os.environ)}).encode()
    socket.send_fds(connection, [len(request).to_bytes(4, "big") + request], [1, 2])
    answers = connection.makefile("rb")
    process = int(answers.readline())
    try:
        code = answers.readline()
    except KeyboardInterrupt:
        os.kill(process, signal.SIGINT)
        code = answers.readline()
    return int(code or 1)


def _connected() -> socket.socket:
    """Return a connection to the server. If the server is not running or has outdated packages, a
    new server is started first. Raises SystemExit if it does not start."""
    if SOCKET.exists():
        with contextlib.suppress(ConnectionError):
            if SOCKET.stat().st_mtime > INSTALLED.stat().st_mtime:
                return _connection(SOCKET)
            _end_outdated()
    FOLDER.mkdir(parents=True, exist_ok=True)
    SOCKET.unlink(missing_ok=True)
    with (FOLDER / "log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "tools.test_one", "--serve"],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    deadline = time.monotonic() + START_SECONDS
    while not SOCKET.exists():
        if server.poll() is not None or time.monotonic() > deadline:
            raise SystemExit(f"The server did not start. Its log is {FOLDER / 'log'}.")
        time.sleep(0.05)
    return _connection(SOCKET)


def _end_outdated() -> None:
    """Stop a server that runs with outdated packages, and wait until it has ended."""
    outdated = SOCKET.rename(FOLDER / "socket.old")
    with _connection(outdated) as connection:
        number = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    process, _user, _group = struct.unpack("3i", number)
    psutil.wait_procs([psutil.Process(process)], timeout=START_SECONDS)


def _connection(path: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(str(path))
    return connection


def serve() -> None:
    """Start a test run for each request, in a process of its own with its own databases."""
    supervisor = subprocess.Popen(
        [sys.executable, "-m", "local.supervise", "throwaway"],
        env=os.environ | {"RATEROOM_VAR": str(FOLDER.resolve())},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    for package in PACKAGES.split():
        importlib.import_module(package)
    services = _addresses(supervisor)
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # do not leave ended runs as zombies
    with socket.socket(socket.AF_UNIX) as listener, contextlib.suppress(TimeoutError):
        draft = FOLDER / "socket.new"
        draft.unlink(missing_ok=True)
        listener.bind(str(draft))
        listener.listen()
        listener.settimeout(IDLE_SECONDS)
        draft.rename(SOCKET)
        runs = 0
        while SOCKET.exists():
            connection, _address = listener.accept()
            runs += 1
            if os.fork() == 0:
                listener.close()
                _run(connection, services, 1 + runs % (VALKEY_DATABASES - 1))
            connection.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    supervisor.communicate()


def _addresses(supervisor: subprocess.Popen[str]) -> dict[str, str]:
    for line in supervisor.stdout or ():
        if line.startswith("{"):
            addresses: dict[str, str] = json.loads(line)
            return addresses
        sys.stderr.write(line)
    raise SystemExit("PostgreSQL and Valkey did not start.")


def _run(connection: socket.socket, services: dict[str, str], database: int) -> NoReturn:
    """Run the requested tests in this process, and exit."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    request, descriptors = _received(connection)
    for number, descriptor in enumerate(descriptors, start=1):
        os.dup2(descriptor, number)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.environ["DATABASE_URL"] = services["database"]
    os.environ["REDIS_URL"] = f"{services['redis'].rsplit('/', 1)[0]}/{database}"
    connection.sendall(b"%d\n" % os.getpid())
    pytest = importlib.import_module("pytest")
    sys.argv[1:] = request["arguments"]
    code = pytest.main([*QUIET, *request["arguments"]])
    sys.stdout.flush()
    connection.sendall(b"%d\n" % code)
    sys.exit(code)


def _received(connection: socket.socket) -> tuple[dict[str, object], list[int]]:
    data, descriptors, _flags, _address = socket.recv_fds(connection, MOST_BYTES, DESCRIPTORS)
    size = int.from_bytes(data[:4], "big")
    while data and len(data) < size + 4:
        part = connection.recv(MOST_BYTES)
        data = data + part if part else b""
    if not data:  # the client has gone, or connected only to end the server
        sys.exit()
    return json.loads(data[4:]), descriptors


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve()
    else:
        sys.exit(main(sys.argv[1:]))
