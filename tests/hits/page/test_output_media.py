"""Tests of outputs that are images, videos or audio: on every page that shows them, and in
exports."""

import csv
import io
import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from hits.exports import stream
from hits.models import Assignment, Enrolment
from hits.queue.claiming import enrol
from hits.templatetags.rateroom import waveform
from stimuli.models import Medium
from stimuli.shown import medium_address
from surveys.base import Medium as ShownMedium
from surveys.loading import library_source
from surveys.samples import sample_stimulus
from surveys.versions.storing import load_version
from tests import world
from tests.hits.queue.test_cycle import statements
from tests.media import dataset_of, numbered_clip, pair_batch, picture, tone
from tests.pages import words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("store")]
PREFERRED = {"preference": "1"}
SOURCE = library_source("instruction-following-pair")


def open_page(user, batch) -> tuple[Assignment, str]:
    client, assignment = Client(), world.claim(user, batch)
    client.force_login(user)
    return assignment, client.get(world.hit_path(assignment)).content.decode()


def addresses_in(page: str) -> list[str]:
    return re.findall(r'src="(/media/[^"]+)"', page)


def test_a_page_shows_whatever_an_output_is_and_never_a_name(tmp_path):
    owner, ann = world.project(), world.annotator()
    clip, sound = numbered_clip(owner, tmp_path / "clip.webm", frames=5), tone(owner)
    red = picture(owner, "red")
    batch = pair_batch((red, clip), (sound,), text="A boat on a lake.")
    assignment, page = open_page(ann, batch)
    by_letter = dict(zip("ab", assignment.hit.output_ids, strict=True))
    expected = []
    for letter in assignment.shown_order:
        media = [row.medium for row in owned(assignment, by_letter[letter])]
        expected += [medium_address(m.sha256, m.content_type, viewer=ann.pk) for m in media]
    assert addresses_in(page) == expected
    assert (page.count("<video"), page.count("<audio"), page.count("A boat on a lake.")) == (
        1,
        1,
        2,
    )
    for name in ("heron", "moss", "teal"):
        assert name not in page.lower()
    assert page.count('decoding="async"') == page.count("data-zoom-open") == 1


def owned(assignment: Assignment, output_id: int):
    output = next(output for output in assignment.hit.outputs if output.pk == output_id)
    return output.output_media.order_by("place").select_related("medium")


def test_a_cycle_of_media_takes_five_statements_too(client):
    owner, ann = world.project(), world.annotator()
    unguarded = re.sub(r"guards:\n.*?(?=reply:)", "", SOURCE, flags=re.DOTALL)
    rubric = load_version(source=unguarded, project=owner)
    batch = pair_batch((picture(owner, "red"),), (picture(owner, "blue"),), items=40, rubric=rubric)
    enrol(annotator=ann, batch=batch, consent_given=False)
    Enrolment.objects.update(order_seed=1)  # no drawn point lies behind the last free assignment
    path = world.hit_path(world.claim(ann, batch))
    client.force_login(ann)
    with CaptureQueriesContext(connection) as queries:
        posted = client.post(path, PREFERRED)
        page = client.get(posted["Location"])
    assert (len(statements(queries)), len(addresses_in(page.content.decode()))) == (5, 2)


def test_what_is_prefetched_are_the_outputs_media(client):
    owner, ann = world.project(), world.annotator()
    batch = pair_batch((tone(owner),), (tone(owner, 880),), items=3)
    path = world.hit_path(world.claim(ann, batch))
    client.force_login(ann)
    told = client.post(f"{path}prefetch/").json()
    page = client.post(path, PREFERRED, follow=True).content.decode()
    assert sorted(medium["url"] for medium in told["media"]) == sorted(addresses_in(page))
    assert {medium["kind"] for medium in told["media"]} == {"audio"}


def test_preview_and_review_show_them(client):
    owner = world.project()
    batch = pair_batch((picture(owner, "red"),), (picture(owner, "blue"),))
    done = world.rate(world.annotator(), batch, PREFERRED)
    client.force_login(world.researcher(owner))
    for address in (
        reverse("preview", args=[batch.pk]),
        reverse("admin:review_answer", args=[done.pk]),
    ):
        page = client.get(address).content.decode()
        assert (len(addresses_in(page)), page.count("data-zoom-open")) == (2, 2)
    dataset = client.get(reverse("admin:dataset", args=[batch.dataset_id]))
    assert "red-by-heron.png" in words(dataset)


