"""Tests that sixty hostile HTML outputs, framed in a HIT, reach nothing outside except by WebRTC."""

import re
import socket
import threading
from contextlib import closing

import pytest
from django.conf import settings as site_settings
from django.test import Client
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from stimuli.models import Output, System
from stimuli.pages import page_address
from surveys.loading import library_source, load_rubric
from surveys.models import RubricVersion
from tests import world
from tests.injection.pages import hostile_pages
from tests.supervised import free_port

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.long,  # a server of its own, as the policy is read when one starts
]
# The policy does not stop these in Chromium.
LET_THROUGH = {"UDP"}  # WebRTC
PATIENCE_MS = 5_000
FRAMES = """addresses => {
  const frame = document.querySelector(".output-page");
  for (const address of addresses) {
    const another = frame.cloneNode();
    another.loading = "eager";
    another.src = address;
    frame.after(another);
  }
}"""


def of_pages() -> RubricVersion:
    """Return a version of a library rubric whose outputs are HTML pages."""
    source = library_source("image-paragraph").replace(
        "block: outputs\n", "block: outputs\n    format: html\n"
    )
    spec, known = load_rubric(source), world.version()
    return RubricVersion.objects.create(
        rubric=known.rubric,
        sha256=spec.sha256,
        number=2,
        source=source,
        declaration=spec.model_dump(mode="json"),
    )


class Listener:
    """A server that records what arrives at its port by TCP and UDP: the requested path, or ""."""

    def __init__(self) -> None:
        self.arrived: list[str] = []
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.port = self.tcp.getsockname()[1]
        self.udp = socket.socket(type=socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", self.port))
        for listens in (self._connections, self._packets):
            threading.Thread(target=listens, daemon=True).start()

    def _connections(self) -> None:
        while True:
            try:
                connection, _sender = self.tcp.accept()
            except OSError:
                return
            threading.Thread(target=self._read, args=[connection], daemon=True).start()

    def _read(self, connection: socket.socket) -> None:
        with closing(connection):
            connection.settimeout(5)
            try:
                line = connection.recv(2_000).split(b"\r\n")[0].decode(errors="replace")
            except OSError:
                line = ""
            self.arrived.append(line)

    def _packets(self) -> None:
        while self.udp.recv(2_000):
            self.arrived.append("UDP")

    def close(self) -> None:
        self.tcp.close()


@pytest.fixture
def listener():
    with closing(Listener()) as listening:
        yield listening


@pytest.fixture
def site(settings, tmp_path):
    port = free_port()
    ours, pages = (f"http://{name}.localhost:{port}" for name in ("ratings", "pages"))
    settings.MEDIA_ROOT, settings.MEDIA_ORIGIN, settings.ALLOWED_HOSTS = tmp_path, pages, ["*"]
    settings.PAGES_APART, settings.SITE_URL = True, f"{ours}/"
    directives = site_settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": directives | {"frame-src": [pages]}}
    server = LiveServer(f"localhost:{port}")
    yield ours
    server.stop()


@pytest.mark.attack("GET")
def test_sixty_hostile_pages_reach_nothing_but_a_packet_outside(site, chromium, listener):
    owner, ann, client = world.project(), world.annotator(), Client()
    data = world.dataset(owner, items=1)
    claimed = world.claim(ann, world.live_batch(owner, data, rubric=of_pages()))
    client.force_login(ann)
    pages = hostile_pages(f"127.0.0.1:{listener.port}")
    systems = System.objects.bulk_create(System(dataset=data, name=name) for name in pages)
    made = Output.objects.bulk_create(
        Output(item=data.items.get(), system=system, text=text)
        for system, text in zip(systems, pages.values(), strict=True)
    )
    context = chromium.new_context()
    cookie = client.cookies[site_settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": site}])
    page, done = context.new_page(), []
    page.on("download", lambda one: done.append(one))  # noqa: PLW0108 - Playwright marks it
    page.on("dialog", lambda one: done.append(one))  # noqa: PLW0108 - Playwright marks it
    context.on("page", lambda one: done.append(one))  # noqa: PLW0108 - Playwright marks it
    address = site + world.hit_path(claimed)
    page.goto(address)
    frame = page.frame_locator(".output-page").first
    expect(frame.locator("body")).to_contain_text("Text")
    page.evaluate(FRAMES, [page_address(output.pk) for output in made])
    page.wait_for_timeout(PATIENCE_MS)
    assert (page.url, done) == (address, [])
    names = list(pages)
    asked = [(re.match(r"[A-Z]+ /(\d+)\b", line), line) for line in listener.arrived]
    arrived = {names[int(hit[1])] if hit else line for hit, line in asked}
    assert len(pages) >= 60
    assert len([one for one in page.frames if one.url.startswith(site_settings.MEDIA_ORIGIN)]) > 60
    assert arrived == LET_THROUGH
    context.close()
