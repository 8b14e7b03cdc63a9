"""Tests of exclusions: responses can be paid and excluded, and all results leave out the same
ones."""

import csv
import io

import pytest
from django.db import IntegrityError, transaction

from analysis.data.ratings import batch_frame
from core.errors import RateroomError
from hits.exports import dictionary_csv, stream
from hits.models import Assignment, Exclusion
from hits.models.decisions import counted
from hits.review.decisions import approve_assignments, overturn_rejections, reject_assignments
from hits.review.exclusions import exclude_assignments, take_back_exclusions
from tests import world
from tests.hits.queue.test_concurrency import in_threads

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch(db):
    return world.live_batch(world.project(), annotators_per_hit=2)


@pytest.fixture
def rated(batch):
    """Three responses by two annotators."""
    return [
        world.rate(world.annotator(), batch),
        world.rate(world.annotator(), batch),
        world.rate(world.second_annotator(), batch),
    ]


def rows_of(batch) -> dict[str, tuple[str, str, str]]:
    text = b"".join(stream(batch, "wide")).decode()
    return {
        row["AssignmentId"]: (row["AssignmentStatus"], row["Counted"], row["ExcludedBy"])
        for row in csv.DictReader(io.StringIO(text))
    }


def counted_pks(batch) -> set[int]:
    return set(counted(Assignment.objects.filter(batch=batch)).values_list("pk", flat=True))


def frame_size(batch) -> int:
    return len(batch_frame(batch).value)


def test_rejecting_excludes_by_a_rule_of_its_own_and_overturning_takes_it_back(batch, rated):
    whole = frame_size(batch)
    by = world.researcher(batch.project)
    reject_assignments(batch=batch, ids=[rated[0].pk], reason="Not this picture.", by=by)
    exclusion = Exclusion.objects.get()
    assert (exclusion.assignment_id, exclusion.rule, exclusion.reason, exclusion.excluded_by) == (
        rated[0].pk,
        "rejected",
        "Not this picture.",
        by,
    )
    assert frame_size(batch) == whole - len(world.GOOD)
    assert counted_pks(batch) == {rated[1].pk, rated[2].pk}
    overturn_rejections(batch=batch, ids=[rated[0].pk], by=by)
    exclusion.refresh_from_db()
    assert exclusion.taken_back_by == by
    assert frame_size(batch) == whole
    assert counted_pks(batch) == {assignment.pk for assignment in rated}


def test_an_approved_assignment_may_be_excluded_and_stays_paid(batch, rated):
    approve_assignments(batch=batch, ids=[rated[0].pk], by=None)
    assert (
        exclude_assignments(batch=batch, ids=[rated[0].pk], rule="too fast", by=None, reason="2 s")
        == 1
    )
    assert exclude_assignments(batch=batch, ids=[rated[0].pk], rule="too fast", by=None) == 0
    assert exclude_assignments(batch=batch, ids=[rated[0].pk], rule="straight-lining", by=None) == 1
    assert rows_of(batch) == {
        str(rated[0].pk): ("Approved", "0", "straight-lining too fast"),
        str(rated[1].pk): ("Submitted", "1", ""),
        str(rated[2].pk): ("Submitted", "1", ""),
    }
    assert take_back_exclusions(batch=batch, ids=[rated[0].pk], rule="too fast", by=None) == 1
    assert take_back_exclusions(batch=batch, ids=[rated[0].pk], rule="too fast", by=None) == 0
    assert rows_of(batch)[str(rated[0].pk)] == ("Approved", "0", "straight-lining")
    take_back_exclusions(batch=batch, ids=[rated[0].pk], rule="straight-lining", by=None)
    assert rows_of(batch)[str(rated[0].pk)] == ("Approved", "1", "")
    assert exclude_assignments(batch=batch, ids=[rated[0].pk], rule="too fast", by=None) == 1


def test_what_exports_and_figures_call_counted_is_the_same(batch, rated):
    reject_assignments(batch=batch, ids=[rated[0].pk], reason="Empty.", by=None)
    exclude_assignments(batch=batch, ids=[rated[1].pk], rule="by hand", by=None)
    exported = {
        int(pk) for pk, (_state, is_counted, _rules) in rows_of(batch).items() if is_counted == "1"
    }
    assert exported == counted_pks(batch) == {rated[2].pk}
    assert frame_size(batch) == len(world.GOOD)


def test_only_answered_work_of_this_batch_is_excluded(batch, rated):
    other = world.live_batch(world.project())
    elsewhere = world.rate(world.annotator(), other)
    claimed = world.claim(world.second_annotator(), batch)
    ids = [elsewhere.pk, claimed.pk]
    assert exclude_assignments(batch=batch, ids=ids, rule="by hand", by=None) == 0
    with pytest.raises(RateroomError):
        exclude_assignments(batch=batch, ids=[rated[0].pk], rule=" ", by=None)


def test_the_database_holds_one_standing_exclusion_a_rule(rated):
    Exclusion.objects.create(assignment=rated[0], rule="by hand")
    with pytest.raises(IntegrityError, match="exclusion_once"), transaction.atomic():
        Exclusion.objects.create(assignment=rated[0], rule="by hand")


@pytest.mark.django_db(transaction=True)
def test_of_eight_who_exclude_at_once_one_does():
    batch = world.live_batch(world.project())
    rated = world.rate(world.annotator(), batch)
    done = []

    def exclude(_number: int) -> None:
        done.append(exclude_assignments(batch=batch, ids=[rated.pk], rule="by hand", by=None))

    assert in_threads(8, exclude) == []
    assert sorted(done) == [0] * 7 + [1]


def test_the_dictionary_tells_what_counted_means(batch):
    rows = {
        row["column"]: row["meaning"] for row in csv.DictReader(io.StringIO(dictionary_csv(batch)))
    }
    assert (
        rows["Counted"]
        == "1 if results include the response: its HIT is a main HIT and nothing excludes it. Else 0."
    )
