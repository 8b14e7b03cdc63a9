"""Tests of options reversed for half of the people: the order is shown, stored and exported, and
values are unchanged."""

import csv
import io
import re

import pytest
from django.urls import reverse

from hits.exports import stream
from hits.models import Answer, Enrolment, Viewing
from surveys.loading import library_source
from surveys.versions.storing import load_version
from tests import world
from tests.quality.study import draft

pytestmark = pytest.mark.django_db
PLAIN = "    title: Naturalness of description\n    criteria: [naturalness]\n"
SHOWN = re.compile(r'<input type="radio"\s+name="naturalness"\s+value="(\d)"')


@pytest.fixture
def rubric():
    source = library_source("image-paragraph")
    assert source.count(PLAIN) == 1
    balanced = source.replace(PLAIN, PLAIN + "    options_run: balanced\n")
    return lambda owner: load_version(source=balanced, project=owner)


def seat(batch, user, seed: int):
    """Claim a HIT for the user, and set the order seed of their participation to `seed`."""
    assignment = world.claim(user, batch)
    Enrolment.objects.filter(annotator=user).update(order_seed=seed)
    return assignment


def order_on(client, user, address: str) -> list[str]:
    client.force_login(user)
    return SHOWN.findall(client.get(address).content.decode())


def test_half_of_the_people_see_them_reversed_and_their_answers_mean_the_same(client, rubric):
    owner = world.project()
    batch = world.live_batch(owner, rubric=rubric(owner), annotators_per_hit=2)
    people = {world.annotator(): 6, world.second_annotator(): 7}
    orders = []
    for user, seed in people.items():
        assignment = seat(batch, user, seed)
        orders.append(order_on(client, user, world.hit_path(assignment)))
        world.submit(assignment, world.GOOD | {"seen": '{"options_turned": 5, "dark": 0}'})
        orders.append(order_on(client, user, reverse("own_answer", args=[assignment.pk])))
    assert orders == [["1", "2", "3"], ["1", "2", "3"], ["3", "2", "1"], ["3", "2", "1"]]
    numbers = Answer.objects.filter(key="naturalness").values_list("number", flat=True)
    assert list(numbers) == [1, 1]
    seen = [Viewing.objects.get(assignment__annotator=user).seen for user in people]
    assert seen == [{"dark": 0, "options_turned": 0}, {"dark": 0, "options_turned": 1}]
    wide = csv.DictReader(io.StringIO(b"".join(stream(batch, "wide")).decode()))
    columns = [(row["OptionsReversed"], row["Answer.naturalness"]) for row in wide]
    assert sorted(columns) == [("0", "1"), ("1", "1")]


def test_a_draft_comes_back_at_its_value(client, rubric):
    owner = world.project()
    batch = world.live_batch(owner, rubric=rubric(owner))
    assignment = seat(batch, world.annotator(), 7)
    client.force_login(world.annotator())
    path = world.hit_path(assignment)
    client.post(path, {"action": "break 0", "naturalness": "3"})
    page = client.get(path).content.decode()
    assert re.findall(r'name="naturalness"\s+value="(\d)"\s+checked', page) == ["3"]


def test_training_shows_them_in_the_same_order(client, rubric):
    owner = world.project()
    batch = world.publish(draft(training=1, test=0, project=owner, rubric=rubric(owner)))
    user = world.annotator()
    client.force_login(user)
    client.post(reverse("start", args=[batch.pk]), {"instructions": "read"})
    Enrolment.objects.update(order_seed=7)
    client.post(reverse("begin_training", args=[batch.pk]))
    assert order_on(client, user, reverse("training", args=[batch.pk])) == ["3", "2", "1"]


def test_a_rubric_that_does_not_balance_has_no_such_column():
    batch = world.live_batch(world.project())
    assignment = seat(batch, world.annotator(), 7)
    world.submit(assignment, world.GOOD)
    assert Viewing.objects.count() == 0
    assert b"OptionsReversed" not in b"".join(stream(batch, "wide"))
