"""Tests of submissions that were returned, timed out or resumed at Prolific. We learn of it by polling
and by webhooks that are late, repeated, out of order or forged."""

from datetime import timedelta

import pytest

from hits.models import Assignment, Exclusion
from hits.models.decisions import counted
from hits.queue.claiming import NothingLeft
from hits.review.decisions import due
from recruiting.prolific.models import HookEvent, Submission
from recruiting.prolific.tasks import follow, take_event
from tests import world
from tests.recruiting.prolific.prolific_lab import make_lab

pytestmark = pytest.mark.django_db


@pytest.fixture
def at_work(lab):
    """The session of a person who has submitted one HIT and works on another."""
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    lab.rate(session)
    world.claim(lab.enrolment(session).annotator, lab.batch)
    return session


def deliver(lab, hook):
    """Send a webhook and handle the events that it stores. Return the status code."""
    answer = lab.hook(*hook)
    for pk in HookEvent.objects.filter(handled_at=None).values_list("pk", flat=True):
        take_event(pk)
    return answer.status_code


def states(lab) -> dict[str, int]:
    return Assignment.objects.filter(batch=lab.batch).count_by_state()


@pytest.mark.parametrize(("state", "ours"), [("RETURNED", "returned"), ("TIMED-OUT", "timed_out")])
def test_what_is_given_up_at_prolific_is_free_at_once(lab, at_work, state, ours):
    assert states(lab) == {"free": 4, "claimed": 1, "submitted": 1}
    lab.server.move(at_work, state)
    assert deliver(lab, lab.server.hook(at_work)) == 204
    assert states(lab) == {"free": 5, "expired": 1, "submitted": 1}
    assert lab.sitting(at_work).state == ours
    exclusion = Exclusion.objects.get()
    assert (exclusion.rule, exclusion.assignment.state) == ("returned", "submitted")
    assert counted(Assignment.objects.filter(batch=lab.batch)).count() == 0
    with pytest.raises(NothingLeft):
        world.claim(lab.enrolment(at_work).annotator, lab.batch)


@pytest.mark.attack("POST")
def test_one_event_counts_once(lab, at_work):
    lab.server.move(at_work, "RETURNED")
    hook = lab.server.hook(at_work, event="e1")
    assert [deliver(lab, hook) for _turn in range(3)] == [204, 204, 204]
    assert (HookEvent.objects.count(), Exclusion.objects.count()) == (1, 1)
    assert len(lab.server.made("GET", f"/submissions/{at_work}/")) == 2  # at the door, and now


def test_hooks_out_of_order_end_with_what_is_so(lab, at_work):
    lab.server.move(at_work, "AWAITING REVIEW")
    late = lab.server.hook(at_work, state="RETURNED")
    assert deliver(lab, lab.server.hook(at_work)) == 204
    assert deliver(lab, late) == 204
    assert Submission.objects.get().state == "AWAITING REVIEW"
    assert Exclusion.objects.count() == 0


def test_a_return_that_is_taken_back_counts_again(lab, at_work):
    for state in ("RETURNED", "AWAITING REVIEW"):
        lab.server.move(at_work, state)
        deliver(lab, lab.server.hook(at_work))
    assert counted(Assignment.objects.filter(batch=lab.batch)).count() == 1
    assert lab.sitting(at_work).state == "completed"


@pytest.mark.attack("POST")
def test_a_hook_that_prolific_did_not_sign_does_nothing(lab, at_work):
    lab.server.move(at_work, "RETURNED")
    assert deliver(lab, lab.server.hook(at_work, secret="guessed")) == 403
    body, headers = lab.server.hook(at_work)
    assert deliver(lab, (body.replace(b"RETURNED", b"APPROVED"), headers)) == 403
    assert (HookEvent.objects.count(), states(lab)["claimed"]) == (0, 1)


def test_a_hook_about_a_stranger_is_taken_and_forgotten(lab):
    session = lab.server.send_person("e" * 24, "p9")
    assert deliver(lab, lab.server.hook(session)) == 204
    assert HookEvent.objects.count() == 0


def test_what_prolific_did_not_answer_is_looked_at_again(lab, at_work):
    lab.server.move(at_work, "RETURNED")
    lab.server.faults.append(500)
    deliver(lab, lab.server.hook(at_work))
    assert (lab.sitting(at_work).state, HookEvent.objects.get().handled_at) == ("active", None)
    follow()
    assert lab.sitting(at_work).state == "returned"
    assert HookEvent.objects.get().handled_at is not None


def test_looking_finds_what_no_hook_has_said(lab, at_work):
    lab.server.move(at_work, "TIMED-OUT")
    lab.server.studies[lab.study.outside_id]["status"] = "PAUSED"
    follow()
    assert states(lab) == {"free": 5, "expired": 1, "submitted": 1}
    lab.study.refresh_from_db()
    assert (lab.study.state, lab.study.looked_at is not None) == ("PAUSED", True)


def test_a_study_of_which_no_places_are_said_keeps_its_own(lab, at_work):
    del lab.server.studies[lab.study.outside_id]["total_available_places"]
    lab.server.move(at_work, "TIMED-OUT")
    follow()
    lab.study.refresh_from_db()
    assert (lab.study.places, lab.sitting(at_work).state) == (3, "timed_out")


def test_a_second_sitting_keeps_its_work_when_the_first_is_returned(lab, at_work):
    second = lab.server.send_person(lab.study.outside_id, "p1")
    lab.come_in(second, lab.person("p1")[1])
    (later,) = [world.submit(world.claim(lab.enrolment(second).annotator, lab.batch), world.GOOD)]
    world.claim(lab.enrolment(second).annotator, lab.batch)
    lab.server.move(at_work, "RETURNED")
    deliver(lab, lab.server.hook(at_work))
    assert states(lab) == {"free": 3, "claimed": 1, "submitted": 2}
    assert list(counted(Assignment.objects.filter(batch=lab.batch))) == [later]


def test_nobody_who_returned_comes_in_again_by_the_same_session(lab, at_work):
    lab.server.move(at_work, "RETURNED")
    deliver(lab, lab.server.hook(at_work))
    browser = lab.person("p1")[1]
    assert lab.come_in(at_work, browser).status_code == 403


def test_work_of_a_returned_sitting_is_not_approved_by_itself(prolific):
    lab = make_lab(prolific, auto_approve_days=1)
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    lab.rate(session)
    old = Assignment.objects.get(state="submitted")
    Assignment.objects.filter(pk=old.pk).update(submitted_at=old.submitted_at - timedelta(days=2))
    assert due().count() == 1
    Exclusion.objects.create(assignment=old, rule=Exclusion.RETURNED)
    assert due().count() == 0
