"""Tests of people from Prolific: how they enter, and which completion code they get."""

from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.test import Client

from hits.batches.audience import refuse
from hits.models import Admission, Enrolment
from hits.queue.enrolments import pause_enrolment, stop_enrolment
from people.models import User
from recruiting.models import Outcome, Sitting
from recruiting.prolific.models import Submission
from tests import world

pytestmark = pytest.mark.django_db


def rows() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (User, Enrolment, Sitting, Submission))


def test_looking_at_the_door_writes_nothing_and_asks_nobody(lab):
    session, browser = lab.person("p1")
    before = rows()
    page = browser.get(lab.address(session))
    assert (page.status_code, rows()) == (200, before)
    assert lab.server.calls == []
    assert lab.study.codes[Outcome.DONE].encode() not in page.content


def test_a_person_enters_works_and_leaves_with_the_code_for_done(lab):
    session, browser = lab.person("p1")
    answer = lab.come_in(session, browser)
    assert (answer.status_code, answer.url) == (303, f"/batches/{lab.batch.pk}/")
    enrolment = lab.enrolment(session)
    assert (enrolment.channel, enrolment.cap) == ("prolific", 2)
    assert enrolment.outside_ids == {"PROLIFIC_PID": "p1"}
    assert lab.sitting(session).outside_ids == lab.parameters(session)
    assert int(browser.session["_auth_user_id"]) == enrolment.annotator_id
    assert browser.get(answer.url).status_code == 200
    lab.rate(session)
    early = browser.post(lab.exit)
    assert (early.status_code, lab.sitting(session).code_given) == (409, "")
    lab.rate(session)
    assert lab.exit in browser.get(f"/batches/{lab.batch.pk}/done/").content.decode()
    assert browser.get(lab.exit).status_code == 200
    assert lab.sitting(session).code_given == ""
    assert browser.post(lab.exit).status_code == 303
    page = browser.get(lab.exit).content.decode()
    assert "https://app.prolific.com/submissions/complete?cc=CODE-done" in page
    sitting = lab.sitting(session)
    assert (sitting.state, sitting.outcome, sitting.code_given) == (
        "completed",
        Outcome.DONE,
        "CODE-done",
    )


def test_a_person_comes_back_into_the_same_sitting(lab):
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    before = rows()
    other_device = Client()
    assert lab.come_in(session, other_device).status_code == 303
    assert rows() == before
    assert other_device.session["_auth_user_id"] == browser.session["_auth_user_id"]


def test_who_was_refused_by_name_is_not_let_in_again(lab):
    first, browser = lab.person("p1")
    lab.come_in(first, browser)
    person = lab.enrolment(first).annotator
    refuse(batch=lab.batch, users=[person], by=None)
    lab.come_in(lab.server.send_person(lab.study.outside_id, "p1"), browser)
    assert lab.batch.admissions.get(user=person).verdict == Admission.Verdict.REFUSED


def test_one_person_may_come_twice(lab):
    first, browser = lab.person("p1")
    lab.come_in(first, browser)
    lab.rate(first, 2)
    second = lab.server.send_person(lab.study.outside_id, "p1")
    assert lab.come_in(second, Client()).status_code == 303
    assert lab.enrolment(second) == lab.enrolment(first)
    assert lab.enrolment(second).cap == 4
    assert Submission.objects.get(session=second).submitted_before == 2
    assert lab.enrolment(second).sittings.count() == 2


def test_each_participant_is_another_person(lab):
    (one, first), (other, second) = lab.person("p1"), lab.person("p2")
    lab.come_in(one, first)
    lab.come_in(other, second)
    assert lab.enrolment(one).annotator != lab.enrolment(other).annotator


@pytest.mark.attack("POST")
@pytest.mark.parametrize(
    "changes",
    [
        {"PROLIFIC_PID": "somebody-else"},
        {"SESSION_ID": "0" * 24},
        {"STUDY_ID": "0" * 24},
        {"PROLIFIC_PID": ""},
        {"PROLIFIC_PID": "{{%PROLIFIC_PID%}}"},
        {"SESSION_ID": "x" * 65},
    ],
)
def test_a_forged_address_lets_nobody_in(lab, changes):
    session, browser = lab.person("p1")
    before = rows()
    answer = lab.come_in(session, browser, **changes)
    assert (answer.status_code, rows()) == (403, before)
    assert "_auth_user_id" not in browser.session


