"""Tests of media at their own origin: signed URLs need no session, and nothing else is served."""

import hashlib
import io
import runpy
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client

from annotation import checks
from annotation import settings as site_settings
from annotation.stores import media_origin
from stimuli.models import ItemMedium, Medium
from stimuli.shown import medium_address
from stimuli.store import put_content
from tests import world

ORIGIN = "https://media.example.org"
HOST = "media.example.org"
CONTENT = bytes(range(256)) * 40
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture(autouse=True)
def _origin(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    settings.MEDIA_ORIGIN = ORIGIN
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, HOST]
    put_content(DIGEST, io.BytesIO(CONTENT))


def path(*, days_ago: int = 0, content_type: str = "video/mp4") -> str:
    day = datetime.now(UTC).date() - timedelta(days=days_ago)
    address = medium_address(DIGEST, content_type, viewer=7, day=day)
    assert address.startswith(f"{ORIGIN}/media/")
    return address.removeprefix(ORIGIN)


def asked(address: str, *, host: str = HOST, method: str = "GET", **headers: str):
    """Send a request. Tests that use this have no database, so reading a session would fail."""
    given = {"Host": host} | headers
    return Client().generic(method, address, headers=given)


@pytest.mark.attack("GET")
def test_an_address_needs_no_session_and_sets_no_cookie():
    response = asked(path(), Cookie="sessionid=of-a-neighbour")
    assert (response.status_code, b"".join(response.streaming_content)) == (200, CONTENT)
    assert (response["Content-Type"], dict(response.cookies)) == ("video/mp4", {})
    assert response["Cross-Origin-Resource-Policy"] == "same-site"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"] == "sandbox; default-src 'none'"
    part = asked(path(), Range="bytes=5-9")
    assert (part.status_code, b"".join(part.streaming_content)) == (206, CONTENT[5:10])
    assert asked(path(), method="HEAD")["Content-Length"] == str(len(CONTENT))


@pytest.mark.parametrize("days_ago", [0, 7, 8])
def test_it_holds_for_longer_than_a_hit_may_take(days_ago):
    response = asked(path(days_ago=days_ago))
    seconds = int(response["Cache-Control"].removeprefix("public, max-age=").split(",")[0])
    assert (response.status_code, (8 - days_ago) * 86400 <= seconds) == (200, True)


@pytest.mark.parametrize("days_ago", [-1, 9, 100])
def test_it_ends(days_ago):
    response = asked(path(days_ago=days_ago))
    assert (response.status_code, response["Cache-Control"]) == (403, "no-store")


@pytest.mark.attack("GET")
def test_it_covers_the_name_and_the_purpose(settings):
    _empty, media, mac, name = path().split("/")
    other = hashlib.sha256(b"another file").hexdigest()
    put_content(other, io.BytesIO(b"another file"))
    settings.MEDIA_ORIGIN = ""
    of_an_account = medium_address(DIGEST, "video/mp4", viewer=7)
    settings.MEDIA_ORIGIN = ORIGIN
    flipped = ("1" if mac[0] == "0" else "0") + mac[1:]
    wrong = [f"/{media}/{mac}/{other}.mp4", f"/{media}/{mac}/{DIGEST}.png"]
    wrong += [f"/{media}/{flipped}/{name}", of_an_account]
    assert [asked(address).status_code for address in wrong] == [403] * 4


@pytest.mark.django_db
def test_it_opens_nothing_at_the_sites_own_address():
    client = Client()
    client.force_login(world.annotator())
    assert client.get(path()).status_code == 403


def test_a_former_secret_key_still_opens_addresses(settings):
    address = path()
    former, settings.SECRET_KEY = settings.SECRET_KEY, "a new key of this test " * 3
    settings.SECRET_KEY_FALLBACKS = [former]
    assert asked(address).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert asked(address).status_code == 403


@pytest.mark.attack("GET")
@pytest.mark.parametrize(
    "host", [HOST, f"{HOST}:443", "MEDIA.example.org", f"{HOST}.", f"{HOST}.:8443"]
)
def test_every_other_path_is_404_under_every_spelling_of_the_name(host):
    paths = [
        "/",
        "/accounts/login/",
        "/admin/",
        "/livez",
        "/readyz",
        "/metrics",
        "/api/v1/",
        "/docs/",
    ]
    paths += ["/static/css/rateroom.css", f"/media/{DIGEST}", "/media/../accounts/login/"]
    answers = [asked(address, host=host) for address in paths]
    assert [answer.status_code for answer in answers] == [404] * len(paths)
    assert [dict(answer.cookies) for answer in answers] == [{}] * len(paths)
    assert asked(path(), host=host).status_code == 200


def test_nothing_can_be_sent_there():
    assert [asked(path(), method=method).status_code for method in ("POST", "PUT", "OPTIONS")] == [
        405,
        405,
        405,
    ]


def test_plain_http_leads_to_tls_and_tls_stays(settings):
    settings.SECURE_SSL_REDIRECT = True
    response = asked(path())
    assert (response.status_code, response["Location"]) == (301, ORIGIN + path())
    settings.SECURE_HSTS_SECONDS = 60
    secure = Client().get(path(), headers={"Host": HOST}, secure=True)
    assert secure["Strict-Transport-Security"].startswith("max-age=60")


@pytest.mark.django_db
def test_pages_show_media_from_there_and_need_no_policy_of_their_own():
    owner = world.project()
    data = world.dataset(owner, items=1)
    picture = Medium.objects.create(
        project=owner, sha256=DIGEST, content_type="image/png", width=8, height=6
    )
    ItemMedium.objects.filter(item__dataset=data).update(medium=picture)
    ann = world.annotator()
    claimed = world.claim(ann, world.live_batch(owner, data))
    client = Client()
    client.force_login(ann)
    response = client.get(world.hit_path(claimed))
    page = response.content.decode()
    assert f'src="{ORIGIN}{path(content_type="image/png")}"' in page
    assert f'data-origins="{ORIGIN}"' in page
    assert client.get("/accounts/login/")["Cross-Origin-Resource-Policy"] == "same-origin"


def test_the_policy_of_every_page_names_both_origins_that_send_media(monkeypatch):
    monkeypatch.setenv("MEDIA_ORIGIN", ORIGIN)
    store = "https://s3.example.org"
    monkeypatch.setenv("RATEROOM_MEDIA", f"s3://bucket?endpoint={store}&redirect={store}")
    read = runpy.run_path(str(Path(site_settings.__file__)))
    policy = read["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    assert policy["img-src"] == ["'self'", "data:", "blob:", ORIGIN, store]
    assert policy["media-src"] == ["'self'", "blob:", ORIGIN, store]
    assert read["ALLOWED_HOSTS"] == [*read["SITE_HOSTS"], HOST]


def test_the_setting_is_an_origin_and_not_the_sites_own(settings):
    assert media_origin(" https://Media.example.org/ ") == ORIGIN
    for wrong in (
        "media.example.org",
        f"{ORIGIN}/files",
        "ftp://media.example.org",
        f"{ORIGIN}; x",
    ):
        with pytest.raises(ValueError, match="Write an origin such as"):
            media_origin(wrong)
    assert checks.media_host_of_its_own() == []
    settings.SITE_HOSTS = ["ratings.example.org", HOST]
    assert [error.id for error in checks.media_host_of_its_own()] == ["annotation.E007"]
