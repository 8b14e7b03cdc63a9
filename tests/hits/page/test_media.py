"""Tests of media: they are served byte for byte from URLs signed for one account, which expire at
the end of the next day."""

import hashlib
import re
from datetime import UTC, datetime, time, timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from analysis.comparison.results import ComparisonSettings
from analysis.report.computing import perform_report
from analysis.report.content import comparison_of
from analysis.requests import report_for
from hits.models import Assignment
from hits.page import shell
from stimuli.media import images, sounds
from stimuli.models import ItemMedium, Medium
from stimuli.shown import EXTENSIONS, medium_address
from tests import world
from tests.judges.test_importing import ANN, BEN, JUDGE, judge, rate_with, reply

pytestmark = pytest.mark.django_db
CONTENT = bytes(range(256)) * 40
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture(autouse=True)
def stored(store):
    name = Medium(sha256=DIGEST).storage_name
    if not default_storage.exists(name):
        default_storage.save(name, ContentFile(CONTENT))


def signed(user, *, days_ago: int = 0, content_type: str = "video/mp4") -> str:
    day = datetime.now(UTC).date() - timedelta(days=days_ago)
    return medium_address(DIGEST, content_type, viewer=user.pk, day=day)


def entered(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.attack("GET")
def test_media_come_byte_for_byte_with_ranges_and_never_run():
    ann = world.annotator()
    client, address = entered(ann), signed(ann)
    whole = client.get(address)
    assert (b"".join(whole.streaming_content), whole["Content-Type"]) == (CONTENT, "video/mp4")
    part = client.get(address, headers={"Range": "bytes=1000-1009"})
    assert (part.status_code, b"".join(part.streaming_content)) == (206, CONTENT[1000:1010])
    assert part["Content-Range"] == f"bytes 1000-1009/{len(CONTENT)}"
    assert whole["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert whole["X-Content-Type-Options"] == "nosniff"
    assert client.get(address, headers={"If-None-Match": whole["ETag"]}).status_code == 304
    missing = medium_address("0" * 64, "image/png", viewer=ann.pk)
    assert client.get(missing).status_code == 404


@pytest.mark.attack("GET")
def test_an_address_is_one_accounts_alone():
    owner = world.project()
    ann = world.annotator()
    others = [
        world.second_annotator(),
        world.researcher(owner),
        world.person("root", is_superuser=True, is_staff=True),
    ]
    assert entered(ann).get(signed(ann)).status_code == 200
    assert [entered(other).get(signed(ann)).status_code for other in others] == [403, 403, 403]
    assert Client().get(signed(ann))["Location"] == f"/accounts/login/?next={signed(ann)}"


@pytest.mark.parametrize(
    ("days_ago", "status"), [(0, 200), (1, 200), (2, 403), (30, 403), (-1, 403)]
)
def test_an_address_holds_until_the_end_of_the_next_day(days_ago, status):
    ann = world.annotator()
    response = entered(ann).get(signed(ann, days_ago=days_ago))
    assert response.status_code == status
    if status == 200:
        now = datetime.now(UTC)
        end = datetime.combine(now.date() + timedelta(days=2 - days_ago), time(), UTC)
        cached = re.fullmatch(r"private, max-age=(\d+), immutable", response["Cache-Control"])
        assert abs(int(cached[1]) - (end - now).total_seconds()) < 60


def test_what_was_tampered_with_is_refused():
    ann = world.annotator()
    client, address = entered(ann), signed(ann)
    _empty, _media, mac, name = address.split("/")
    flipped = ("1" if mac[0] == "0" else "0") + mac[1:]
    for other in (
        f"/media/{flipped}/{name}",
        f"/media/{mac[:-1]}/{name}",
        f"/media/{mac.upper() if mac.upper() != mac else flipped}/{name}",
        f"/media/{mac}/{'0' * 64}.mp4",
        f"/media/{mac}/{DIGEST}.png",
        f"/media/{mac}/{DIGEST.upper()}.mp4",
    ):
        assert client.get(other).status_code == 403
    for gone in (
        f"/media/{DIGEST}",
        f"/media/{mac}/{DIGEST}",
        f"/media/{mac}/..%2f..%2fsecret_key.mp4",
    ):
        assert client.get(gone).status_code == 404


def test_a_former_secret_key_still_opens_addresses(settings):
    ann = world.annotator()
    client, address = entered(ann), signed(ann)
    former, settings.SECRET_KEY = settings.SECRET_KEY, "a new key of this test " * 3
    settings.SECRET_KEY_FALLBACKS = [former]
    assert client.get(address).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    client.force_login(ann)
    assert client.get(address).status_code == 403


def test_a_medium_costs_the_session_and_nothing_more():
    ann = world.annotator()
    client = entered(ann)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(signed(ann)).status_code == 200
    assert len(queries) == 1


def test_all_that_an_import_takes_has_an_extension():
    videos = {"video/mp4", "video/quicktime", "video/webm"}
    assert set(EXTENSIONS) == {*images.CONTENT_TYPES.values(), *videos, *sounds.CODECS}
    assert len(set(EXTENSIONS.values())) == len(EXTENSIONS)


# Every page that shows an item's media.


@pytest.fixture
def rated():
    owner = world.project()
    data = world.dataset(owner, items=3)
    picture = Medium.objects.create(
        project=owner, sha256=DIGEST, content_type="image/png", width=8, height=6
    )
    ItemMedium.objects.filter(item__dataset=data).update(medium=picture)
    batch = world.live_batch(owner, data, annotators_per_hit=4)
    rate_with(world.annotator(), batch, ANN)
    rate_with(world.second_annotator(), batch, BEN)
    judge(batch, [reply(value) for value in JUDGE])
    return batch


def addresses_in(text: str) -> set[str]:
    return set(re.findall(r"/media/[^\"' <>&]+", text))


def test_every_page_signs_what_it_shows_for_who_reads_it(rated):
    rita, cara = world.researcher(rated.project), world.person("cara")
    report = report_for(rated, ComparisonSettings(draws=10))
    perform_report(report_id=report.pk)
    report.refresh_from_db()
    judged = comparison_of(report).criterion("naturalness").judges[0]
    assert len(judged.disagreements) > 0
    done = Assignment.objects.filter(batch=rated, state="submitted").first()
    claimed = world.claim(cara, rated)
    pages = [
        (cara, world.hit_path(claimed)),
        (rita, reverse("preview", args=[rated.pk])),
        (rita, reverse("admin:dataset", args=[rated.dataset_id])),
        (rita, reverse("admin:review_answer", args=[done.pk])),
        (rita, reverse("report_difference", args=[rated.pk, report.pk, "naturalness", 1, 1])),
    ]
    for user, page in pages:
        response = entered(user).get(page)
        assert response.status_code == 200
        assert addresses_in(response.content.decode()) == {signed(user, content_type="image/png")}


def test_what_is_loaded_ahead_is_what_the_next_page_shows(rated):
    cara = world.person("cara")
    client = entered(cara)
    path = world.hit_path(world.claim(cara, rated))
    told = client.post(f"{path}prefetch/").json()
    following = client.post(path, world.GOOD, headers={"Accept": "application/json"}).json()
    address = signed(cara, content_type="image/png")
    assert told["media"] == [{"url": address, "type": "image/png", "kind": "image"}]
    assert addresses_in(following["html"]) == {told["media"][0]["url"]}


def test_no_address_of_a_medium_is_in_the_frame_that_annotators_share(rated):
    shell._shells.clear()
    seen = []
    for user in (world.person("cara"), world.person("dora")):
        page = entered(user).get(world.hit_path(world.claim(user, rated))).content.decode()
        seen.append((addresses_in(page), {signed(user, content_type="image/png")}))
    frames = shell._shells.values()
    assert [shown for shown, _own in seen] == [own for _shown, own in seen]
    assert seen[0] != seen[1]
    assert addresses_in("".join(piece for frame in frames for piece in frame.pieces)) == set()
