"""Tests of a batch's quality checks and exclusion rules in the API."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from hits.models import DeclaredRule
from quality.declared.applying import library_rule
from tests import world
from tests.api.program import Program

pytestmark = pytest.mark.django_db
HEADER = "item,systems,question,accepted\n"


@pytest.fixture
def draft():
    return world.draft_batch(world.project())


@pytest.fixture
def program(draft):
    return Program(world.researcher(draft.project))


def test_shares_and_gold_of_a_draft(draft, program):
    address = f"batches/{draft.pk}/checks"
    before = program.read(address)
    assert (before["gold_percent"], before["gold"], before["planned"]) == (0, [], 0)
    item = draft.dataset.items.order_by("pk").first().external_id
    table = f"{HEADER}{item},Moss,coherence,3\n".encode()
    form = {"table": SimpleUploadedFile("金" * 200 + ".csv", table)}  # more bytes than a name has
    (gold,) = program.upload(f"{address}/gold", form).json()["gold"]
    assert (gold["item"], gold["systems"], gold["retired_at"]) == (item, ["Moss"], None)
    assert program.ask("PATCH", address, {"gold_percent": 10}).json()["gold_percent"] == 10
    wrong = program.ask("PATCH", address, {"gold_percent": 101})
    assert [problem["path"] for problem in wrong.json()["problems"]] == ["gold_percent"]
    form = {"table": SimpleUploadedFile("gold.csv", f"{HEADER}none,Moss,coherence,3\n".encode())}
    assert program.upload(f"{address}/gold", form).status_code == 422
    retire = f"{address}/gold/{gold['id']}/retire"
    done = [program.made(retire, {"reason": "Wrong."})["changed"] for _time in range(2)]
    assert done == [1, 0]


def test_shares_are_changed_only_where_they_are_as_they_were_seen(draft, program):
    address = f"batches/{draft.pk}/checks"
    seen = {"HTTP_IF_MATCH": program.get(address)["ETag"]}
    change = {"gold_percent": 10}
    statuses = [program.ask("PATCH", address, change, **seen).status_code for _time in range(2)]
    assert statuses == [200, 412]


def test_rules_are_declared_on_a_draft_and_applied_when_it_is_published(draft, program):
    address = f"batches/{draft.pk}/rules"
    rule = {"rule": "faster", "number": 10, "effect": "exclude"}
    for _time in range(2):
        declared = program.made(address, rule)["declared"]
    assert [(row["name"], row["number"]) for row in declared] == [("faster", 10)]
    apply = f"{address}/{declared[0]['id']}/apply"
    assert program.post(apply).status_code == 409
    batch = world.publish(draft)
    world.rate(world.annotator(), batch)
    frozen = program.read(address)
    assert len(frozen["sha256"]) == 64
    assert program.made(apply, {})["changed"] == 1
    title = library_rule(DeclaredRule.objects.get()).written(10)
    assert program.read(f"batches/{batch.pk}/exclusions")["excluded"][0]["rule"] == title
    assert program.ask("DELETE", f"{address}/{declared[0]['id']}").status_code == 422
