"""Tests of viewing data: invalid values are dropped, never block a submission, and the rest is
exported."""

import csv
import io
import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from hits.exports import dictionary_rows, stream
from hits.models import Answer, Assignment, Viewing
from hits.telemetry import MAX_BYTES, MEASURES, read_viewing, section_times, seen_rows
from surveys.loading import library_rubric
from tests import world
from tests.pages import words

pytestmark = pytest.mark.django_db
SEEN = {
    "zoom_used": 1,
    "largest_zoom": 3.5,
    "pixel_ratio": 2,
    "viewport_width": 390,
    "viewport_height": 844,
}


def test_numbers_in_bounds_are_kept():
    assert read_viewing(json.dumps(SEEN)) == SEEN
    assert read_viewing('{"largest_zoom": 1.23456789, "replays": 2.0}') == {
        "largest_zoom": 1.2346,
        "replays": 2,
    }


@pytest.mark.parametrize(
    "raw",
    [
        None,
        7,
        "",
        "{",
        "[]",
        "1",
        "[" * 2000,
        '{"a":' * 400,
        '{"zoom_used": true}',
        '{"zoom_used": "1"}',
        '{"zoom_used": 2}',
        '{"largest_zoom": NaN}',
        '{"largest_zoom": Infinity}',
        '{"largest_zoom": -1}',
        '{"largest_zoom": 1e999}',
        '{"replays": 1' + "0" * 1000 + "}",
        '{"share_watched": 1.01}',
        '{"share_watched": [1]}',
        '{"pixel_ratio": 0}',
        '{"system": 1, "__proto__": 1}',
        json.dumps(SEEN | {"note": "x" * MAX_BYTES}),
        '{"zoom_used": 1, "note": "' + "ü" * (MAX_BYTES // 2) + '"}',
        "\ud800",
    ],
)
def test_anything_else_is_left_out(raw):
    assert read_viewing(raw) == {}


SECTIONS = section_times(library_rubric("image-paragraph"))
TIMES = {"active_seconds": 40, "active_seconds.coherence": 25.5, "active_seconds.syntax": 14.5}


@pytest.mark.parametrize(
    ("posted", "elapsed", "kept"),
    [
        (TIMES, 60, TIMES),
        (
            TIMES,
            39.5,
            {
                "active_seconds": 39.5,
                "active_seconds.coherence": 25.5,
                "active_seconds.syntax": 14.5,
            },
        ),
        (TIMES, 20, {}),
        (TIMES | {"zoom_used": 1}, 0, {"zoom_used": 1}),
        (TIMES | {"active_seconds": 10}, 60, {"active_seconds": 10}),
        ({"active_seconds.coherence": 25.5}, 60, {}),
        (
            TIMES | {"active_seconds.coherence": -1},
            60,
            {"active_seconds": 40, "active_seconds.syntax": 14.5},
        ),
        (TIMES | {"active_seconds.elsewhere": 1, "active_seconds.": 1}, 60, TIMES),
        ({"active_seconds": 10**400}, 60, {}),
    ],
)
def test_active_time_is_of_the_rubrics_sections_and_no_longer_than_can_be(posted, elapsed, kept):
    assert read_viewing(json.dumps(posted), sections=SECTIONS, elapsed=elapsed) == kept


def test_the_server_says_how_long_a_hit_was_claimed():
    batch = world.live_batch(world.project())
    soon, late = world.claim(world.annotator(), batch), world.claim(world.second_annotator(), batch)
    Assignment.objects.filter(pk=late.pk).update(accepted_at=timezone.now() - timedelta(minutes=2))
    for one in (soon, late):
        world.submit(one, world.GOOD | {"seen": json.dumps(TIMES | {"dark": 0})})
    assert Viewing.objects.get(assignment=soon).seen == {"dark": 0}
    assert Viewing.objects.get(assignment=late).seen == TIMES | {"dark": 0}
    rows = csv.DictReader(io.StringIO(b"".join(stream(batch, "wide")).decode()))
    (found,) = [row for row in rows if row["AssignmentId"] == str(late.pk)]
    assert (found["WorkTimeInSeconds"], found["ActiveSeconds"], found["DarkScheme"]) == (
        "120",
        "40",
        "0",
    )
    assert (found["ActiveSeconds.coherence"], found["ActiveSeconds.naturalness"]) == ("25.5", "")


def test_it_is_stored_once_with_the_submission():
    batch = world.live_batch(world.project())
    done = world.rate(world.annotator(), batch, world.GOOD | {"seen": json.dumps(SEEN)})
    world.submit(done, world.GOOD | {"seen": '{"zoom_used": 0}'})
    assert Viewing.objects.get().seen == SEEN
    assert Answer.objects.filter(key="seen").count() == 0
    meanings = {one.key: one.meaning for one in MEASURES}
    assert seen_rows(done, world.version().spec)[:2] == [
        (meanings["zoom_used"], 1),
        (meanings["largest_zoom"], 3.5),
    ]


def test_it_cannot_be_rewritten():
    world.rate(
        world.annotator(),
        world.live_batch(world.project()),
        world.GOOD | {"seen": json.dumps(SEEN)},
    )
    for change in (lambda rows: rows.update(seen={}), lambda rows: rows.delete()):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            change(Viewing.objects.all())
    assert Viewing.objects.get().seen == SEEN


def test_rubbish_refuses_nothing_and_leaves_no_row():
    batch = world.live_batch(world.project())
    done = world.rate(world.annotator(), batch, world.GOOD | {"seen": "[" * 5000})
    assert done.state == "submitted"
    assert (Viewing.objects.count(), seen_rows(done, world.version().spec)) == (0, [])


@pytest.mark.parametrize("kind", ["long", "wide"])
def test_the_exports_have_a_column_for_each(kind):
    batch = world.live_batch(world.project())
    world.rate(world.annotator(), batch, world.GOOD | {"seen": json.dumps(SEEN)})
    world.rate(world.second_annotator(), batch)
    text = b"".join(stream(batch, kind)).decode()
    rows = {row["AssignmentId"]: row for row in csv.DictReader(io.StringIO(text))}
    found = [
        {one.key: row[one.column] for one in MEASURES if row[one.column]} for row in rows.values()
    ]
    assert found == [{key: str(value) for key, value in SEEN.items()}, {}]
    columns = {one.column for one in (*MEASURES, *section_times(world.version().spec))}
    assert columns <= {row[0] for row in dictionary_rows(batch)}


def test_review_shows_it(client):
    batch = world.live_batch(world.project())
    done = world.rate(world.annotator(), batch, world.GOOD | {"seen": json.dumps(SEEN)})
    client.force_login(world.researcher(batch.project))
    page = words(client.get(reverse("admin:review_answer", args=[done.pk])))
    assert "HIT as shown" in page
    assert " 3.5 " in page
