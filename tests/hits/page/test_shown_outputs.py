"""Tests of the database constraints on a HIT's outputs and on the value of an answer."""

import pytest
from django.db import IntegrityError, transaction
from django.db.utils import DatabaseError

from hits.models import HIT, Answer
from hits.models.work import attach_outputs
from stimuli.models import Output
from tests import world

pytestmark = pytest.mark.django_db
SYSTEMS = ("Heron", "Moss", "Teal", "Wren")


@pytest.fixture(scope="module")
def module_batch(module_rows):
    owner = world.project()
    return world.live_batch(owner, world.dataset(owner, items=2, systems=SYSTEMS))


def fresh_hit(batch, output_ids: list[int]) -> HIT:
    item = batch.dataset.items.order_by("pk").first()
    return HIT.objects.create(
        batch=batch, purpose="gold", item=item, output_ids=output_ids, position=0
    )


def outputs_of(batch, external_id: str) -> list[int]:
    outputs = Output.objects.filter(item__dataset=batch.dataset, item__external_id=external_id)
    return list(outputs.order_by("system__name").values_list("pk", flat=True))


def test_a_hit_shows_one_to_many_outputs_in_its_own_order(batch, django_assert_num_queries):
    ids = outputs_of(batch, "item-1")
    hits = [fresh_hit(batch, ids[::-1]), fresh_hit(batch, ids[:1])]
    with django_assert_num_queries(1):
        attach_outputs(hits)
        names = [[output.system.name for output in hit.outputs] for hit in hits]
    assert names == [["Wren", "Teal", "Moss", "Heron"], ["Heron"]]


@pytest.mark.parametrize(
    ("shown", "constraint"),
    [
        ("own own", "names an output twice"),
        ("own other", "not of its item"),
        ("nobody's", "not of its item"),
        ("", "hit_has_outputs"),
    ],
)
def test_outputs_are_the_items_own_and_different(batch, shown, constraint):
    named = {
        "own": outputs_of(batch, "item-1")[0],
        "other": outputs_of(batch, "item-2")[0],
        "nobody's": 2**60,
    }
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        fresh_hit(batch, [named[name] for name in shown.split()])


def test_the_same_outputs_are_one_hit_a_purpose(batch):
    ids = outputs_of(batch, "item-1")
    fresh_hit(batch, ids[:2])
    fresh_hit(batch, ids[1::-1])
    with pytest.raises(IntegrityError, match="hit_once"), transaction.atomic():
        fresh_hit(batch, ids[:2])


def test_what_a_hit_shows_never_changes(batch):
    hit = fresh_hit(batch, outputs_of(batch, "item-1")[2:])
    with pytest.raises(DatabaseError, match="what it shows is fixed"), transaction.atomic():
        HIT.objects.filter(pk=hit.pk).update(output_ids=outputs_of(batch, "item-1")[:1])
    for place in range(2):
        with pytest.raises(DatabaseError, match="is used by HITs"), transaction.atomic():
            Output.objects.get(pk=hit.output_ids[place]).delete()


@pytest.mark.parametrize(
    "values",
    [{}, {"number": 1, "text": "1"}, {"number": 1, "data": [1]}, {"text": "1", "data": [1]}],
)
def test_an_answer_is_exactly_one_value(batch, values):
    assignment = world.rate(world.annotator(), batch)
    with pytest.raises(IntegrityError, match="answer_is_one_value"), transaction.atomic():
        Answer.objects.create(assignment=assignment, key="extra", **values)


@pytest.mark.parametrize(
    ("values", "value", "kind"),
    [
        ({"number": 3}, 3, int),
        ({"number": 2.5}, 2.5, float),
        ({"text": "3"}, "3", str),
        ({"data": ["b", "a"]}, ["b", "a"], list),
    ],
)
def test_an_answers_value_is_as_it_was_given(batch, values, value, kind):
    assignment = world.rate(world.annotator(), batch)
    Answer.objects.create(assignment=assignment, key="extra", **values)
    stored = Answer.objects.get(assignment=assignment, key="extra")
    assert (stored.value, type(stored.value)) == (value, kind)
