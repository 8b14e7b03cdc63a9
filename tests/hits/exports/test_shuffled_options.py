"""Tests of options shuffled per person: the order is stored and exported, and values are
unchanged."""

import csv
import io
import re

import pytest
from django.urls import reverse

from hits.exports import stream
from hits.models import Viewing
from surveys.versions.storing import load_version
from tests import world
from tests.hits.page.test_turned_options import seat

pytestmark = pytest.mark.django_db
RUBRIC = """\
name: shuffled
title: Shuffled
summary: Say what it is.
instructions: Judge what the caption says.
stimulus: [{block: outputs, title: Caption}]
criteria:
  - {key: theme, title: Theme, level: nominal, best: none}
  - {key: rude, title: Rude, level: nominal, best: lowest}
  - {key: vague, title: Vague, level: nominal, best: lowest}
  - {key: both, title: Both, level: nominal, best: none}
sections:
  - key: theme
    kind: choice
    title: What is it about?
    criteria: [theme]
    options_run: shuffled
    options: [{value: 1, text: Food}, {value: 2, text: Work}, {value: 3, text: Play}]
  - key: fault
    kind: multi-select
    title: What is wrong?
    criteria: [rude, vague]
    combination: both
    least: 1
    options_run: shuffled
reply: {format: section-lines}
"""
SHOWN = re.compile(r'<input type="(?:radio|checkbox)"\s+name="(\w+)"\s+value="(\d)"')


def order_on(client, user, address) -> tuple[list[str], list[str]]:
    client.force_login(user)
    fields = SHOWN.findall(client.get(address).content.decode())
    values = [value for name, value in fields if name == "theme"]
    return values, [name for name, _value in fields if name != "theme"]


def test_each_person_has_an_order_that_is_stored_and_undone(client):
    owner = world.project()
    rubric = load_version(source=RUBRIC, project=owner)
    batch = world.live_batch(owner, rubric=rubric, annotators_per_hit=2)
    orders = []
    for user, seed in ((world.annotator(), 4), (world.second_annotator(), 29)):
        assignment = seat(batch, user, seed)
        path = world.hit_path(assignment)
        shown = order_on(client, user, path)
        assert order_on(client, user, path) == shown
        response = client.post(path, {"action": "submit", "theme": "2"})
        assert "Tick at least 1 and at most 2 answers." in response.content.decode()
        world.submit(assignment, {"theme": "2", "vague": "1", "seen": '{"options_order": 9}'})
        assert order_on(client, user, reverse("own_answer", args=[assignment.pk])) == shown
        orders.append(shown)
    assert Viewing.objects.filter(seen__options_order__in=[4, 5]).count() == 2
    assert orders[0] != orders[1]
    assert {(tuple(sorted(values)), tuple(sorted(names))) for values, names in orders} == {
        (("1", "2", "3"), ("rude", "vague"))
    }
    rows = list(csv.DictReader(io.StringIO(b"".join(stream(batch, "wide")).decode())))
    assert sorted(
        (row["OptionsOrder.theme"].split(), row["OptionsOrder.fault"].split()) for row in rows
    ) == sorted(orders)
    keys = ("theme", "rude", "vague", "both")
    assert ["".join(row[f"Answer.{key}"] for key in keys) for row in rows] == ["2012"] * 2
