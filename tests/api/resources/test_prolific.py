"""Tests of Prolific studies in the API, which follow the same rules as on the pages."""

from threading import Thread
from time import sleep

import pytest
from django.db import connection

from people.models import Act
from recruiting.prolific import tasks
from recruiting.prolific.models import OutgoingCall, Study, Submission, Workspace
from recruiting.prolific.outbox import attend
from tests import world
from tests.api.program import Program
from tests.recruiting.prolific.prolific_lab import PANEL, make_workspace
from tests.recruiting.prolific.prolific_server import TOKEN

pytestmark = pytest.mark.django_db
WHY = "Every answer was the first of its list, in less than three seconds each, on all the HITs there were."


@pytest.fixture
def batch():
    """A batch of 4 HITs for 3 annotators each: 12 assignments of $0.05 and one minute."""
    return world.live_batch(world.project(), annotators_per_hit=3, audience="panel", **PANEL)


@pytest.fixture
def program(batch):
    return Program(world.owner(batch.project))


def study_address(batch, action: str = "") -> str:
    return f"batches/{batch.pk}/prolific" + (f"/{action}" if action else "")


def test_a_workspace_is_connected_and_its_token_told_to_nobody(prolific, batch, program, settings):
    settings.SITE_URL = "https://lab.example/"
    address = f"projects/{batch.project_id}/prolific"
    assert program.get(address).status_code == 404
    assert (
        program.ask("PUT", address, {"fee_rate": "0.333"}).json()["problems"][0]["path"] == "token"
    )
    terms = {"fee_rate": "0.333", "workspace_id": "w1", "token": TOKEN}
    connected = program.ask("PUT", address, terms, HTTP_IDEMPOTENCY_KEY="c")
    assert (connected.status_code, connected.json()["hooked"]) == (200, True)
    again = program.ask("PUT", address, terms, HTTP_IDEMPOTENCY_KEY="c")
    assert again["Idempotency-Replayed"] == "true"
    assert len(prolific.subscriptions) == 1
    assert program.ask("PUT", address, {"signed_entry": True}).json()["workspace"] == {
        "fee_rate": "0.3330",
        "workspace_id": "w1",
        "prolific_project_id": "",
        "signed_entry": True,
        "created_at": program.read(address)["created_at"],
    }
    assert Workspace.objects.get().token == TOKEN
    seen = {"HTTP_IF_MATCH": program.get(address)["ETag"]}
    change = {"fee_rate": "0.4"}
    assert program.ask("PUT", address, change, **seen).json()["hooked"] is True
    assert program.ask("PUT", address, change, **seen).status_code == 412
    assert len(prolific.subscriptions) == 1
    assert program.ask("PUT", address, {"workspace_id": "w2"}).json()["hooked"] is True
    assert len(prolific.subscriptions) == 2
    acts = Act.objects.filter(subject_type="prolific.workspace").order_by("pk")
    assert list(acts.values_list("verb", flat=True)) == ["created", *["amended"] * 3]
    assert TOKEN not in program.get(address).content.decode() + connected.content.decode()


def test_a_study_is_planned_made_moved_and_grown(prolific, batch, program):
    make_workspace(batch.project)
    plan = program.read(study_address(batch, "plan?hits=4"))
    assert (plan["places"], plan["rewards"], plan["fee"], plan["total"]) == (
        3,
        "0.60",
        "0.24",
        "0.84",
    )
    study = program.made(study_address(batch), {"hits": 4}, HTTP_IDEMPOTENCY_KEY="m")
    assert (study["state"], study["actions"], study["places"]) == ("UNPUBLISHED", ["publish"], 3)
    (made,) = prolific.studies.values()
    for action, state in (("publish", "ACTIVE"), ("pause", "PAUSED"), ("start", "ACTIVE")):
        assert program.made(study_address(batch, action))["state"] == state == made["status"]
    assert program.post(study_address(batch, "start")).status_code == 422
    assert program.made(study_address(batch, "places"), {"places": 5})["places"] == 5
    assert program.made(study_address(batch, "places"), {"places": 5})["places"] == 5
    assert program.post(study_address(batch, "places"), {"places": 4}).status_code == 422
    made["status"] = "COMPLETED"
    assert program.made(study_address(batch, "look"))["state"] == "COMPLETED"
    assert program.read(study_address(batch))["state"] == "COMPLETED"
    verbs = Act.objects.filter(subject_type="prolific.study").order_by("pk")
    done = ["created", "published", "paused", "resumed", "extended"]
    assert list(verbs.values_list("verb", flat=True)) == done


@pytest.mark.attack("POST")
def test_a_study_whose_making_had_no_answer_is_made_once(prolific, batch, program):
    make_workspace(batch.project)
    prolific.faulty = "POST /api/v1/studies/"
    prolific.faults.append("lost")
    key = {"HTTP_IDEMPOTENCY_KEY": "m"}
    assert program.post(study_address(batch), {"hits": 4}, **key).status_code == 422
    assert program.post(study_address(batch), {"hits": 4}, **key).status_code == 201
    assert program.post(study_address(batch), {"hits": 4}, **key)["Idempotency-Replayed"] == "true"
    assert len(prolific.studies) == 1
    assert Study.objects.get().outside_id == next(iter(prolific.studies))