def test_a_session_is_no_key_to_another_participant(lab):
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    thief = Client()
    assert lab.come_in(session, thief, PROLIFIC_PID="p2").status_code == 403
    assert "_auth_user_id" not in thief.session


@pytest.mark.attack("POST")
def test_somebody_who_came_unverified_and_was_not_sent_gets_no_code(lab):
    session, browser = lab.person("p1")
    lab.server.faults.append("drop")
    lab.come_in(session, browser, PROLIFIC_PID="liar")
    submission = Submission.objects.get(session=session)
    assert (submission.participant, submission.verified_at) == ("liar", None)
    lab.rate(session, 2)
    assert browser.post(lab.exit).status_code == 409
    assert lab.sitting(session).code_given == ""


def test_an_unverified_stranger_is_not_let_in_as_somebody_we_know(lab):
    first, browser = lab.person("p1")
    lab.come_in(first, browser)
    second, thief = lab.person("p1")
    lab.server.faults.append("drop")
    assert lab.come_in(second, thief).status_code == 403
    assert "_auth_user_id" not in thief.session
    lab.server.faults.append("drop")
    assert lab.come_in(second, browser).status_code == 303


def test_a_signed_address_needs_no_question(lab):
    cache.clear()
    lab.workspace.signed_entry = True
    lab.workspace.save(update_fields=["signed_entry"])
    session, browser = lab.person("p1")
    page = browser.get(lab.address(session, prolific_token=lab.server.entry_token(session)))
    proof = page.context["proof"]
    assert (page.status_code, bool(proof)) == (200, True)
    lab.server.calls.clear()
    assert lab.come_in(session, browser, proof=proof).status_code == 303
    assert lab.server.calls == []
    assert Submission.objects.get(session=session).verified_at is not None
    other = lab.server.send_person(lab.study.outside_id, "p2")
    assert lab.come_in(other, Client(), proof=proof).status_code == 403
    assert not Submission.objects.filter(session=other).exists()


def test_whom_the_researcher_stopped_leaves_with_the_code_for_a_failed_check(lab):
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    part = lab.enrolment(session).pk
    pause_enrolment(enrolment_id=part, reason="A look first.", by=None)
    browser.post(lab.exit)
    assert lab.sitting(session).code_given == ""
    stop_enrolment(enrolment_id=part, reason="Two checks failed.", by=None)
    browser.post(lab.exit)
    assert lab.sitting(session).code_given == "CODE-failed_check"


def test_an_outcome_that_a_rule_has_set_decides(lab):
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    Sitting.objects.update(outcome=Outcome.SCREENED_OUT)
    browser.post(lab.exit)
    assert lab.sitting(session).code_given == "CODE-screened_out"


def test_an_account_of_ones_own_is_not_lost_to_prolifics(lab):
    session, browser = lab.person("p1")
    browser.force_login(world.annotator())
    assert browser.get(lab.address(session)).status_code == 403
    assert lab.come_in(session, browser).status_code == 403
    assert int(browser.session["_auth_user_id"]) == world.annotator().pk


def test_a_study_that_is_not_there_and_a_batch_that_is_paused(lab):
    session, browser = lab.person("p1")
    lab.batch.state = "paused"
    lab.batch.save(update_fields=["state"])
    assert lab.come_in(session, browser).status_code == 403
    query = urlencode(lab.parameters(session))
    assert browser.get(f"/prolific/{lab.batch.pk + 1}/?{query}").status_code == 404
    browser.force_login(world.annotator())
    assert browser.get(lab.exit).status_code == 404


def test_entering_is_limited(lab, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"panel_entry": "1/15m/key"}
    cache.clear()
    session, browser = lab.person("p1")
    assert lab.come_in(session, browser).status_code == 303
    assert lab.come_in(session, browser).status_code == 429
    cache.clear()
