"""Tests of adjudication: responses that disagree by the batch's rule, and the decision on them."""

import csv

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from analysis.data.ratings import batch_frame
from analysis.requests import choices_of_answers
from core.errors import RateroomError
from hits.exports import stream
from hits.exports.adjudicated import HEADER, adjudicated_csv
from hits.models import AdjudicatedAnswer, Adjudication, AdjudicationRule, Batch
from hits.money.escrow import batch_money
from hits.review.adjudication import adjudicate, differing, next_differing, state_rule
from hits.review.exclusions import exclude_assignments
from people.models import Act
from tests import world

pytestmark = pytest.mark.django_db

APART = world.GOOD | {"coverage": "3"}
NEAR = world.GOOD | {"coverage": "2"}


@pytest.fixture
def batch(module_batch, db):
    batch = Batch.objects.get(pk=module_batch.pk)
    batch.apart = module_batch.apart
    return batch


@pytest.fixture(scope="module")
def module_batch(module_rows):
    """A live batch with two HITs. Two people differ by two steps on one HIT and by one on the
    other."""
    project = world.project()
    live = world.live_batch(project, world.dataset(project, items=1), annotators_per_hit=2)
    first = world.rate(world.annotator(), live)
    world.rate(world.annotator(), live)
    for _answer in range(2):
        claimed = world.claim(world.second_annotator(), live)
        world.submit(claimed, APART if claimed.hit_id == first.hit_id else NEAR)
    live.apart = first.hit_id
    return live


@pytest.fixture
def by(batch):
    return world.researcher(batch.project)


def rule_of(batch, by, **rule) -> AdjudicationRule:
    return state_rule(batch=batch, by=by, **{"span": None, "no_majority": False} | rule)


def decide(batch, by, raw=None):
    hit = batch.hits.select_related("item").get(pk=batch.apart)
    hit.batch = batch
    return adjudicate(hit=hit, raw=raw or NEAR, confirmed=[], language="en", by=by)


def test_numbers_differ_by_their_distance(batch, by):
    both = sorted(batch.hits.values_list("pk", flat=True))
    assert differing(rule_of(batch, by, span=1)).hits == both
    assert differing(rule_of(batch, by, span=2)).hits == [batch.apart]
    assert differing(rule_of(batch, by, span=3)).hits == []
    # The criteria are ordinal: there is no choice without a majority.
    assert differing(rule_of(batch, by, no_majority=True)).hits == []


def test_hits_of_other_batches_are_not_looked_at(batch, by):
    other = world.live_batch(batch.project, batch.dataset, annotators_per_hit=2)
    for person, raw in ((world.annotator(), world.GOOD), (world.second_annotator(), APART)):
        for _hit in range(2):
            world.rate(person, other, raw)
    assert differing(rule_of(batch, by, span=2)).hits == [batch.apart]


def test_a_choice_differs_without_a_majority():
    project = world.project()
    data = world.dataset(project, items=1)
    data.items.update(fields={"instruction": "Describe it."})
    rubric = world.version("instruction-following-pair")
    live = world.live_batch(project, data, rubric=rubric, annotators_per_hit=3)
    by = world.researcher(project)
    rule = rule_of(live, by, no_majority=True)
    (section,) = (each for each in rubric.spec.sections if each.measures(rubric.spec))
    answers = {each.key: "Because." for each in rubric.spec.sections} | {section.key: "1"}
    world.rate(world.annotator(), live, answers)
    # The outputs stand in the other order: the same place is the other output.
    world.rate(world.second_annotator(), live, answers)
    assert len(differing(rule).hits) == 1
    world.rate(world.person("cleo"), live, answers)
    assert differing(rule).hits == []


def test_what_is_left_out_does_not_differ(batch, by):
    rule = rule_of(batch, by, span=2)
    poor = batch.assignments.get(hit=batch.apart, annotator=world.second_annotator())
    exclude_assignments(batch=batch, ids=[poor.pk], rule="by hand", by=by)
    assert differing(rule).hits == []


def test_a_rule_says_something(batch, by):
    with pytest.raises(RateroomError):
        rule_of(batch, by)
    with pytest.raises(IntegrityError, match="says_something"), transaction.atomic():
        AdjudicationRule.objects.create(batch=batch, span=0, no_majority=True)


def test_a_decision_leaves_the_queue_and_is_neither_paid_nor_counted(batch, by):
    rule = rule_of(batch, by, span=2)
    before = (len(batch_frame(batch)), batch_money(batch), b"".join(stream(batch, "long")))
    assert decide(batch, by).adjudication
    assert (differing(rule).hits, next_differing(rule, after=0)) == ([], None)
    after = (len(batch_frame(batch)), batch_money(batch), b"".join(stream(batch, "long")))
    assert after == before
    act = Act.objects.get(verb="adjudicated")
    assert (act.actor, act.subject_id, act.after) == (by, batch.pk, {"hit": batch.apart})


def test_it_is_checked_as_an_annotators_answers_are(batch, by):
    decided = decide(batch, by, world.GOOD | {"coverage": "4"})
    assert [problem.question.key for problem in decided.checked.problems] == ["coverage"]
    assert not Adjudication.objects.exists()


def test_decided_anew_the_one_before_it_stays_as_history(batch, by):
    first, second = decide(batch, by).adjudication, decide(batch, by, APART).adjudication
    first.refresh_from_db()
    assert (first.replaced_at is None, second.replaced_at is None) == (False, True)
    assert AdjudicatedAnswer.objects.filter(key="coverage").count() == 2
    with pytest.raises(DatabaseError), transaction.atomic():
        AdjudicatedAnswer.objects.update(number=1)


def test_the_frame_holds_it_as_a_target_of_its_own(batch, by):
    decide(batch, by)
    frame = batch_frame(batch, "adjudicated")
    assert (len(frame), frame.raters(judge=False)) == (5, ("adjudicated",))
    assert frame.of_criterion("coverage").value.tolist() == [2]
    beside = batch_frame(batch, "beside_adjudicated").of_criterion("coverage")
    assert sorted(beside.value.tolist()) == [1, 3]
    assert choices_of_answers([batch]) == ["counted", "beside_adjudicated", "adjudicated"]


def test_it_has_a_file_of_its_own(batch, by):
    decide(batch, by)
    decide(batch, by, APART)
    rows = list(csv.DictReader(adjudicated_csv(batch)))
    assert tuple(rows[0]) == HEADER
    assert {row["Question"]: row["Number"] for row in rows} == APART
    assert {row["Adjudicator"] for row in rows} == {by.username}