@pytest.mark.parametrize("look", [False, True])
def test_what_was_done_though_its_answer_was_lost_is_written_down(prolific, batch, program, look):
    make_workspace(batch.project)
    program.made(study_address(batch), {"hits": 4})
    prolific.faulty = "/transition/|^PATCH"
    steps = [("publish", None), ("pause", None), ("start", None), ("places", {"places": 5})]
    for action, body in [*steps, ("stop", None)]:
        prolific.faults.append("lost")
        assert program.post(study_address(batch, action), body).status_code == 422
        if look:
            program.made(study_address(batch, "look"))
        program.made(study_address(batch, action), body)
    acts = Act.objects.filter(subject_type="prolific.study").order_by("pk")
    assert list(acts.values_list("verb", "actor__username", "after__places")) == [
        (verb, program.row.user.username, places)
        for verb, places in [
            ("created", 3),
            ("published", 3),
            ("paused", 3),
            ("resumed", 3),
            ("extended", 5),
            ("closed", 5),
        ]
    ]


@pytest.mark.django_db(transaction=True)
def test_a_study_that_is_being_made_is_not_made_a_second_time(prolific, batch, program):
    make_workspace(batch.project)
    statuses = []

    def make():
        statuses.append(program.post(study_address(batch), {"hits": 4}).status_code)
        connection.close()

    with prolific.held():
        first = Thread(target=make)
        first.start()
        while first.is_alive() and not Study.objects.exists():
            sleep(0.01)
        second = Thread(target=make)
        second.start()
        second.join(5)
    first.join()
    second.join()
    assert (statuses, len(prolific.studies)) == ([409, 201], 1)


@pytest.fixture
def waiting(lab):
    """A submission that awaits review, with two HITs of $0.05 each."""
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    lab.rate(session, 2)
    browser.post(lab.exit)
    lab.server.move(session, "AWAITING REVIEW")
    tasks.follow()
    lab.server.calls.clear()
    return Submission.objects.get(session=session)


def calls() -> list[tuple[str, str]]:
    return list(OutgoingCall.objects.order_by("pk").values_list("kind", "state"))


def test_a_submission_is_approved_and_paid_more_once(lab, waiting):
    program = Program(world.owner(lab.project))
    (row,) = program.read(study_address(lab.batch, "submissions"))["results"]
    assert (row["id"], row["state"], row["participant"]) == (waiting.pk, "AWAITING REVIEW", "p1")
    address = f"prolific-submissions/{waiting.pk}"
    assert len(program.read(address)["assignments"]) == 2
    for _time in range(2):
        approved = program.made(f"{address}/approve")
    assert [(call["kind"], call["state"]) for call in approved["calls"]] == [("approve", "waiting")]
    bonus = {"amount": "0.50", "reason": "Thanks"}
    for _time in range(2):
        program.made(f"{address}/bonus", bonus, HTTP_IDEMPOTENCY_KEY="b")
    assert calls() == [("approve", "waiting"), ("bonus", "waiting")]
    # Another bonus while this one is under way could not be told apart there.
    assert program.post(f"{address}/bonus", bonus).status_code == 422
    for call in OutgoingCall.objects.order_by("pk"):
        attend(call_id=call.pk)
    assert calls() == [("approve", "done"), ("bonus", "done")]
    assert lab.server.submissions[waiting.session]["status"] == "APPROVED"


def test_prolifics_ids_are_shown_to_writers_alone(lab, waiting):
    viewer, writer = (Program(who(lab.project)) for who in (world.viewer, world.researcher))
    ids = {}
    for program in (viewer, writer):
        (row,) = program.read(study_address(lab.batch, "submissions"))["results"]
        whole = program.read(f"prolific-submissions/{waiting.pk}")["submission"]
        assert whole == row
        ids[program] = (row["participant"], row["session"])
    assert ids == {viewer: ("", ""), writer: ("p1", f"…{waiting.session[-6:]}")}


def test_a_rejection_says_what_prolific_asks_for(lab, waiting):
    program = Program(world.researcher(lab.project))
    address = f"prolific-submissions/{waiting.pk}"
    refused = program.post(f"{address}/reject", {"category": "TOO_QUICKLY", "message": "Fast."})
    assert [problem["path"] for problem in refused.json()["problems"]] == ["message"]
    program.made(f"{address}/reject", {"category": "TOO_QUICKLY", "message": WHY})
    assert calls() == [("reject", "waiting")]
    assert set(
        lab.batch.assignments.filter(annotator__isnull=False).values_list("state", flat=True)
    ) == {"rejected"}
    assert program.post(f"{address}/bonus", {"amount": "1.00", "reason": "x"}).status_code == 403
    assert program.post(f"{address}/part").status_code == 403
