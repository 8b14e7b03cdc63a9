"""Tests of `make serve`: the site behind Caddy and PgBouncer with production settings."""

import http.client
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from types import MappingProxyType

import pytest
from playwright.sync_api import expect

from local.pgbouncer import PORT as POOLER_PORT
from local.programs import ROOT, WORKER
from local.serving import LOCAL
from tests.local.conftest import begin_with
from tests.supervised import Supervised, bare_environment, free_port, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.browser]
AUTHORITY = "caddy/pki/authorities/local/root.crt"
MEDIA_HOST = "media.localhost"
PASSWORD = "a passphrase of this test"
SLOW_FORM = (
    "POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\n\r\nlogin="
)
HEADERS = (
    *("Content-Security-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"),
    *("Permissions-Policy", "Referrer-Policy", "Strict-Transport-Security"),
    *("X-Content-Type-Options", "X-Frame-Options"),
)


@pytest.fixture(scope="module")
def served(tmp_path_factory, migrated):
    port, plain = free_port(), free_port()
    var = begin_with(migrated, tmp_path_factory.mktemp("serve") / "var")
    run = Supervised(
        var,
        "serve",
        port,
        HTTPS_PORT=str(port),
        HTTP_PORT=str(plain),
        MEDIA_ORIGIN=f"https://{MEDIA_HOST}:{port}",
    )
    run.plain_port = plain
    try:
        run.expect("Rateroom is ready")
        manage(run, "createsuperuser", "--noinput", "--username=rita", "--email=rita@example.org")
        yield run
    finally:
        if run.process.poll() is None:
            run.stop()


def manage(run, *arguments):
    env = bare_environment() | {
        "RATEROOM_VAR": str(run.var),
        "DJANGO_SETTINGS_MODULE": "annotation.settings",
        "DJANGO_SUPERUSER_PASSWORD": PASSWORD,
    }
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=env, check=True)


def asked(run, path, *, method="GET", host="localhost", headers=MappingProxyType({})):
    """Return the status and the headers of a page that is requested over TLS."""
    context = ssl.create_default_context(cafile=run.var / AUTHORITY)
    with closing(http.client.HTTPSConnection(host, run.port, timeout=20)) as connection:
        plain = socket.create_connection(("localhost", run.port), timeout=20)
        connection.sock = context.wrap_socket(plain, server_hostname=host)
        connection.request(method, path, headers=headers)
        reply = connection.getresponse()
        reply.read()
        return reply.status, dict(reply.getheaders())


