"""Tests that the client has a method for each API operation and that it sends the right request."""

import io
from datetime import timedelta

import pytest

from api.reference import openapi
from hits.messages import write_to_researchers
from hits.review.appeals import make_appeal
from hits.review.decisions import reject_assignments
from quality import long_rules
from tests import world
from tests.api.in_process import client_of
from tests.api.program import Program
from tools.client.__main__ import FOLDER, files
from tools.client.subjects import BY_HAND

HOUR = timedelta(hours=1)
VERBS = ("get", "post", "patch", "put", "delete")


@pytest.fixture
def batch():
    return world.live_batch(world.project())


@pytest.fixture
def site(batch, monkeypatch):
    return client_of(Program(world.owner(batch.project)), monkeypatch)


def test_each_operation_has_a_method(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER.parents[1]))
    from rateroom_client import Rateroom

    operations = {
        operations[verb]["operationId"]
        for operations in openapi()["paths"].values()
        for verb in VERBS
        if verb in operations
    }
    assert set(BY_HAND) - operations == set(), "There are no such operations any more."
    methods = {BY_HAND.get(name, name) for name in operations}
    assert {name for name in methods if not hasattr(Rateroom, name)} == set(), "Run: make client"


def test_methods_are_as_the_schema_has_them():
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py")}
    assert written | files(openapi()) == written, "Run: make client"


@pytest.mark.django_db
def test_a_link_for_each_person_a_panel_and_a_page(batch, site, tmp_path):
    table = tmp_path / "people.csv"
    table.write_text("id\np1\n", encoding="utf-8")
    (link,) = site.make_links(batch.pk, table, cap=2)["links"]
    assert [row["label"] for row in site.list_links(batch.pk)] == [link["id"]]
    panel = site.add_panel(batch.pk, preset="sona", cap=1)
    assert site.change_panel(batch.pk, panel["id"], cap=3)["cap"] == 3
    draft = site.duplicate_batch(batch.pk)["id"]
    site.set_page(draft, "about", example=True)
    file = io.BytesIO()
    site.export_page_answers(draft, "about", file, pseudonyms=True)
    assert file.getvalue().startswith(b"Pseudonym")


@pytest.mark.django_db
def test_people_are_qualified_paused_and_answered(batch, site):
    part = world.rate(world.annotator(), batch).enrolment_id
    qualification = site.make_qualification(batch.project_id, name="Reads")["id"]
    assert site.grant_qualification(qualification, people=["ann"], reason="Known.")["changed"] == 1
    site.require_qualification(batch.pk, qualification=qualification)
    assert site.read_required_qualification(batch.pk) == {"qualification": qualification}
    site.decide_part(batch.pk, part, act="pause", reason="Wait.")
    assert [row["status"] for row in site.list_parts(batch.pk)] == ["paused"]
    asked = write_to_researchers(enrolment_id=part, annotator=world.annotator(), text="Why?")
    assert site.mark_messages_read(batch.pk, part, newest=asked.pk) == {"changed": 1}
    site.answer_annotator(batch.pk, part, text="Hello.")
    assert [row["text"] for row in site.list_messages(batch.pk, part)] == ["Hello.", "Why?"]
    assert [row["part"] for row in site.list_annotators(batch.pk, show="held")] == [part]


@pytest.mark.django_db
def test_objections_are_decided_and_differing_answers_found(batch, site):
    answer = world.rate(world.annotator(), batch)
    reject_assignments(batch=batch, ids=[answer.pk], reason="Too fast.", by=None)
    make_appeal(annotator=world.annotator(), assignment_id=answer.pk, text="I looked twice.")
    (objection,) = site.list_objections(batch.pk, waiting=True)
    assert site.decide_objection(batch.pk, objection["id"], granted=True)["decision"] == "granted"
    assert site.state_adjudication(batch.pk, span=2)["rule"]["span"] == 2


@pytest.mark.django_db
def test_what_is_rejected_while_one_watches_does_not_count_in_the_end(batch, site):
    from rateroom_client import Scores

    early = world.rate(world.annotator(), batch)
    batch.assignments.filter(pk=early.pk).update(submitted_at=early.submitted_at - HOUR)
    scores = Scores(site, batch.pk)
    assert [row["assignment"] for row in scores.new()] == [early.pk]
    late = world.rate(world.second_annotator(), batch)
    assert [row["assignment"] for row in scores.new()] == [late.pk]
    reject_assignments(batch=batch, ids=[early.pk], reason="Too fast.", by=None)
    site.close_batch(batch.pk)
    assert list(scores.watch()) == []
    assert {row["annotator"] for row in scores.records()} == {late.enrolment.pseudonym}


@pytest.mark.django_db
def test_what_a_worker_is_left_is_waited_for(batch, site, monkeypatch):
    monkeypatch.setattr(long_rules, "MOST_ANSWERS", 0)
    world.rate(world.annotator(), batch)
    task = site.apply_rule(batch.pk, rule="faster", number=3600, wait=False)
    assert task["state"] == "waiting"
    assert site.cancel_task(task["id"])["state"] in {"cancelled", "done"}
    assert site.apply_rule(batch.pk, rule="faster", number=3600)["state"] == "done"


@pytest.mark.django_db
def test_a_draft_is_copied_checked_and_deleted(batch, site):
    draft = site.duplicate_batch(batch.pk)["id"]
    assert site.change_checks(draft, gold_percent=5)["gold_percent"] == 5
    rules = site.declare_rule(draft, rule="faster", number=10, effect="exclude")["declared"]
    assert site.withdraw_rule(draft, rules[0]["id"]) == {"changed": 1}
    assert site.delete_batch(draft) is None
