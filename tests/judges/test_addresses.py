"""Tests of judge endpoint addresses: forbidden ones are rejected when saving, starting and calling,
and names are resolved once."""

import datetime as dt
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.urls import reverse

from core.outbound.addresses import (
    AddressRefused,
    allowed_addresses,
    check_url,
    host_and_port,
    is_public,
)
from core.outbound.checked import CheckedBackend, checked_client
from judges.endpoints.calling import CallFailed, ask, make_client
from judges.endpoints.credentials import check_endpoint
from judges.models import JudgeEndpoint, JudgeRun
from judges.runs.running import perform_slice
from judges.runs.starting import start_run
from tests import world
from tests.judges.chat_server import ChatServer
from tests.judges.test_running import judge_run

INNER = [
    *[
        *("127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1"),
        *("169.254.169.254", "0.0.0.0"),
    ],
    *[
        *("0.1.2.3", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1"),
        *("192.88.99.1", "::", "::1"),
    ],
    *[
        *("fe80::1", "fc00::1", "fec0::1", "ff02::1", "::127.0.0.1", "::ffff:127.0.0.1"),
        *("::ffff:8.8.8.8", "2001:db8::1"),
    ],
    *[
        *("2002:7f00:1::", "2002:808:808::", "64:ff9b::7f00:1", "64:ff9b::808:808"),
        *("64:ff9b:1::7f00:1", "2001:0:1::1"),
    ],
]


@pytest.mark.parametrize("address", INNER)
def test_addresses_off_the_public_internet_are_told_apart(address):
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "1.1.1.1", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::200e"]
)
def test_public_addresses_are_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    ["ftp://a/", "file:///etc/passwd", "https://", "http://a:99999/", "//a/", "", "http://[1"],
)
def test_only_http_is_called(url):
    with pytest.raises(AddressRefused, match=r"Start the address with https:// or http://\.$"):
        host_and_port(url)


def dns(*addresses):
    """Return a resolver that gives one address per query, and repeats the last. It lists the names
    in `asked`."""
    answers, asked = list(addresses), []

    def resolve(host, _port):
        asked.append(host)
        return answers.pop(0) if len(answers) > 1 else answers[0]

    resolve.asked = asked
    return resolve


def test_of_several_addresses_only_public_ones_are_left():
    names = dns(["10.0.0.1", "8.8.8.8", "::1", "2606:4700::1111"])
    assert allowed_addresses("a.example", 443, hosts=[], resolve=names) == [
        "8.8.8.8",
        "2606:4700::1111",
    ]


@pytest.mark.parametrize(
    ("host", "entry"),
    [
        ("A.example.", "a.example:81"),
        ("a.example", "A.Example"),
        ("::1", "[::1]:81"),
        ("::1", "[::1]"),
    ],
)
def test_a_host_that_the_settings_name_may_lead_anywhere(host, entry):
    assert allowed_addresses(host, 81, hosts=[entry], resolve=dns(["10.0.0.1"])) == ["10.0.0.1"]
    with pytest.raises(AddressRefused):
        allowed_addresses(
            host, 82, hosts=["a.example:81", "[::1]:81", "example"], resolve=dns(["10.0.0.1"])
        )


def test_a_refusal_names_the_line_to_write(settings):
    settings.JUDGE_HOSTS = []
    for url, told in {
        "http://127.0.0.1:11434/v1": "127.0.0.1:11434: This address points to 127.0.0.1,|127.0.0.1:11434",
        "http://2130706433/v1": "2130706433:80: This address points to 127.0.0.1,|2130706433:80",
        "https://[::ffff:127.0.0.1]/v1": "::ffff:127.0.0.1:443: This address points to ::ffff:127.0.0.1,|"
        "[::ffff:127.0.0.1]:443",
    }.items():
        where, line = told.split("|")
        with pytest.raises(AddressRefused) as refused:
            check_url(url)
        assert str(refused.value) == (
            f"{where} which is not on the public internet. "
            "Use a public address. For a server on your own network, send this to the site "
            f"administrator: “Add {line} to JUDGE_HOSTS and restart Rateroom.”"
        )


class Recorder:
    """An HTTP server on the loopback address that answers `status` and records its requests."""

    def __init__(self, status=200, location="", context=None) -> None:
        self.hosts: list[str] = []
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                owner.hosts.append(self.headers["Host"])
                self.send_response(status)
                self.send_header("Content-Length", "0")
                if location:
                    self.send_header("Location", location)
                self.end_headers()

            do_POST = do_GET  # noqa: N815

            def log_message(self, *_args) -> None:
                """Do not log requests."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if context:
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_error) -> None:
        self.server.shutdown()
        self.server.server_close()


def client(resolve, *hosts) -> httpx2.Client:
    return checked_client(connections=1, backend=CheckedBackend(hosts, resolve), timeout=5)


@pytest.mark.attack("connect")
def test_the_address_that_was_checked_is_connected_to_under_the_name():
    names = dns(["127.0.0.1"])
    with Recorder() as server, client(names, "judge.example") as http:
        for _request in range(2):
            assert http.get(f"http://judge.example:{server.port}/v1").status_code == 200
    assert server.hosts == [f"judge.example:{server.port}"] * 2
    assert names.asked == ["judge.example"]


def test_the_next_address_is_tried_where_one_does_not_answer():
    with Recorder() as server, client(dns(["127.0.0.2", "127.0.0.1"]), "judge.example") as http:
        assert http.get(f"http://judge.example:{server.port}/v1").status_code == 200


def test_a_name_that_changes_after_the_check_reaches_nothing():
    names = dns(["8.8.8.8"], ["127.0.0.1"])
    assert allowed_addresses("judge.example", 80, hosts=[], resolve=names) == ["8.8.8.8"]
    with (
        Recorder() as server,
        client(names) as http,
        pytest.raises(AddressRefused, match="This address points to 127.0.0.1,"),
    ):
        http.get(f"http://judge.example:{server.port}/v1")
    assert server.hosts == []


@pytest.mark.attack("calling an address that a researcher chose")
@pytest.mark.parametrize(
    "host", ["127.0.0.1", "[::ffff:127.0.0.1]", "localhost", "2130706433", "0"]
)
def test_no_spelling_of_the_loopback_address_reaches_it(host):
    http = checked_client(connections=1, backend=CheckedBackend([]), timeout=5)
    with Recorder() as server, http, pytest.raises(AddressRefused):
        http.get(f"http://{host}:{server.port}/")
    assert server.hosts == []


def test_proxies_of_the_environment_are_not_used(monkeypatch):
    with Recorder() as proxy, Recorder() as server:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        with client(dns(["127.0.0.1"]), "judge.example") as http:
            http.get(f"http://judge.example:{server.port}/")
    assert (proxy.hosts, len(server.hosts)) == ([], 1)


@pytest.fixture
def certificate(tmp_path):
    """The path of a self-signed certificate for judge.example."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("judge.example")]), critical=True)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    hidden = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = tmp_path / "judge.pem"
    path.write_bytes(hidden + made.public_bytes(pem))
    return path


