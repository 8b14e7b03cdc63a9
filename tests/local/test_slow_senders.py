"""Tests of a web server without Caddy: slow senders do not delay other requests."""

import http.client
import os
import re
import socket
import subprocess
import sys
from contextlib import ExitStack, closing, contextmanager
from importlib.metadata import version

import pytest

from annotation.middleware import standing_headers
from tests.supervised import ROOT, free_port, wait_for

SLOW = {
    "nothing at all": "",
    "a head": "GET / HTTP/1.1\r\nHost: loc",
    "a body": "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\nlogin=",
    "a body of unknown length": "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5",
    "a body once it may": "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n",
    "nothing after its answer": "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "empty lines": "\r\n\r\n",
}


def application(environ, start_response):
    """Answer with the length of the request body."""
    length = int(environ.get("CONTENT_LENGTH") or 0)
    answer = f"{len(environ['wsgi.input'].read(length))} bytes".encode()
    start_response("200 OK", [("Content-Length", str(len(answer)))])
    return [answer]


CHECKED_WITH = "27.0.1"


def test_the_worker_runs_on_the_gunicorn_it_was_checked_with():
    """Our worker uses private attributes of gunicorn, which can change in any version."""
    assert version("gunicorn") == CHECKED_WITH, (
        "gunicorn is another version. Read the changes of gunicorn/workers/gthread.py, run this "
        "module, then write the version here."
    )


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """The path of the server's access log."""
    return tmp_path_factory.mktemp("server") / "access.log"


@contextmanager
def serving(application, *, processes, log=subprocess.DEVNULL):
    """Run a server with the site's settings and two threads per process. Yield its port."""
    number = free_port()
    command = [sys.executable, "-m", "gunicorn", "--config", "annotation/gunicorn_conf.py"]
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "annotation.settings", "PORT": str(number)}
    env |= {"WEB_WORKERS": str(processes), "WEB_THREADS": "2"}
    server = subprocess.Popen([*command, application], cwd=ROOT, env=env, stdout=log)
    wait_for(lambda: answers(number))
    yield number
    server.terminate()
    assert server.wait(20) == 0


@pytest.fixture(scope="module")
def port(log):
    with log.open("w") as lines, serving(f"{__name__}:application", processes=1, log=lines) as it:
        yield it


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def connected(port):
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def replied(sock) -> bytes:
    """Return everything that is received until the server closes the connection."""
    parts = []
    while part := sock.recv(65536):
        parts.append(part)
    return b"".join(parts)


@pytest.mark.attack("connect")
@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW)
def test_forty_slow_senders_keep_nobody_waiting(port, sent):
    with ExitStack() as stack:
        senders = [stack.enter_context(connected(port)) for _sender in range(40)]
        for sender in senders:
            sender.sendall(sent.encode())
        for byte in b"alho":
            for sender in senders:
                try:
                    sender.send(bytes([byte]))
                except OSError:
                    assert sent.endswith("\r\n\r\n")  # such a one was answered
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=2)) as other:
                other.request("GET", "/")
                assert other.getresponse().read() == b"0 bytes"


def posted(length):
    return f"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n".encode()


ASKED = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
LAST = ASKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")


@pytest.mark.parametrize(
    ("parts", "bodies"),
    [
        ([ASKED, ASKED, LAST], [b"0 bytes"] * 3),  # over one connection
        ([ASKED + ASKED + posted(3) + b"abc" + LAST], [b"0 bytes", b"0 bytes", b"3 bytes", b"0 bytes"]),
        ([posted(5)[:9], posted(5)[9:] + b"a", b"bc", b"de" + LAST], [b"5 bytes", b"0 bytes"]),
        ([posted(2**21), b"x" * 2**20, b"y" * 2**20, LAST], [b"2097152 bytes", b"0 bytes"]),
        ([LAST[:-2], b"\r\n"], [b"0 bytes"]),
    ],
)  # fmt: skip
def test_a_request_is_whole_however_its_bytes_come(port, parts, bodies):
    with connected(port) as sock:
        for part in parts:
            sock.sendall(part)
        assert [
            answer.rpartition(b"\r\n")[2] for answer in replied(sock).split(b"HTTP/1.1 200")[1:]
        ] == bodies


def test_who_waits_for_leave_to_send_a_body_gets_it(port):
    with connected(port) as sock:
        sock.sendall(posted(4).replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"))
        assert sock.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        sock.sendall(b"abcd" + LAST)
        assert replied(sock).count(b"4 bytes") == 1


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"What?\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nno name\r\n\r\n", b"400"),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde", b"400"),
        (b"x" * 2**20, b"414"),
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused_with_every_header(port, sent, status):
    with connected(port) as sock:
        sock.sendall(sent)
        answer = replied(sock)
    assert answer[:12] == b"HTTP/1.1 " + status
    head = answer.partition(b"\r\n\r\n")[0].decode()
    names = {line.partition(":")[0] for line in head.split("\r\n")[1:]}
    assert set(standing_headers()) - names == set()


def test_who_hangs_up_in_the_middle_gets_nothing(port):
    with connected(port) as sock:
        sock.sendall(posted(9) + b"abc")
        sock.shutdown(socket.SHUT_WR)
        assert replied(sock) == b""


@pytest.mark.long
def test_who_never_comes_to_an_end_is_hung_up_on(port):
    """The server closes the connection if the headers are incomplete after 20 seconds."""
    with connected(port) as sock:
        sock.settimeout(60)
        sock.sendall(b"GET / HTTP/1.1\r\n")
        assert replied(sock) == b""


@pytest.mark.attack("connect")
def test_a_request_is_one_line_of_the_log_without_its_query(port, log):
    token = "Zk3v0bq7Yt1xR5nW8cQ2mLpS4dGhJ6aE"
    with connected(port) as sock:
        path = f"/panels/%0AGET%20/forged/{token}/?pid=known-worker"
        sock.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
        assert b"200 OK" in replied(sock)
    wait_for(lambda: "forged" in log.read_text())
    line = next(line for line in log.read_text().splitlines() if "forged" in line)
    assert "GET '/panels/\\nGET /forged/…/' 200 " in line
    assert line.endswith(" ms")
    assert not {token, "known-worker"} & set(re.split(r"[=/? ]", log.read_text()))
