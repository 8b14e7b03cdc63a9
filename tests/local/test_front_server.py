"""Tests of Caddy as `make serve` runs it: its own error pages and redirects have the site's
security headers too. The web server behind it does not answer."""

import socket
import ssl
import subprocess
import threading
from contextlib import suppress

import pytest

from local.serving import Front, front_program
from tests.local.test_serve import AUTHORITY, assert_policies
from tests.supervised import free_port, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.long]
TOO_LARGE = 2_000_000_001
SECONDS = 20


class FrontServer:
    """A Caddy server without a working web server behind it."""

    def __init__(self, var, web_port: int) -> None:
        self.front = Front("localhost", free_port(), free_port())
        program = front_program(self.front, var, [web_port])
        self.authority = var / AUTHORITY
        self.process = subprocess.Popen(
            program.command,
            env=program.env,
            cwd=program.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def is_ready(self) -> bool:
        with suppress(OSError):
            self.asked("GET /static/ HTTP/1.1", host="localhost")
            return True
        return False

    def asked(self, line: str, *, host: str, tls: bool = True, header: str = "X-None: 0"):
        """Return the status and the headers of the response to the raw request line `line`."""
        port = self.front.https_port if tls else self.front.http_port
        request = f"{line}\r\nHost: {host}\r\n{header}\r\nConnection: close\r\n\r\n"
        with socket.create_connection(("localhost", port), timeout=SECONDS) as plain:
            if not tls:
                return self._answer(plain, request)
            context = ssl.create_default_context(cafile=self.authority)
            with context.wrap_socket(plain, server_hostname="localhost") as sealed:
                return self._answer(sealed, request)

    @staticmethod
    def _answer(connection, request):
        connection.sendall(request.encode())
        received = b""
        while b"\r\n\r\n" not in received:
            received += connection.recv(65536) or b"\r\n\r\n"
        first, *lines = received.partition(b"\r\n\r\n")[0].decode().split("\r\n")
        return int(first.split()[1]), dict(line.split(": ", 1) for line in lines)


@pytest.fixture(scope="module")
def front(tmp_path_factory):
    with socket.create_server(("127.0.0.1", 0)) as web:

        def hang_up():
            with suppress(OSError):
                while True:
                    connection, _address = web.accept()
                    connection.close()

        threading.Thread(target=hang_up, daemon=True).start()
        server = FrontServer(tmp_path_factory.mktemp("front"), web.getsockname()[1])
        wait_for(server.is_ready)
        yield server
        server.process.terminate()
        server.process.wait(SECONDS)


REQUESTS = {
    "nothing there": ("GET /static/nothing.css HTTP/1.1", 404, {}),
    "a folder": ("GET /static/ HTTP/1.1", 404, {}),
    "a name with a zero": ("GET /static/%00 HTTP/1.1", 400, {}),
    "a method that files do not have": ("PUT /static/css/site.css HTTP/1.1", 405, {}),
    "a body that is too large": (
        "POST /admin/batches/new/ HTTP/1.1",
        413,
        {"header": f"Content-Length: {TOO_LARGE}"},
    ),
    "the web servers hang up": ("GET / HTTP/1.1", 503, {}),
    "another name": ("GET / HTTP/1.1", 421, {"host": "elsewhere.example.org"}),
    "another name without TLS": (
        "GET / HTTP/1.1",
        421,
        {"host": "elsewhere.example.org", "tls": False},
    ),
    "the name of media where there is none": ("GET / HTTP/1.1", 421, {"host": "media.invalid"}),
    "no TLS": ("GET /admin/ HTTP/1.1", 301, {"tls": False}),
}


@pytest.mark.attack("connect")
@pytest.mark.parametrize("what", REQUESTS)
def test_every_answer_of_the_front_server_has_the_headers(front, what):
    line, status, more = REQUESTS[what]
    answered, headers = front.asked(line, **({"host": "localhost"} | more))
    assert answered == status
    assert_policies(headers)