def test_certificates_are_checked_by_the_name(certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    asked = []
    context.sni_callback = lambda _socket, name, _context: asked.append(name)
    with (
        Recorder(context=context) as server,
        client(dns(["127.0.0.1"]), "judge.example", "other.example") as http,
    ):
        assert http.get(f"https://judge.example:{server.port}/").status_code == 200
        with pytest.raises(httpx2.ConnectError, match="other.example"):
            http.get(f"https://other.example:{server.port}/")
    assert asked == ["judge.example", "other.example"]


def endpoint(url: str, **options) -> JudgeEndpoint:
    return JudgeEndpoint(name="E", base_url=url, timeout_seconds=5, retries=2, **options)


@pytest.mark.attack("redirecting the call of a judge")
def test_a_redirect_is_not_followed_and_ends_the_run():
    with (
        Recorder() as target,
        Recorder(307, f"http://127.0.0.1:{target.port}/v1/chat/completions") as server,
    ):
        calls = make_client(endpoint(f"http://127.0.0.1:{server.port}/v1"))
        with pytest.raises(CallFailed, match="redirects are not followed") as failed:
            ask(calls, model="m", messages=[{"role": "user", "content": "?"}], parameters={})
    assert (failed.value.lasting, failed.value.for_all, target.hosts, len(server.hosts)) == (
        True,
        True,
        [],
        1,
    )


def test_the_servers_own_endpoint_may_be_anywhere(monkeypatch, settings):
    settings.JUDGE_HOSTS = []
    server = ChatServer()
    monkeypatch.setenv("OPENAI_API_KEY", "sk-own")
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    own = endpoint("", from_environment=True)
    check_endpoint(own)
    answer = ask(
        make_client(own), model="m", messages=[{"role": "user", "content": "?"}], parameters={}
    )
    server.close()
    assert (answer.finish_reason, server.keys) == ("stop", ["Bearer sk-own"])
    with pytest.raises(AddressRefused):
        make_client(endpoint(server.url))


def test_the_servers_own_account_is_not_told_to_a_researchers_endpoint(monkeypatch):
    monkeypatch.setenv("OPENAI_ORG_ID", "org-own")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-own")
    client = make_client(endpoint("http://127.0.0.1:1/v1"))
    assert (client.organization, client.project) == (None, None)


@pytest.mark.django_db
def test_an_endpoint_that_leads_inside_is_refused_when_it_is_saved(client, settings):
    owner = world.project()
    client.force_login(world.researcher(owner))
    fields = {
        "name": "E",
        "requests_per_minute": 60,
        "concurrency": 1,
        "timeout_seconds": 5,
        "retries": 1,
    }
    fields |= {"project": owner.pk, "base_url": "http://127.0.0.1:6379/v1"}
    settings.JUDGE_HOSTS = []
    page = client.post(reverse("admin:new_endpoint"), fields)
    told = "127.0.0.1:6379: This address points to 127.0.0.1, which is not on the public internet. "
    told += "Use a public address. "
    told += "For a server on your own network, send this to the site administrator: "
    told += "“Add 127.0.0.1:6379 to JUDGE_HOSTS and restart Rateroom.”"
    assert (page.status_code, page.context["form"].errors) == (422, {"base_url": [told]})
    settings.JUDGE_HOSTS = ["127.0.0.1:6379"]
    assert client.post(reverse("admin:new_endpoint"), fields).status_code == 302
    assert JudgeEndpoint.objects.get().base_url == "http://127.0.0.1:6379/v1"


@pytest.mark.django_db
def test_a_run_is_not_started_or_paused_where_its_endpoint_leads_inside(settings):
    server = ChatServer()
    run = judge_run(server, items=1)
    settings.JUDGE_HOSTS = []
    with pytest.raises(AddressRefused):
        start_run(run_id=run.pk)
    JudgeRun.objects.update(state=JudgeRun.State.RUNNING)
    assert not perform_slice(run_id=run.pk)
    server.close()
    run.refresh_from_db()
    assert (run.state, server.requests) == (JudgeRun.State.PAUSED, [])
    assert run.stopped_because.startswith("127.0.0.1:")
    assert (
        "This address points to 127.0.0.1, which is not on the public internet."
        in run.stopped_because
    )
