"""Tests of `check --deploy` against a real server at the site's address."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2
import pytest
from django.core.checks import run_checks
from pytest_django.live_server_helper import LiveServer

from annotation.incoming.front_server import front_server_sends_headers

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _behind_a_proxy(settings, live_server):
    settings.BEHIND_PROXY = True
    settings.SITE_URL = f"{live_server.url}/"


class Relay(BaseHTTPRequestHandler):
    """A reverse proxy that forwards a request only when its whole body has arrived."""

    site = ""
    longest = 3_000_000_000

    def do_GET(self):
        length = int(self.headers["Content-Length"] or 0)
        if length > self.longest:
            self.send_error(413)
            return
        body = self.rfile.read(length)
        if len(body) < length:
            return
        answer = httpx2.request(
            self.command,
            self.site + self.path,
            content=body,
            headers={"Host": self.headers["Host"]},
        )
        self.send_response(answer.status_code)
        for name in ("Location", "Body-Seconds"):
            if name in answer.headers:
                self.send_header(name, answer.headers[name])
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_PUT = do_GET  # noqa: N815 - the library's names

    def log_message(self, *_args):
        pass


@pytest.fixture
def front(live_server, settings):
    """A function that starts a relay with the given class attributes as the site's address."""
    servers = []

    def begin(**attributes):
        handler = type("OneRelay", (Relay,), {"site": live_server.url, **attributes})
        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), handler))
        threading.Thread(target=servers[0].serve_forever, args=(0.01,), daemon=True).start()
        settings.ALLOWED_HOSTS = ["*"]
        settings.SITE_URL = f"http://127.0.0.1:{servers[0].server_port}/"

    yield begin
    for server in servers:
        server.shutdown()
        server.server_close()


def found():
    return [message.id for message in front_server_sends_headers()]


def test_a_front_server_that_passes_whole_requests_on_is_fine(front):
    front()
    assert found() == []


def test_one_that_passes_a_body_on_as_it_arrives_is_reported():
    assert found() == ["annotation.W010"]  # nothing is before the site


def test_one_that_refuses_archives_is_reported(front):
    front(longest=2**20)
    assert found() == ["annotation.W009"]


def test_a_page_that_redirects_to_itself_is_reported(settings):
    settings.SECURE_SSL_REDIRECT = True
    server = LiveServer("localhost")  # one that was started with this setting
    try:
        settings.SITE_URL = f"{server.url}/"
        messages = run_checks(include_deployment_checks=True)
    finally:
        server.stop()
    problem = "X-Forwarded-Proto, so every page redirects to itself"
    assert [message.msg for message in messages if message.id == "annotation.E008"] == [
        f"The front server at {server.url}/accounts/login/ does not send {problem}."
    ]


def test_another_host_is_reported(settings):
    settings.ALLOWED_HOSTS = ["ratings.example.org"]
    assert found() == ["annotation.E008"]


def test_a_site_that_is_not_started_is_no_error(settings):
    settings.SITE_URL = "http://127.0.0.1:9/"
    assert found() == ["annotation.I002"]


def test_without_a_proxy_nothing_is_asked(settings):
    settings.BEHIND_PROXY = False
    settings.SITE_URL = "http://127.0.0.1:9/"
    assert found() == []
