"""Tests of the client when a response is lost or late, or reports a permanent error."""

from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest

CLIENT = Path(__file__).parents[2] / "client"
BODY = b'{"id": 1}'
CUT = "cut"  # the head of an answer, and half of its body
LOST = "lost"  # the connection ends where the answer should be
SILENT = "silent"  # no answer within the client's time
SLOW = "slow"  # an answer that begins at once, and comes a byte at a time without end


class Site:
    """A server that treats each request as the next entry of `plan` says: a status with headers, or
    one of the failures above. `keys` are the idempotency keys received."""

    def __init__(self):
        site = self
        self.plan, self.keys = [], []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                site.keys.append(self.headers["Idempotency-Key"])
                site.answer(self, site.plan.pop(0))

            def do_GET(self):
                site.answer(self, site.plan.pop(0))

            def log_message(self, *_arguments):
                """Log nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def answer(self, handler, act):
        if act == SILENT:
            handler.rfile.read(1)  # until the client goes
        if act in (LOST, SILENT):
            return
        if act == SLOW:
            send_slowly(handler)
            return
        status, headers = (200, {}) if act == CUT else act
        handler.send_response(status)
        for name, value in {"Content-Length": str(len(BODY)), **headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(BODY[:4] if act == CUT else BODY)


def send_slowly(handler):
    """Send a space at a time until the client disconnects."""
    handler.send_response(200)
    handler.end_headers()
    with suppress(ConnectionError):
        while not Event().wait(0.01):
            handler.wfile.write(b" ")


@pytest.fixture
def site():
    site = Site()
    thread = Thread(target=site.server.serve_forever, args=(0.01,))
    thread.start()
    yield site
    site.server.shutdown()
    thread.join()
    site.server.server_close()


@pytest.fixture
def waits(monkeypatch):
    """A list of the seconds that the client would wait between attempts."""
    monkeypatch.syspath_prepend(str(CLIENT))
    from rateroom_client import http

    waits = []
    monkeypatch.setattr(http, "time", SimpleNamespace(sleep=waits.append))
    return waits


def client(site, **times):
    from rateroom_client.http import Http

    return Http(site.address, "token", **({"seconds": 0.2} | times))


@pytest.mark.parametrize("lost", [LOST, CUT, SILENT])
def test_a_write_whose_answer_is_lost_is_repeated_with_its_key(site, waits, lost):
    site.plan = [lost, (200, {})]
    assert client(site).post("assignments/1/bonus", {"amount": "1.00"}) == {"id": 1}
    assert (len(site.keys), len(set(site.keys)), len(waits)) == (2, 1, 1)


def test_a_form_whose_answer_is_cut_is_repeated_with_its_key(site, waits):
    site.plan = [CUT, (200, {})]
    assert client(site).upload("imports", {}, {"table": ("t.csv", b"id")}) == {"id": 1}
    assert (len(site.keys), len(set(site.keys)), len(waits)) == (2, 1, 1)


@pytest.mark.parametrize("end", [LOST, (503, {})])
def test_the_error_at_the_end_has_the_key(site, waits, end):
    from rateroom_client import RateroomError

    site.plan = [end] * 5
    with pytest.raises(RateroomError) as error:
        client(site).post("assignments/1/bonus", {"amount": "1.00"})
    assert site.keys == [error.value.key] * 5
    assert error.value.status == (0 if end == LOST else 503)
    assert (f"key='{error.value.key}'" in str(error.value)) is (end == LOST)
    assert waits == [0.5, 1, 2, 4]


def test_a_conflict_is_asked_again_only_where_the_site_says_when(site, waits):
    from rateroom_client import RateroomError

    site.plan = [(409, {"Retry-After": "3"}), (409, {}), (200, {})]
    with pytest.raises(RateroomError) as error:
        client(site).post("tasks/1/again")
    assert (error.value.status, waits, len(site.plan)) == (409, [3], 1)


@pytest.mark.parametrize("answer", [CUT, (200, {"Transfer-Encoding": "chunked"})])
@pytest.mark.usefixtures("waits")
def test_a_download_that_is_cut_short_is_an_error(site, answer):
    from rateroom_client.errors import RateroomError

    site.plan = [answer]
    with pytest.raises(RateroomError, match="No reply"):
        client(site).download("export", BytesIO())


@pytest.mark.parametrize("slow", [SILENT, SLOW])
def test_a_whole_call_ends_in_its_time_however_slow_the_site(site, waits, slow):
    from rateroom_client.errors import RateroomError

    site.plan = [slow]
    with pytest.raises(RateroomError, match=r"took longer than 0\.3 seconds") as error:
        client(site, seconds=3600, total_seconds=0.3).post("assignments/1/bonus")
    # Not asked again, and the key tells what may have been done.
    assert (site.keys, waits) == ([error.value.key], [])


@pytest.mark.usefixtures("waits")
def test_a_download_ends_in_its_time_though_bytes_still_come(site):
    from rateroom_client.errors import RateroomError

    site.plan, file = [SLOW], BytesIO()
    with pytest.raises(RateroomError, match=r"took longer than 0\.3 seconds"):
        client(site, seconds=3600, total_seconds=0.3).download("export", file)
    assert set(file.getvalue()) <= {ord(" ")}


def test_a_try_that_would_come_too_late_is_not_waited_for(site, waits):
    from rateroom_client.errors import RateroomError

    site.plan = [(503, {"Retry-After": "2"}), (503, {"Retry-After": "50"}), (200, {})]
    with pytest.raises(RateroomError) as error:
        client(site, total_seconds=40).post("tasks/1/again")
    assert (error.value.status, waits, len(site.plan)) == (503, [2], 1)


def test_a_call_within_its_time_is_answered(site, waits):
    site.plan = [LOST, (200, {})]
    assert client(site, total_seconds=3600).post("tasks/1/again") == {"id": 1}
    assert waits == [0.5]


def test_a_site_is_given_its_times(monkeypatch):
    monkeypatch.syspath_prepend(str(CLIENT))
    from rateroom_client import Rateroom

    http = Rateroom("https://x.org", "token", seconds=5, total_seconds=30).http
    assert (http.seconds, http.total_seconds) == (5, 30)
