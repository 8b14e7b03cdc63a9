"""Tests of sessions that end on our side: we ask Prolific once to have the submission returned."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from hits.models import Assignment
from hits.queue.claiming import NothingLeft
from hits.queue.enrolments import readmit_enrolment, stop_enrolment
from recruiting.models import Sitting
from recruiting.prolific.ending import end_sittings, longest
from recruiting.prolific.models import OutgoingCall
from recruiting.prolific.tasks import send_calls
from tests import world

pytestmark = pytest.mark.django_db
State = Sitting.State


@pytest.fixture
def at_work(lab):
    """The session and browser of a person who works on the second of two HITs."""
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    lab.rate(session)
    world.claim(lab.enrolment(session).annotator, lab.batch)
    return session, browser


def stop(lab, session: str) -> None:
    stop_enrolment(enrolment_id=lab.enrolment(session).pk, reason="Two checks failed.", by=None)


def go_away(lab, session: str, **since: int) -> None:
    """Set the person's times back, as if they had been away for `since`."""
    past = timezone.now() - timedelta(**since)
    Sitting.objects.filter(pk=lab.sitting(session).pk).update(started_at=past)
    own = Assignment.objects.filter(enrolment=lab.enrolment(session))
    own.update(accepted_at=past, deadline_at=past)
    own.filter(state="submitted").update(submitted_at=past)


def asked(lab) -> list[tuple[str, list[str]]]:
    """Return the submissions for which a return was requested, with the reasons."""
    rows = lab.server.submissions.values()
    return [(row["id"], row["reasons"]) for row in rows if "return_requested" in row]


def test_whom_the_researcher_stopped_is_asked_to_return_once(lab, at_work):
    session, browser = at_work
    stop(lab, session)
    send_calls()
    send_calls()
    assert asked(lab) == [(session, ["Two checks failed."])]
    assert len(lab.server.made("POST", "/request-return/")) == 1
    assert lab.sitting(session).state == State.ENDED
    browser.post(lab.exit)
    sitting = lab.sitting(session)
    assert (sitting.state, sitting.code_given) == (State.ENDED, "CODE-failed_check")


def test_who_was_stopped_finds_the_way_back_where_their_hit_was(lab, at_work):
    session, browser = at_work
    stop(lab, session)
    ended = Assignment.objects.get(enrolment=lab.enrolment(session), state="expired")
    page = browser.get(reverse("assignment", args=[ended.pk]))
    assert page.status_code == 410
    assert f'action="{lab.exit}"' in page.content.decode()
    late = browser.post(reverse("assignment", args=[ended.pk]))
    assert late.status_code == 422
    told = " ".join(late.content.decode().split())
    assert "Reason: “Two checks failed.” You can still submit complete answers and be paid" in told


def test_who_leaves_before_the_task_looks_is_asked_too(lab, at_work):
    session, browser = at_work
    stop(lab, session)
    browser.post(lab.exit)
    assert lab.sitting(session).state == State.ENDED
    send_calls()
    assert asked(lab) == [(session, ["Two checks failed."])]
    assert OutgoingCall.objects.count() == 1


def test_a_lost_answer_is_looked_up_and_not_asked_again(lab, at_work):
    stop(lab, at_work[0])
    lab.server.faulty = "request-return"
    lab.server.faults.append("lost")
    send_calls()
    send_calls()
    assert OutgoingCall.objects.get().state == OutgoingCall.State.DONE
    assert len(lab.server.made("POST", "/request-return/")) == 1


def test_who_is_let_in_again_before_goes_on(lab, at_work):
    session, _browser = at_work
    stop(lab, session)
    readmit_enrolment(enrolment_id=lab.enrolment(session).pk)
    send_calls()
    assert (asked(lab), lab.sitting(session).state) == ([], State.ACTIVE)


def test_who_does_not_come_back_is_asked_to_return(lab, at_work):
    session, browser = at_work
    go_away(lab, session, hours=1)
    send_calls()
    assert [who for who, _why in asked(lab)] == [session]
    assert lab.sitting(session).state == State.ENDED
    assert Assignment.objects.filter(batch=lab.batch).count_by_state() == {
        "free": 5,
        "expired": 1,
        "submitted": 1,
    }
    with pytest.raises(NothingLeft):
        world.claim(lab.enrolment(session).annotator, lab.batch)
    answer = browser.post(lab.exit)
    assert (answer.status_code, lab.sitting(session).code_given) == (409, "")


@pytest.mark.parametrize("case", ["rested", "at work", "done", "reviewed there"])
def test_who_is_left_alone(lab, at_work, case):
    session, _browser = at_work
    if case == "rested":  # 2 + 4 + 2.8 minutes are Prolific's least, rounded up
        assert longest(lab.study) == timedelta(minutes=9)
        go_away(lab, session, minutes=8)
    else:
        go_away(lab, session, hours=1)
    if case == "at work":
        Assignment.objects.in_work().update(deadline_at=timezone.now() + timedelta(minutes=1))
    elif case == "done":
        lab.rate(session)
        go_away(lab, session, hours=1)
    elif case == "reviewed there":
        lab.sitting(session).prolific.__class__.objects.update(state="AWAITING REVIEW")
    assert end_sittings() == 0
    assert (OutgoingCall.objects.count(), lab.sitting(session).state) == (0, State.ACTIVE)