def test_links_are_shown_from_their_own_origins_alone():
    owner, ann = world.project(), world.annotator()
    linked = Medium.objects.create(project=owner, url="https://pictures.example/boat.png")
    data = dataset_of(owner, (linked,), (picture(owner, "red"),))
    data.items.get().outputs.filter(output_media__medium=linked).update(kind="image")
    batch = world.live_batch(owner, data, rubric=world.version("instruction-following-pair"))
    client, assignment = Client(), world.claim(ann, batch)
    client.force_login(ann)
    response = client.get(world.hit_path(assignment))
    assert 'src="https://pictures.example/boat.png"' in response.content.decode()
    policy = response["Content-Security-Policy"]
    assert policy.count("https://pictures.example") == 2  # pictures and media


def test_exports_name_media_for_researchers():
    owner = world.project()
    red, blue = picture(owner, "red"), picture(owner, "blue")
    batch = pair_batch((red, blue), (blue,))
    world.rate(world.annotator(), batch, PREFERRED)
    [row] = csv.DictReader(io.StringIO(b"".join(stream(batch, "wide")).decode()))
    letter = "a" if row["System_a"] == "Heron" else "b"
    assert row[f"Input.output_{letter}_media"] == "red-by-heron.png | blue-by-heron.png"
    assert row[f"Input.output_{letter}_sha256"] == f"{red.sha256} | {blue.sha256}"


def test_exports_of_texts_have_no_columns_for_media():
    batch = world.live_batch(world.project())
    world.rate(world.annotator(), batch)
    [row] = csv.DictReader(io.StringIO(b"".join(stream(batch, "wide")).decode()))
    assert [name for name in row if name.startswith("Input.")] == ["Input.image", "Input.output_a"]


def gated(owner, *outputs):
    source = SOURCE.replace("    title: Answer\n", "    title: Answer\n    watch_share: 0.9\n", 1)
    return pair_batch(*outputs, rubric=load_version(source=source, project=owner))


@pytest.mark.parametrize(
    ("seen", "status"),
    [
        ({"share_listened": 0.95}, 303),
        ({"share_listened": 0.5}, 422),
        ({"share_watched": 1, "share_listened": 0.5}, 422),
        ({}, 422),
    ],
)
def test_answers_wait_until_enough_of_each_sound_was_played(client, seen, status):
    owner, ann = world.project(), world.annotator()
    batch = gated(owner, (tone(owner),), (tone(owner, 880),))
    assignment = world.claim(ann, batch)
    client.force_login(ann)
    posted = client.post(world.hit_path(assignment), PREFERRED | {"seen": json.dumps(seen)})
    assert posted.status_code == status
    if status == 422:
        page = posted.content.decode()
        told = "Play at least 90 %" if seen else "We need JavaScript to see how much"
        assert told in page


def test_pictures_have_no_gate(client):
    owner, ann = world.project(), world.annotator()
    batch = gated(owner, (picture(owner, "red"),), (picture(owner, "blue"),))
    assignment = world.claim(ann, batch)
    client.force_login(ann)
    assert client.post(world.hit_path(assignment), PREFERRED).status_code == 303


def test_a_waveform_is_mirrored_and_as_long_as_a_phone_has_room_for():
    assert waveform([0, 255]) == "M0 50L1000 1L1000 100L0 51Z"
    assert waveform([10] * 1000).count("L") == 499
    assert waveform([7]) == "M0 49L0 52Z"


@pytest.mark.parametrize("kind", ["image", "video", "audio"])
def test_a_rubric_of_media_is_drawn_with_samples_of_them(kind):
    source = SOURCE.replace("  per_page: 2\n", f"  per_page: 2\n  kind: {kind}\n", 1)
    rubric = load_version(source=source, project=world.project()).spec
    sample = ShownMedium("/sample", f"{kind}/x")
    shown = sample_stimulus(rubric, {kind: sample})
    assert [[medium.kind for medium in output.media] for output in shown.outputs] == [[kind]] * 2
