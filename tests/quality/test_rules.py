"""Tests of exclusion rules: which responses each rule finds, preview, applying and undoing."""

from datetime import timedelta

import pytest
from django.db.models import F

from hits.review.exclusions import exclusions_by_rule, take_back_exclusions
from people.models import Act
from quality.rules import apply_rule, preview_rule, rules
from tests import world

pytestmark = pytest.mark.django_db

VARIED = world.GOOD | {"naturalness": "2"}


@pytest.fixture
def batch():
    project = world.project()
    return world.live_batch(project, world.dataset(project, items=5), annotators_per_hit=2)


def broken(batch, name: str, number: int) -> set[int]:
    return set(rules()[name].broken_by(batch, number))


def test_faster_is_about_the_time_from_taking_to_submitting(batch):
    first, second = (world.rate(world.annotator(), batch) for _answer in range(2))
    for assignment, seconds in ((first, 9), (second, 11)):
        batch.assignments.filter(pk=assignment.pk).update(
            accepted_at=F("submitted_at") - timedelta(seconds=seconds)
        )
    assert broken(batch, "faster", 10) == {first.pk}


def test_a_straight_line_is_of_one_person_and_without_a_gap(batch):
    ann, ben = world.annotator(), world.second_annotator()
    line = [world.rate(ann, batch).pk for _answer in range(3)]
    world.rate(ann, batch, VARIED)
    after = [world.rate(ann, batch).pk for _answer in range(2)]
    world.rate(ben, batch)
    assert broken(batch, "same-answers", 3) == set(line)
    assert broken(batch, "same-answers", 2) == {*line, *after}
    assert broken(batch, "same-answers", 4) == set()


def test_few_answers_are_counted_by_person(batch):
    for _answer in range(3):
        world.rate(world.annotator(), batch)
    few = world.rate(world.second_annotator(), batch)
    assert broken(batch, "few-hits", 3) == {few.pk}
    assert broken(batch, "few-hits", 1) == set()


def test_a_rule_is_looked_at_applied_and_taken_back(batch):
    by = world.researcher(batch.project)
    rated = [world.rate(world.annotator(), batch) for _answer in range(3)]
    world.rate(world.second_annotator(), batch, VARIED)
    rule = rules()["same-answers"]
    preview = preview_rule(batch=batch, rule=rule, number=3)
    assert (preview.answers, preview.annotators, preview.counted) == (3, 1, 4)
    applied = {"batch": batch, "rule": rule, "number": 3, "by": by, "reason": "Straight lines."}
    assert (apply_rule(**applied), apply_rule(**applied)) == (3, 0)
    assert preview_rule(batch=batch, rule=rule, number=3).counted == 1
    written = "same answers in 3 HITs in a row"
    line = exclusions_by_rule(batch)[0]
    assert (line.rule, line.standing, line.answers, line.reason, line.by) == (
        written,
        True,
        3,
        "Straight lines.",
        "rita",
    )
    assert take_back_exclusions(batch=batch, rule=written, by=by) == len(rated)
    assert [line.standing for line in exclusions_by_rule(batch)] == [False]
    assert list(
        Act.objects.filter(subject_id=batch.pk, verb__in=["excluded", "readmitted"])
        .order_by("pk")
        .values_list("verb", "after")
    ) == [(verb, {"answers": 3, "rule": written}) for verb in ("excluded", "readmitted")]
