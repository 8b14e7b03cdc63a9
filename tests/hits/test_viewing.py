"""What was seen: only numbers within bounds are kept, nothing refuses a submission, and the exports have it."""

import csv
import io
import json

import pytest

from hits.exports import dictionary_rows, stream
from hits.models import Answer, Viewing
from hits.viewing import MEASURES, read_viewing, record_viewing, seen_rows
from tests import world

pytestmark = pytest.mark.django_db
SEEN = {"zoom_used": 1, "largest_zoom": 3.5, "pixel_ratio": 2, "viewport_width": 390, "viewport_height": 844}


def test_numbers_in_bounds_are_kept():
    assert read_viewing(json.dumps(SEEN)) == SEEN
    assert read_viewing('{"largest_zoom": 1.23456789, "replays": 2.0}') == {"largest_zoom": 1.2346, "replays": 2}


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
        json.dumps(SEEN | {"note": "x" * 2048}),
        '{"zoom_used": 1, "note": "' + "ü" * 1100 + '"}',
        "\ud800",
    ],
)
def test_anything_else_is_left_out(raw):
    assert read_viewing(raw) == {}


def test_it_is_stored_once_with_the_submission():
    batch = world.live_batch(world.project())
    done = world.rate(world.annotator(), batch, world.GOOD | {"seen": json.dumps(SEEN)})
    record_viewing(assignment=done, raw='{"zoom_used": 0}')
    assert Viewing.objects.get().seen == SEEN
    assert Answer.objects.filter(key="seen").count() == 0
    assert seen_rows(done)[:2] == [(MEASURES[0].meaning, 1), (MEASURES[1].meaning, 3.5)]


def test_rubbish_refuses_nothing_and_leaves_no_row():
    batch = world.live_batch(world.project())
    done = world.rate(world.annotator(), batch, world.GOOD | {"seen": "[" * 5000})
    assert done.state == "submitted"
    assert (Viewing.objects.count(), seen_rows(done)) == (0, [])


@pytest.mark.parametrize("kind", ["long", "wide"])
def test_the_exports_have_a_column_for_each(kind):
    batch = world.live_batch(world.project())
    world.rate(world.annotator(), batch, world.GOOD | {"seen": json.dumps(SEEN)})
    world.rate(world.second_annotator(), batch)
    text = b"".join(stream(batch, kind)).decode()
    rows = {row["AssignmentId"]: row for row in csv.DictReader(io.StringIO(text))}
    found = [{one.key: row[one.column] for one in MEASURES if row[one.column]} for row in rows.values()]
    assert found == [{key: str(value) for key, value in SEEN.items()}, {}]
    assert {one.column for one in MEASURES} <= {row[0] for row in dictionary_rows(batch)}


def test_review_shows_it(client):
    batch = world.live_batch(world.project())
    done = world.rate(world.annotator(), batch, world.GOOD | {"seen": json.dumps(SEEN)})
    client.force_login(world.researcher(batch.project))
    page = client.get(f"/admin/hits/assignment/{done.pk}/change/")
    assert b"What was seen" in page.content
    assert b"<td>3.5</td>" in page.content
