"""Test that opening a batch costs the same for any number of other annotators."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hits.access import batch_for_annotator
from hits.queue.claiming import enrol
from people.models import User
from tests import world

pytestmark = pytest.mark.django_db
OTHERS = 100


def rows(plan: dict) -> list[float]:
    """Return the total number of rows that each step of the plan returned."""
    return [
        plan["Actual Rows"] * plan["Actual Loops"],
        *(n for part in plan.get("Plans", []) for n in rows(part)),
    ]


def test_a_batch_is_read_once_and_not_for_each_of_its_annotators():
    batch, ann = world.live_batch(world.project()), world.annotator()
    for number in range(OTHERS):
        enrol(
            annotator=User.objects.create_user(f"other-{number}"), batch=batch, consent_given=False
        )
    with CaptureQueriesContext(connection) as captured:
        assert batch_for_annotator(ann, batch.pk) == batch
    (query,) = (one["sql"] for one in captured)
    with connection.cursor() as cursor:
        cursor.execute(f"explain (analyze, format json) {query}")
        (found,) = cursor.fetchone()
    plan = (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]
    # Small tables beside it may be read whole, as the planner likes; what grows with the annotators
    # may not.
    assert max(rows(plan)) < OTHERS