def other_addresses() -> set[str]:
    """Return addresses of this machine that answer only if the server listens on all addresses."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:  # there is no network
            return {"127.0.0.2"}
        return {asking.getsockname()[0], "127.0.0.2"}


@pytest.mark.attack("connect")
def test_without_a_public_name_it_answers_this_machine_alone(served):
    for address in other_addresses():
        for port in (served.port, served.plain_port):
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((address, port), timeout=5)


@pytest.mark.attack("connect")
@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        *(("/accounts/login/", "GET", 200), ("/admin/", "GET", 302), ("/nothing/", "GET", 404)),
        *(("/static/nothing.css", "GET", 404), ("/livez", "GET", 200)),
        *(("/accounts/login/", "POST", 403), ("/static/css/site.css", "GET", 200)),
        *(("/accounts/logout/", "POST", 403), ("/api/v1/projects", "GET", 401)),
        *(("/?q=%00", "GET", 400), ("/media/nothing", "GET", 404)),
    ],
)
def test_every_response_has_the_headers(served, path, method, status):
    answered, headers = asked(served, path, method=method)
    assert answered == status
    assert_policies(headers)


def assert_policies(headers):
    lower = {name.lower() for name in headers}
    assert [name for name in HEADERS if name.lower() not in lower] == []
    assert "server" not in lower


def test_the_name_of_media_answers_media_alone(served):
    paths = ["/", "/livez", "/accounts/login/", "/static/css/site.css", "/media/none"]
    answers = [asked(served, path, host=MEDIA_HOST) for path in paths]
    assert [status for status, _headers in answers] == [404] * len(paths)
    for _status, headers in answers:
        lower = {name.lower() for name in headers}
        assert [name for name in HEADERS if name.lower() not in lower] == []
        assert {"server", "set-cookie"} & lower == set()
    # Past Caddy, to the application.
    status, headers = asked(served, f"/media/{'0' * 32}/{'0' * 64}.png", host=MEDIA_HOST)
    # Another site by its name, from which our pages take media.
    assert (status, headers["Cross-Origin-Resource-Policy"]) == (403, "cross-origin")


def test_a_file_that_is_known_already_has_the_headers(served):
    _status, headers = asked(served, "/static/css/site.css")
    known = {"If-None-Match": headers["Etag"]}
    status, headers = asked(served, "/static/css/site.css", headers=known)
    assert status == 304
    assert_policies(headers)


def test_plain_http_leads_to_tls(served):
    with closing(
        http.client.HTTPConnection("localhost", served.plain_port, timeout=20)
    ) as connection:
        connection.request("GET", "/admin/?page=2")
        reply = connection.getresponse()
        assert reply.status == 301
        assert reply.headers["Location"] == f"https://localhost:{served.port}/admin/?page=2"


def test_a_researcher_works_behind_caddy_and_pgbouncer(served, chromium):
    context = chromium.new_context(ignore_https_errors=True, locale="en-GB")
    page, problems = context.new_page(), []
    page.on("console", lambda message: problems.append(message.text))
    page.on("response", lambda reply: reply.status >= 400 and problems.append(reply.url))
    page.goto(f"https://localhost:{served.port}/accounts/login/?next=/admin/")
    page.fill("input[name=login]", "rita")
    page.fill("input[name=password]", PASSWORD)
    page.press("input[name=password]", "Enter")
    expect(page).to_have_url(f"https://localhost:{served.port}/admin/")
    expect(page.locator("h1")).to_be_visible()
    # Caddy served the styles.
    assert page.evaluate("getComputedStyle(document.body).fontFamily") != ""
    assert page.evaluate("document.styleSheets.length") > 0
    cookies = {cookie["name"]: cookie["secure"] for cookie in context.cookies()}
    names = ("__Host-csrftoken", "__Host-known_browser", "__Host-sessionid")
    assert cookies == dict.fromkeys(names, True)
    assert problems == []
    context.close()


@pytest.mark.attack("connect")
@pytest.mark.parametrize("sent", ["GET /accounts/login/ HTTP/1.1\r\nHost: loc", SLOW_FORM])
def test_forty_slow_senders_keep_nobody_waiting(served, sent):
    """There are more slow senders than the web servers have threads."""
    context = ssl.create_default_context(cafile=served.var / AUTHORITY)
    with ExitStack() as stack:
        senders = []
        for _sender in range(40):
            plain = stack.enter_context(socket.create_connection(("localhost", served.port)))
            senders.append(stack.enter_context(context.wrap_socket(plain, server_hostname=LOCAL)))
            senders[-1].sendall(sent.encode())
        for byte in b"alho":
            for sender in senders:
                sender.send(bytes([byte]))
            assert asked(served, "/accounts/login/")[0] == 200


def restarted(run, name, pid, booted) -> bool:
    return run.pid(name) != pid and run.output.count("Booting worker") >= booted + 2


def test_a_rolling_restart_is_not_noticed(served):
    statuses: list[int] = []
    over = threading.Event()

    def ask():
        while not over.wait(0.05):
            statuses.append(asked(served, "/accounts/login/")[0])

    with ThreadPoolExecutor(3) as people:
        asking = [people.submit(ask) for _person in range(3)]
        try:
            for name in ("web-1", "web-2"):
                answered, pid = len(statuses), served.pid(name)
                before = served.output.count("Booting worker")
                os.kill(pid, signal.SIGTERM)
                wait_for(partial(restarted, served, name, pid, before))
                assert len(statuses) > answered
        finally:
            over.set()
        for person in asking:
            person.result()  # raises what ended it, as an answer that did not come
    assert set(statuses) == {200}


@pytest.mark.long
def test_a_worker_behind_the_pooler_does_not_start(served):
    sockets = served.var / "pgbouncer"
    addresses = served.addresses()
    env = bare_environment() | {
        "RATEROOM_VAR": str(served.var),
        "DATABASE_URL": f"postgresql://postgres@/rateroom?host={sockets}&port={POOLER_PORT}",
        "REDIS_URL": addresses["redis"],
        "HTTPS": "false",
    }
    command = [sys.executable, "-m", *WORKER, "--concurrency", "1", "--hostname", "pooled@%h"]
    ended = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=90, check=False
    )
    assert ended.returncode == 1
    assert "give workers the address of PostgreSQL itself" in ended.stderr
