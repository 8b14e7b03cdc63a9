"""Tests of hourly pay, payouts, transactions, archiving and deletion in the API."""

import pytest
from django.urls import reverse

from hits.models import Batch
from hits.review.decisions import approve_assignments
from payments.models import Transaction
from people.models import Act, Erasure, Project
from tests import world
from tests.api.program import Program, whole
from tests.hits.money.test_wages import worked
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_batch(module_rows):
    return world.live_batch(world.project())


@pytest.fixture
def program(batch):
    return Program(world.owner(batch.project))


def approved(batch: Batch):
    answer = world.rate(world.annotator(), batch)
    approve_assignments(batch=batch, ids=[answer.pk], by=None)
    return answer


def test_what_people_lack_is_read_and_paid_once():
    batch = worked({"ann": [60]})
    program, address = Program(world.owner(batch.project)), f"batches/{batch.pk}/wages"
    wages = program.read(address)
    # 0.10 for a minute, of the 0.15 that 9.00 an hour are.
    assert (wages["paid_by"], wages["total"], wages["due"][0]["hits"]) == ("project", "0.05", 1)
    assert (wages["hourly"]["median"], wages["hourly"]["price"]) == ("6.00", "0.15")
    assert program.post(f"{address}/top-up", {"mark": "another"}).status_code == 422
    paid = [program.made(f"{address}/top-up", {"mark": wages["mark"]}) for _time in range(2)]
    assert paid == [{"people": 1, "total": "0.05"}, {"people": 0, "total": "0.00"}]
    assert Act.objects.filter(verb="topped_up").count() == 1


def test_payouts_are_listed_and_one_is_taken_back(batch, program):
    approved(batch)
    address = f"projects/{batch.project_id}/payouts"
    assert program.read(address)["payable"] == [{"annotator": "ann", "amount": "0.05"}]
    program.made(address, {"name": "may"})
    (paid,) = program.read(address)["lists"]
    assert (paid["name"], paid["people"], paid["total"]) == ("may", 1, "0.05")
    assert b"may,ann" in whole(program.get(f"{address}/may"))
    assert program.get(f"{address}/june").status_code == 404
    (row,) = program.read(f"projects/{batch.project_id}/transactions?kind=payout")["results"]
    assert (row["amount"], row["reversed"]) == ("0.05", False)
    reverse, reason = f"transactions/{row['id']}/reverse", {"reason": "It came back."}
    assert [program.made(reverse, reason)["changed"] for _time in range(2)] == [1, 0]
    assert Program(world.outsider()).post(reverse, reason).status_code == 404


