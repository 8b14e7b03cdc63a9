"""Tests of outputs that are HTML pages: signed URLs at the media origin, in a sandbox."""

from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template
from django.test import Client

from annotation.stores import is_another_site
from stimuli.models import Output
from stimuli.pages import page_address
from surveys.base import ShownOutput
from tests import world

pytestmark = pytest.mark.django_db
ORIGIN = "https://pages.example.net"
POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; "
    "frame-ancestors https://ratings.example.org"
)


@pytest.fixture
def output(settings):
    settings.MEDIA_ORIGIN, settings.PAGES_APART = ORIGIN, True
    settings.SITE_URL = "https://ratings.example.org/"
    settings.ALLOWED_HOSTS = ["*"]
    world.dataset(world.project(), items=1)
    return Output.objects.first()


def asked(address: str, *, method: str = "GET"):
    return Client().generic(
        method, address.removeprefix(ORIGIN), headers={"Host": "pages.example.net"}
    )


@pytest.mark.attack("GET")
def test_a_page_runs_shut_off_from_everything(output):
    response = asked(page_address(output.pk))
    assert (response.status_code, response.content.decode()) == (200, output.text)
    assert response["Content-Security-Policy"] == POLICY
    assert response["Content-Type"].startswith("text/html")
    assert (response["Referrer-Policy"], response["X-DNS-Prefetch-Control"]) == (
        "no-referrer",
        "off",
    )
    assert response["X-Content-Type-Options"] == "nosniff"
    assert dict(response.cookies) == {}
    assert asked(page_address(output.pk), method="POST").status_code == 405


@pytest.mark.attack("GET")
def test_its_address_is_sealed_for_nine_days_and_tells_no_number(output):
    today = datetime.now(UTC).date()
    for days, status in ((8, 200), (9, 403), (-1, 403)):
        address = page_address(output.pk, day=today - timedelta(days=days))
        assert asked(address).status_code == status
    address = page_address(output.pk)
    assert asked(address[:-1] + ("0" if address[-1] != "0" else "1")).status_code == 403
    near = zip(address, page_address(output.pk + 1), strict=True)
    assert sum(one != other for one, other in near) > 30


@pytest.mark.attack("GET")
def test_no_page_runs_where_media_are_of_our_own_site(output, settings):
    address = page_address(output.pk)
    settings.PAGES_APART = False
    assert (asked(address).status_code, page_address(output.pk)) == (403, "")


def test_a_page_that_may_not_run_is_shown_as_its_source():
    words = Template("{% include 'blocks/outputs/_text.html' with format='html' %}")
    source = words.render(Context({"output": ShownOutput("a", 1, "<b onclick=x()>")}))
    assert "<iframe" not in source
    assert "onclick</b>" in source
    framed = words.render(Context({"output": ShownOutput("a", 1, "<b>", page=f"{ORIGIN}/x")}))
    assert 'sandbox="allow-scripts"' in framed
    assert 'allow=""' in framed


@pytest.mark.parametrize(
    ("origin", "apart"),
    [
        ("", False),
        ("https://media.example.org", False),
        ("https://example.org", False),
        ("https://ratings-pages.example.net", True),
        ("https://b.co.uk", False),
        ("http://127.0.0.1:8001", True),
    ],
)
def test_two_names_of_one_site_are_known(origin, apart):
    assert is_another_site(origin, ["ratings.example.org", "a.co.uk"]) is apart
    assert not is_another_site(origin, ["*"])
