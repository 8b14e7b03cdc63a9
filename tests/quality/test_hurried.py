"""Tests of submitting faster than the minimum time: the flag from five HITs on, and the rule."""

import pytest

from core.errors import RateroomError
from hits.models import RaisedConcern
from hits.queue.submitting import submit_assignment
from quality.annotators.folding import fold_annotators
from quality.models import AnnotatorFigures
from quality.rules import apply_rule, rules
from tests.world import GOOD, annotator, claim, dataset, live_batch, project

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch():
    owner = project()
    return live_batch(owner, dataset(owner, items=6), least_reading_percent=25)


def work(batch, person, *, hits: int, confirmed: tuple[str, ...] = ("pace",)) -> None:
    for _turn in range(hits):
        claimed = claim(person, batch)
        for said in ((), confirmed):
            submit_assignment(annotator=person, assignment_id=claimed.pk, raw=GOOD, confirmed=said)


def rules_found(batch) -> list[str]:
    fold_annotators(batch_id=batch.pk)
    return [flag["rule"] for flag in AnnotatorFigures.objects.get().flags]


def test_five_hits_below_the_least_time_are_a_flag_without_anyone_to_compare_with(batch):
    person = annotator()
    work(batch, person, hits=4)
    assert rules_found(batch) == []
    work(batch, person, hits=1)
    assert rules_found(batch) == ["hurried"]
    measured = AnnotatorFigures.objects.get().measure("hurried")
    assert (measured["part"], measured["n"]) == (5, 5)


def test_a_rule_excludes_all_of_someone_who_hurried_so_often(batch):
    work(batch, annotator(), hits=5)
    rule = rules()["hurried"]
    assert apply_rule(batch=batch, rule=rule, number=6, by=None) == 0
    raised = RaisedConcern.objects.filter(assignment__batch=batch)
    raised.update(guard="unvarying-scores")
    assert apply_rule(batch=batch, rule=rule, number=5, by=None) == 0
    raised.update(guard="pace")
    with pytest.raises(RateroomError, match="at most 2000 characters"):
        apply_rule(batch=batch, rule=rule, number=5, by=None, reason="x" * 2001)
    assert apply_rule(batch=batch, rule=rule, number=5, by=None) == 5
