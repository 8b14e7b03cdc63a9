"""Tests of appeals, reported problems, participations and messages in the API."""

import pytest

from hits.broken import report_broken
from hits.messages import write_to_researchers
from hits.models import Suspension
from hits.review.appeals import make_appeal
from hits.review.decisions import reject_assignments
from people.models import Act
from tests import world
from tests.api.program import Program

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_batch(module_rows):
    return world.live_batch(world.project())


@pytest.fixture
def program(batch):
    return Program(world.researcher(batch.project))


def test_an_objection_is_read_and_granted_once(batch, program):
    answer = world.rate(world.annotator(), batch)
    reject_assignments(batch=batch, ids=[answer.pk], reason="Too fast.", by=None)
    appeal = make_appeal(
        annotator=world.annotator(), assignment_id=answer.pk, text="I looked twice."
    )
    address = f"batches/{batch.pk}/objections"
    (row,) = program.read(f"{address}?waiting=true")["results"]
    assert (row["id"], row["text"], row["rejected_because"]) == (
        appeal.pk,
        "I looked twice.",
        "Too fast.",
    )
    assert program.post(f"{address}/{appeal.pk}", {"granted": False}).status_code == 422
    for _time in range(2):
        decided = program.made(f"{address}/{appeal.pk}", {"granted": True})
    answer.refresh_from_db()
    assert (decided["decision"], answer.state) == ("granted", "approved")
    assert program.read(f"{address}?waiting=true")["results"] == []
    other = world.draft_batch(batch.project, batch.dataset)
    elsewhere = f"batches/{other.pk}/objections/{appeal.pk}"
    assert program.post(elsewhere, {"granted": True}).status_code == 404


def test_a_part_is_paused_and_goes_on_in_batch_and_project(batch, program):
    world.rate(world.annotator(), batch)
    (part,) = program.read(f"batches/{batch.pk}/parts")["results"]
    address = f"batches/{batch.pk}/parts/{part['id']}"
    assert (part["status"], part["submitted"]) == ("active", 1)
    assert program.post(address, {"act": "pause"}).status_code == 422  # without a reason
    pause = {"act": "pause", "reason": "We look at your answers."}
    assert [program.made(address, pause)["changed"] for _time in range(2)] == [1, 0]
    assert program.read(address)["status"] == "paused"
    assert program.made(address, {"act": "resume"})["changed"] == 1
    end = {"act": "end", "scope": "project", "reason": "Thank you."}
    assert program.made(address, end)["changed"] == 1
    assert Suspension.objects.get().kind == Suspension.Kind.STOPPED
    assert program.made(address, {"act": "resume", "scope": "project"})["changed"] == 1
    assert program.read(address)["status"] == "active"


def test_a_message_is_read_and_answered(batch, program):
    answer = world.rate(world.annotator(), batch)
    part = answer.enrolment_id
    write_to_researchers(enrolment_id=part, annotator=world.annotator(), text="A question.")
    address = f"batches/{batch.pk}/parts/{part}/messages"
    (question,) = program.read(address)["results"]
    assert (question["by_annotator"], question["text"], question["read_at"]) == (
        True,
        "A question.",
        None,
    )
    read = {"newest": question["id"]}
    assert [program.made(f"{address}/read", read)["changed"] for _time in range(2)] == [1, 0]
    sent = program.made(address, {"text": "An answer."})
    assert [row["text"] for row in program.read(address)["results"]] == [
        "An answer.",
        "A question.",
    ]
    assert sent["by_annotator"] is False
    assert Act.objects.filter(verb="answered").count() == 1


@pytest.mark.parametrize(("way", "more"), [("/read", {}), ("", {"text": "An answer."})])
def test_what_came_after_the_newest_message_read_stays_unread(batch, program, way, more):
    part = world.rate(world.annotator(), batch).enrolment_id
    read, later = (
        write_to_researchers(enrolment_id=part, annotator=world.annotator(), text=text)
        for text in ("A question.", "Another.")
    )
    address = f"batches/{batch.pk}/parts/{part}/messages"
    assert program.post(f"{address}{way}", {"newest": read.pk, **more}).status_code < 300
    rows = {row["id"]: row["read_at"] for row in program.read(address)["results"]}
    assert (rows[read.pk] is None, rows[later.pk]) == (False, None)


@pytest.mark.parametrize(("way", "more"), [("/read", {}), ("", {"text": "An answer."})])
def test_a_number_from_another_thread_reads_nothing(batch, program, way, more):
    own, elsewhere = (
        write_to_researchers(
            enrolment_id=world.rate(person, batch).enrolment_id, annotator=person, text="Why?"
        )
        for person in (world.annotator(), world.second_annotator())
    )
    address = f"batches/{batch.pk}/parts/{own.enrolment_id}/messages"
    refused = program.post(f"{address}{way}", {"newest": elsewhere.pk, **more})
    assert refused.status_code == 422
    assert [problem["path"] for problem in refused.json()["problems"]] == ["newest"]
    assert [row["read_at"] for row in program.read(address)["results"]] == [None]
    assert program.post(f"{address}/read").status_code == 422


def test_a_reported_hit_is_closed_once_and_its_reporter_paid(batch, program):
    claimed = world.claim(world.annotator(), batch)
    report_broken(
        annotator=world.annotator(),
        assignment_id=claimed.pk,
        category="other",
        text="The picture is grey.",
        give_back=True,
    )
    address = f"batches/{batch.pk}/broken"
    (report,) = program.read(f"{address}?waiting=true")["results"]
    assert (report["hit"], report["text"]) == (claimed.hit_id, "The picture is grey.")
    close = {"decision": "close", "pay_reporters": True}
    closed = [program.made(f"{address}/{claimed.hit_id}", close) for _time in range(2)]
    assert closed == [{"changed": 1}, {"changed": 0}]
    assert program.read(f"{address}?waiting=true")["results"] == []
    assert Act.objects.get(verb="hit_closed").after["paid to reporters"] == str(batch.reward)
    other = world.draft_batch(batch.project, batch.dataset)
    assert program.post(f"batches/{other.pk}/broken/{claimed.hit_id}", close).status_code == 404
