"""Tests of media on their own origin: only the site's pages show them, without cookies."""

from functools import partial

import pytest
from django.conf import settings as site_settings
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from stimuli.models import ItemMedium
from tests import media, world
from tests.supervised import free_port

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.long,  # a server of its own, as the policy is read when one starts
]
LOADED = """address => new Promise(done => {
  const image = new Image();
  image.onload = () => done(image.naturalWidth);
  image.onerror = () => done(0);
  image.src = address;
})"""


@pytest.fixture
def origin(settings, tmp_path):
    """The site's origin and the origin of its media, both on one server."""
    port = free_port()
    site, of_media = (f"http://{name}.site.localhost:{port}" for name in ("ratings", "media"))
    settings.MEDIA_ROOT, settings.MEDIA_ORIGIN, settings.ALLOWED_HOSTS = tmp_path, of_media, ["*"]
    directives = site_settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    settings.CONTENT_SECURITY_POLICY = {
        "DIRECTIVES": directives
        | {name: [*directives[name], of_media] for name in ("img-src", "media-src")}
    }
    server = LiveServer(f"localhost:{port}")
    yield site, of_media
    server.stop()


def test_pages_of_the_site_show_them_and_others_do_not(origin, open_page):
    site, of_media = origin
    owner = world.project()
    data = world.dataset(owner, items=1)
    ItemMedium.objects.filter(item__dataset=data).update(medium=media.picture(owner, "navy"))
    ann, client = world.annotator(), Client()
    claimed = world.claim(ann, world.live_batch(owner, data))
    client.force_login(ann)
    page, asked = open_page(), []
    cookie = client.cookies[site_settings.SESSION_COOKIE_NAME]
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": site}])
    page.on("request", lambda request: asked.append(request))  # noqa: PLW0108 - Playwright marks it
    page.goto(site + world.hit_path(claimed))
    picture = page.locator(f'img[src^="{of_media}/media/"]').first
    address = picture.get_attribute("src")
    loaded = partial(page.evaluate, LOADED, address)
    assert loaded() == 60
    (request, *_more) = [request for request in asked if request.url == address]
    assert request.all_headers().get("cookie") is None
    page.goto("about:blank")
    assert loaded() == 0
