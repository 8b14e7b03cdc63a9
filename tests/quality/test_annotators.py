"""Tests of the statistics of a batch's annotators and of when they are computed."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hits.models import Assignment, Batch, Enrolment, Viewing
from hits.review.exclusions import exclude_assignments
from quality import tasks
from quality.annotators.folding import fold_annotators
from quality.models import AnnotatorFigures, AnnotatorFold
from tests import world
from tests.hits.queue.test_gold import with_gold

pytestmark = pytest.mark.django_db
PEOPLE = ("ann", "ben", "cleo")


def worked(*, people: tuple[str, ...] = PEOPLE, hits: int = 6, **terms) -> Batch:
    """Return a batch in which everyone rates every HIT and the last person disagrees."""
    owner = world.project()
    data = world.dataset(owner, items=hits, systems=("Heron",))
    terms = {"annotators_per_hit": len(people), "seed": 7} | terms
    batch = world.live_batch(owner, data, **terms)
    for name in people:
        for _turn in range(hits):
            claimed = world.claim(world.person(name), batch)
            level = claimed.hit.item_id % 3 + 1
            answer = str(4 - level if name == people[-1] else level)
            world.submit(claimed, dict.fromkeys(world.GOOD, answer))
    return batch


def stored(batch: Batch, name: str) -> dict:
    return AnnotatorFigures.objects.get(
        enrolment__batch=batch, enrolment__annotator__username=name
    ).measures


def test_figures_are_computed_of_everybody_with_their_time():
    batch = worked()
    viewed = Assignment.objects.filter(batch=batch, annotator__username="ann")
    Viewing.objects.bulk_create(
        Viewing(assignment=each, seen={"active_seconds": 10.0 + number, "pastes": number % 2})
        for number, each in enumerate(viewed.order_by("sequence"))
    )
    assert AnnotatorFold.batches_with_news() == [batch.pk]
    assert fold_annotators(batch_id=batch.pk)
    assert AnnotatorFold.batches_with_news() == []
    fold = AnnotatorFold.objects.get()
    assert (fold.submitted, fold.typical["time"]["people"]) == (18, 3)
    ann, cleo = stored(batch, "ann"), stored(batch, "cleo")
    assert (ann["time"]["value"], ann["time"]["n"]) == (12.5, 6)
    # Of the others ann has ben's answers throughout and cleo's never but in the middle.
    assert ann["agreement"]["value"] > 0 > cleo["agreement"]["value"]
    assert cleo["correlation"]["value"] == pytest.approx(-1)
    assert (ann["pasting"]["part"], ann["pasting"]["n"]) == (3, 6)
    assert ann["gold"] == {"value": None, "n": 0, "low": None, "high": None}


def test_as_many_statements_for_four_annotators_as_for_two():
    counts = []
    for people in (PEOPLE[:2], ("ann", "ben", "cleo", "dan")):
        batch = worked(people=people, hits=3)
        with CaptureQueriesContext(connection) as queries:
            fold_annotators(batch_id=batch.pk)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 20


def test_an_exclusion_is_news_and_leaves_nobody_held_against_it():
    batch = worked()
    fold_annotators(batch_id=batch.pk)
    ids = list(Assignment.objects.filter(annotator__username="cleo").values_list("pk", flat=True))
    exclude_assignments(batch=batch, ids=ids, rule="by hand", by=None)
    assert AnnotatorFold.batches_with_news() == [batch.pk]
    fold_annotators(batch_id=batch.pk)
    assert stored(batch, "ann")["agreement"]["value"] == pytest.approx(1)
    assert stored(batch, "cleo")["agreement"]["n"] == 6


def test_checks_come_from_their_results_and_are_no_work():
    batch = with_gold(gold_percent=0, first_checks=2, most_annotators=1)
    for answer in ("1", "3", "1"):
        world.rate(world.annotator(), batch, world.GOOD | {"coherence": answer})
    fold_annotators(batch_id=batch.pk)
    figures = stored(batch, "ann")
    assert (figures["gold"]["part"], figures["gold"]["n"], figures["time"]["n"]) == (1, 2, 1)


def test_who_has_no_submission_left_has_no_figures():
    batch = worked(people=("ann", "ben"), hits=2)
    fold_annotators(batch_id=batch.pk)
    Enrolment.objects.filter(annotator__username="ben").update(submitted=0)
    fold_annotators(batch_id=batch.pk)
    assert AnnotatorFigures.objects.get().enrolment.annotator.username == "ann"


def test_the_task_computes_a_batch_with_news_and_outlives_one_that_is_gone():
    batch = worked(people=("ann",), hits=1)
    world.draft_batch(batch.project)
    assert AnnotatorFold.batches_with_news() == [batch.pk]
    tasks.fold_annotators(batch.pk)
    tasks.fold_annotators(0)
    first = AnnotatorFold.objects.get()
    assert (first.batch_id, first.seconds > 0) == (batch.pk, True)
    tasks.fold_annotators(batch.pk)  # queued twice
    assert AnnotatorFold.objects.get().computed_at == first.computed_at