def test_a_projects_settings_are_changed_only_as_they_were_seen(batch, program):
    address = f"projects/{batch.project_id}"
    seen = {"HTTP_IF_MATCH": program.get(address)["ETag"]}
    change = {"hourly_floor": "9.00", "retention_months": 12}
    answers = [program.ask("PATCH", address, change, **seen) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [200, 412]
    assert (answers[0].json()["hourly_floor"], answers[0].json()["retention_months"]) == (
        "9.00",
        12,
    )
    act = Act.objects.get(verb="amended")
    assert (act.before["retention_months"], act.after["retention_months"]) == (None, 12)
    assert program.ask("PATCH", address, {"currency": "EUR"}).status_code == 422
    world.project(name="Taken")
    assert program.ask("PATCH", address, {"name": "Taken"}).status_code == 422


def test_projects_and_datasets_are_put_away(batch, program):
    empty = world.project(money="0")
    owner = Program(world.owner(empty))
    archived = [owner.made(f"projects/{empty.pk}/{act}") for act in ("archive", "unarchive")]
    assert [row["archived"] for row in archived] == [True, False]
    assert program.post(f"projects/{batch.project_id}/archive").status_code == 422
    assert program.ask("DELETE", f"projects/{batch.project_id}").status_code == 422
    assert owner.ask("DELETE", f"projects/{empty.pk}").status_code == 204
    assert not Project.objects.filter(pk=empty.pk).exists()
    dataset = f"datasets/{batch.dataset_id}"
    assert program.made(f"{dataset}/archive")["archived"] is True
    assert program.made(f"{dataset}/unarchive")["archived"] is False


def test_acts_are_listed(batch, program):
    program.made(f"batches/{batch.pk}/pause")
    (act, *_earlier) = program.read(f"batches/{batch.pk}/acts")["results"]
    assert (act["actor"], act["verb"]) == ("olga", "paused")
    assert act in program.read(f"projects/{batch.project_id}/acts")["results"]


def test_an_owner_erases_a_person_by_their_pseudonym(batch, program):
    part = world.rate(world.annotator(), batch).enrolment
    address = f"batches/{batch.pk}/parts/{part.pk}/erasure"
    assert program.read(address) == {"may_erase": True, "against": "", "erasure": None}
    assert program.post(address, {"pseudonym": "R-OTHER"}).status_code == 422
    asked = program.post(address, {"pseudonym": part.pseudonym, "texts": True})
    assert (asked.status_code, asked.json()["erasure"]["texts"]) == (202, True)
    assert Erasure.objects.get().user == world.annotator()


def test_a_token_for_one_project_erases_nobody_of_another(batch):
    other = world.live_batch(world.project())
    part = world.rate(world.annotator(), batch).enrolment
    world.rate(world.annotator(), other)
    root = world.person("root", is_staff=True, is_superuser=True)
    narrow = Program(root, project=batch.project)
    address = f"batches/{batch.pk}/parts/{part.pk}/erasure"
    assert narrow.read(address)["may_erase"] is False
    assert narrow.post(address, {"pseudonym": part.pseudonym}).status_code == 403
    assert Program(root).read(address)["may_erase"] is True


def test_what_moves_money_is_an_act_that_names_person_and_token(batch, program):
    approved(batch)
    address = f"projects/{batch.project_id}"
    program.made(f"{address}/deposits", {"amount": "5.00"})
    goodwill = {"annotator": "ann", "amount": "0.50", "reason": "Helpful."}
    assert program.made(f"{address}/goodwill", goodwill) == {"paid": True}
    program.made(f"{address}/payouts", {"name": "june"})
    (paid,) = program.read(f"{address}/transactions?kind=payout")["results"]
    program.made(f"transactions/{paid['id']}/reverse", {"reason": "It came back."})
    told = ("verb", "subject_name", "actor", "token", "token_name", "after")
    name, token = batch.project.name, (program.row.pk, "Test")
    acts = program.read(f"{address}/acts")["results"][:4]
    assert [tuple(act[key] for key in told) for act in acts] == [
        ("payment_reversed", name, "olga", *token, {"amount": "0.55", "reason": "It came back."}),
        ("paid_out", name, "olga", *token, {"name": "june", "people": 1, "amount": "0.55"}),
        ("goodwill_paid", name, "olga", *token, {"amount": "0.50", "reason": "Helpful."}),
        ("deposited", name, "olga", *token, {"amount": "5.00"}),
    ]
    told = ("kind", "created_by", "token", "token_name", "annotator")
    rows = program.read(f"{address}/transactions")["results"][:5]
    assert [tuple(row[key] for key in told) for row in rows] == [
        ("reversal", "olga", *token, "ann"),
        ("payout", "olga", *token, "ann"),
        ("goodwill", "olga", *token, "ann"),
        ("deposit", "olga", *token, None),
        ("approval", None, None, None, "ann"),
    ]
    viewer = Program(world.viewer(batch.project), "read")
    assert {row["annotator"] for row in viewer.read(f"{address}/transactions")["results"]} == {None}


def test_acts_and_transactions_outlive_the_token(batch, program):
    program.made(f"projects/{batch.project_id}/deposits", {"amount": "5.00"})
    number = program.row.pk
    program.row.delete()
    other = Program(world.owner(batch.project), "read")
    for address in ("acts", "transactions"):
        latest = other.read(f"projects/{batch.project_id}/{address}")["results"][0]
        assert (latest["token"], latest["token_name"]) == (number, None)
    client = signed_in(world.owner(batch.project))
    assert f"API token #{number}" in words(client.get("/admin/acts/"))
    row = Transaction.objects.latest("pk")
    assert client.get(f"/admin/payments/ledger/{row.pk}/").status_code == 200


def test_a_deposit_in_the_browser_names_no_token(batch, program):
    program.read("projects")  # the thread has answered a program before
    client = signed_in(world.owner(batch.project))
    form = {"amount": "5.00", "key": "k", "memo": "May", "confirmed": "yes"}
    client.post(reverse("admin:add_funds", args=[batch.project_id]), form)
    act = Act.objects.latest("pk")
    assert (act.verb, act.actor.username, act.token_id) == ("deposited", "olga", None)
    assert act.after == {"amount": "5.00", "reason": "May"}
    assert Transaction.objects.latest("pk").token_id is None
