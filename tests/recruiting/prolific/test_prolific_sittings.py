"""Tests of a batch's sessions at Prolific: number, length and partial pay."""

from decimal import Decimal

import pytest
from django.urls import reverse

from hits.models import Assignment
from hits.models.decisions import counted
from recruiting.models import Sitting
from recruiting.prolific.deciding import NotDecidable, approve_sitting
from recruiting.prolific.models import OutgoingCall, Study, Submission
from recruiting.prolific.studies.creating import make_study
from recruiting.prolific.studies.planning import plan_study
from recruiting.prolific.tasks import follow, send_calls
from recruiting.prolific.topping_up import part_due, pay_part
from tests import world
from tests.recruiting.prolific.prolific_lab import make_lab
from tests.recruiting.prolific.test_prolific_outbox import in_step, money, paid_at_prolific

pytestmark = pytest.mark.django_db
TERMS = {"sitting_hits": 3, "sitting_paid_from": 2, "most_sittings": 2}


@pytest.fixture
def lab(db, prolific):
    return make_lab(prolific, items=5, hits=3, **TERMS)


def returned(lab, *, after: int) -> Submission:
    """Return the submission of a person who did `after` HITs and then returned it."""
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    lab.rate(session, after)
    lab.server.move(session, "RETURNED")
    follow()
    return Submission.objects.select_related("sitting", "study__batch").get(session=session)


def test_one_person_may_come_as_often_as_stated(lab):
    statuses = []
    for _turn in range(3):
        session, browser = lab.person("p1")
        statuses.append(lab.come_in(session, browser).status_code)
        if statuses[-1] == 303:
            lab.rate(session, 3)
            browser.post(lab.exit)
    assert statuses == [303, 303, 403]
    assert list(Sitting.objects.values_list("outcome", flat=True)) == ["done", "done"]
    assert lab.enrolment(Submission.objects.first().session).sittings_begun == 2


def test_the_study_takes_the_batchs_sittings(lab):
    plan = plan_study(batch=lab.batch, hits=7)
    assert (plan.hits, plan.places, plan.reward) == (3, 4, Decimal("0.15"))
    Study.objects.all().delete()
    study = make_study(batch=lab.batch, hits=7, by=world.owner(lab.project))
    draft = lab.server.studies[study.outside_id]
    assert draft["submissions_config"] == {"max_submissions_per_participant": 2}
    assert draft["reward"] == 15


def test_who_stopped_early_is_paid_by_a_bonus_once(lab):
    submission = returned(lab, after=2)
    part = part_due(submission)
    assert (len(part.ids), part.amount) == (2, Decimal("0.10"))
    before = money(lab)["escrow"]
    pay_part(submission_id=submission.pk, by=None)
    with pytest.raises(NotDecidable):
        pay_part(submission_id=submission.pk, by=None)
    assert money(lab)["escrow"] == before - Decimal("0.14")
    send_calls()
    send_calls()
    assert paid_at_prolific(lab, submission) == [10.0]
    assert OutgoingCall.objects.get().state == OutgoingCall.State.DONE
    assert (money(lab)["earnings"], money(lab)["panel"]) == (Decimal(0), Decimal("0.10"))
    assert counted(Assignment.objects.filter(batch=lab.batch)).count() == 2
    assert in_step()


def test_below_the_least_number_nothing_is_due(lab):
    assert part_due(returned(lab, after=1)) is None


@pytest.fixture
def taken_back(lab):
    """A function that undoes a return at Prolific. Our site learns of it if `noted`."""

    def take(submission, *, noted: bool) -> None:
        lab.server.move(submission.session, "AWAITING REVIEW")
        if noted:
            follow()
        submission.refresh_from_db()

    return take


@pytest.mark.parametrize("noted", [True, False])
def test_part_pay_that_waits_is_dropped_when_the_return_is_taken_back(lab, taken_back, noted):
    submission = returned(lab, after=2)
    pay_part(submission_id=submission.pk, by=None)
    taken_back(submission, noted=noted)
    send_calls()
    assert paid_at_prolific(lab, submission) == []
    call = OutgoingCall.objects.get()
    assert (call.state, call.problem) == ("dropped", "The return was undone on Prolific.")
    assert approve_sitting(submission_id=submission.pk, by=None)
    send_calls()
    assert lab.server.submissions[submission.session]["status"] == "APPROVED"
    assert paid_at_prolific(lab, submission) == []
    assert (money(lab)["earnings"], money(lab)["panel"]) == (Decimal(0), Decimal("0.10"))
    assert in_step()


def test_who_returns_it_once_more_is_paid_the_part(lab, taken_back):
    submission = returned(lab, after=2)
    pay_part(submission_id=submission.pk, by=None)
    taken_back(submission, noted=True)
    lab.server.move(submission.session, "RETURNED")
    follow()
    pay_part(submission_id=submission.pk, by=None)
    send_calls()
    assert paid_at_prolific(lab, submission) == [10.0]
    assert (money(lab)["earnings"], money(lab)["panel"]) == (Decimal(0), Decimal("0.10"))


@pytest.mark.attack("POST")
@pytest.mark.parametrize("fault", [None, "lost", "drop"])
def test_what_was_paid_in_part_is_not_approved_as_a_whole(lab, taken_back, client, fault):
    submission = returned(lab, after=2)
    pay_part(submission_id=submission.pk, by=None)
    if fault:
        lab.server.faulty = "POST .*/pay/"
        lab.server.faults.append(fault)
    send_calls()
    taken_back(submission, noted=True)
    with pytest.raises(NotDecidable, match="paid as a bonus"):
        approve_sitting(submission_id=submission.pk, by=None)
    client.force_login(world.owner(lab.project))
    page = client.get(reverse("admin:prolific_submission", args=[submission.pk])).content.decode()
    assert 'value="approve"' not in page
    assert "Approving the submission would pay" in page


def test_only_an_owner_pays_a_part(lab, client):
    submission = returned(lab, after=2)
    address = reverse("admin:prolific_submission", args=[submission.pk])
    for who, status, sent in ((world.researcher, 403, 0), (world.owner, 302, 1)):
        client.force_login(who(lab.project))
        assert "$0.10" in client.get(address).content.decode()
        assert client.post(address, {"action": "part"}).status_code == status
        assert OutgoingCall.objects.count() == sent
    assert "Stopped early" not in client.get(address).content.decode()
