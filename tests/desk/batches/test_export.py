"""Tests of the export page, snapshots of exports, and the replay of a HIT as it was shown."""

import re

import pytest
from django.urls import reverse

from hits.exports.fixed import REPLAY
from hits.models import Assignment
from people.models import Act
from tests import world

pytestmark = pytest.mark.django_db
CHOSEN = {
    "table": "wide",
    "file_format": "csv",
    "states": ["submitted", "approved", "rejected"],
    "pseudonyms": "batch",
}


@pytest.fixture(scope="module")
def module_batch(module_rows):
    live = world.live_batch(world.project(), title="Wings")
    for _hit in range(3):
        world.rate(
            world.annotator(), live, world.GOOD | {"syntax": "3", "feedback": "Stiff wings."}
        )
    return live


def rows(page) -> str:
    return re.sub(
        r"<[^>]+>|\s+", " ", re.search(r'id="rows".*?</p>', page.content.decode(), re.DOTALL)[0]
    )


def test_the_page_counts_what_is_chosen(rita, batch):
    address = reverse("admin:export", args=[batch.pk])
    assert "3 rows" in " ".join(rows(rita.get(address)).split())
    longer = rita.post(address, CHOSEN | {"table": "long"})
    assert "18 rows" in " ".join(rows(longer).split())
    none = rita.post(address, CHOSEN | {"states": ["rejected"]})
    assert none.context["rows"] == 0


def test_the_file_is_what_was_chosen(rita, batch):
    address = reverse("admin:export_file", args=[batch.pk])
    response = rita.post(address, CHOSEN | {"file_format": "jsonl"})
    assert len(b"".join(response.streaming_content).splitlines()) == 3
    assert response["Content-Disposition"] == f'attachment; filename="batch-{batch.pk}-wide.jsonl"'
    assert response["Content-Type"] == "application/jsonl; charset=utf-8"


def test_a_download_and_a_snapshot_are_acts(rita, batch):
    rita.post(reverse("admin:export_file", args=[batch.pk]), CHOSEN)
    rita.post(reverse("admin:keep_snapshot", args=[batch.pk]), CHOSEN | {"counted": "on"})
    sha256 = batch.export_snapshots.get().sha256
    acts = Act.objects.filter(verb="exported").order_by("pk")
    assert list(acts.values_list("actor__username", "after")) == [
        ("rita", {"file": "wide.csv"}),
        ("rita", {"file": "wide.csv", "counted": True, "sha256": sha256}),
    ]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"annotators": "R-NOBODY"}, "“R-NOBODY” was not found."),
        ({"since": "2026-02-03", "until": "2026-02-01"}, "The end date is before the start date."),
        ({"states": []}, "This field is required."),
    ],
)
def test_a_wrong_choice_is_told_and_nothing_is_exported(rita, batch, wrong, message):
    for name in ("export_file", "keep_snapshot", "export"):
        response = rita.post(reverse(f"admin:{name}", args=[batch.pk]), CHOSEN | wrong)
        assert (response.status_code, message in response.content.decode()) == (422, True)
    assert batch.export_snapshots.count() == 0


def test_a_snapshot_has_an_address_that_gives_the_same_bytes(rita, batch):
    kept = rita.post(reverse("admin:keep_snapshot", args=[batch.pk]), CHOSEN)
    snapshot = batch.export_snapshots.get()
    assert kept["Location"] == reverse("admin:snapshot", args=[batch.pk, snapshot.sha256])
    page = rita.get(kept["Location"]).content.decode()
    assert page.count(snapshot.sha256) >= 2
    file = rita.get(reverse("admin:snapshot_file", args=[batch.pk, snapshot.sha256]))
    assert len(b"".join(file.streaming_content)) == snapshot.size
    assert rita.get(reverse("admin:snapshot", args=[batch.pk, "0" * 64])).status_code == 404


def test_the_links_in_an_export_lead_to_the_page_of_the_desk():
    assert reverse("admin:replay", args=[7]) == f"{REPLAY}7/"


def test_a_replay_has_the_answers_the_order_and_the_version(rita, batch):
    done = Assignment.objects.filter(batch=batch, state="submitted").first()
    page = rita.get(reverse("admin:replay", args=[done.pk])).content.decode()
    assert "Stiff wings." in page
    chosen = re.findall(r'<input[^>]*name="(\w+)"[^>]*value="(\d)"[^>]*checked', page)
    assert dict(chosen) == {
        "naturalness": "1",
        "coherence": "1",
        "word_choice": "1",
        "syntax": "3",
        "coverage": "1",
    }
    assert done.rubric_sha256[:12] in page
    assert "same as the recorded version" in page
    assert done.hit.outputs[0].text in page


def test_nothing_that_was_not_answered_can_be_replayed(rita, batch):
    free = Assignment.objects.filter(batch=batch, state="free").first()
    assert rita.get(reverse("admin:replay", args=[free.pk])).status_code == 404
