"""Tests of handing out assignments and accepting responses on a real queue."""

import hashlib
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from hits.batches.publishing import close_batch, pause_batch
from hits.models import Assignment, Batch, Enrolment
from hits.queue.claiming import NothingLeft, claim_assignment, enrol
from hits.queue.drafts import Save, save_draft
from hits.queue.releasing import expire, release_expired, return_assignment
from hits.queue.submitting import (
    AssignmentLost,
    may_submit_late,
    submit_and_claim,
    submit_assignment,
)
from hits.review.decisions import reject_assignments
from payments.models import Transaction
from tests import world
from tests.pages import signed_in
from tests.verified import broken_promises

pytestmark = pytest.mark.django_db
State = Assignment.State


def states(batch: Batch) -> dict[str, int]:
    found: dict[str, int] = {}
    for state in batch.assignments.values_list("state", flat=True):
        found[state] = found.get(state, 0) + 1
    return found


def let_expire(assignment: Assignment) -> None:
    Assignment.objects.filter(pk=assignment.pk).update(
        deadline_at=timezone.now() - timedelta(hours=1)
    )


def test_claim_is_idempotent_until_submitted():
    batch, ann = world.live_batch(world.project()), world.annotator()
    first = world.claim(ann, batch)
    assert world.claim(ann, batch).pk == first.pk
    submit_assignment(annotator=ann, assignment_id=first.pk, raw=world.GOOD)
    assert world.claim(ann, batch).pk != first.pk


def test_claim_records_what_was_shown():
    batch, ann = world.live_batch(world.project(), allotted_seconds=600), world.annotator()
    claimed = world.claim(ann, batch)
    assert claimed.rubric_sha256 == batch.rubric_version.sha256
    assert (claimed.sequence, claimed.shown_order, claimed.state) == (1, "a", State.CLAIMED)
    assert claimed.deadline_at - claimed.accepted_at == timedelta(seconds=600)


def order_of_work(batch: Batch, user, seed: int) -> list[int]:
    enrolment = enrol(annotator=user, batch=batch, consent_given=False)
    enrolment.order_seed = seed
    enrolment.save(update_fields=["order_seed"])
    return [world.rate(user, batch).hit_id for _turn in range(batch.hits.count())]


def test_two_people_meet_the_hits_in_different_orders_and_each_once():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=10), annotators_per_hit=2)
    one = order_of_work(batch, world.annotator(), 1)
    other = order_of_work(batch, world.second_annotator(), 2)
    assert sorted(one) == sorted(other) == sorted(batch.hits.values_list("pk", flat=True))
    assert one != other


def test_nothing_left_says_why():
    batch, ann, ben = (
        world.live_batch(world.project(), annotators_per_hit=2),
        world.annotator(),
        world.second_annotator(),
    )
    for _turn in range(4):
        world.rate(ann, batch)
    assert refusal(ann, batch) == "all_done_by_you"
    for _turn in range(4):
        world.rate(ben, batch)
    assert refusal(ann, batch) == "none_left"


def refusal(user, batch) -> str:
    with pytest.raises(NothingLeft) as error:
        world.claim(user, batch)
    return error.value.code


def test_cap_and_pause_and_stop():
    batch, ann, ben = (
        world.live_batch(world.project(), cap_per_annotator=1),
        world.annotator(),
        world.second_annotator(),
    )
    world.rate(ann, batch)
    assert refusal(ann, batch) == "cap_reached"
    pause_batch(batch_id=batch.pk)
    assert refusal(ben, batch) == "paused"


def test_consent_is_asked_first_and_recorded_with_its_text():
    batch, ann = (
        world.live_batch(world.project(), consent_text="You agree to rate."),
        world.annotator(),
    )
    enrol(annotator=ann, batch=batch, consent_given=False)
    with pytest.raises(NothingLeft) as error:
        claim_assignment(annotator=ann, batch=batch)
    assert error.value.code == "consent_needed"
    enrolment = enrol(annotator=ann, batch=batch, consent_given=True)
    assert enrolment.consent_sha256 == hashlib.sha256(b"You agree to rate.").hexdigest()
    assert claim_assignment(annotator=ann, batch=batch).state == State.CLAIMED


def test_return_reopens_the_assignment_once_and_does_not_offer_it_again():
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed = world.claim(ann, batch)
    assert return_assignment(annotator=ann, assignment_id=claimed.pk) is True
    assert return_assignment(annotator=ann, assignment_id=claimed.pk) is False
    assert states(batch) == {State.FREE: 4, State.RETURNED: 1}
    for _turn in range(3):
        assert world.rate(ann, batch).hit_id != claimed.hit_id
    assert refusal(ann, batch) == "all_done_by_you"


def test_nobody_else_can_return_or_submit_it():
    batch, ann, ben = world.live_batch(world.project()), world.annotator(), world.second_annotator()
    claimed = world.claim(ann, batch)
    assert return_assignment(annotator=ben, assignment_id=claimed.pk) is False
    with pytest.raises(Assignment.DoesNotExist):
        submit_assignment(annotator=ben, assignment_id=claimed.pk, raw=world.GOOD)
    assert states(batch) == {State.FREE: 3, State.CLAIMED: 1}


def test_expiry_reopens_the_assignment_once():
    batch, ann = world.live_batch(world.project()), world.annotator()
    let_expire(world.claim(ann, batch))
    assert [release_expired(), release_expired()] == [1, 0]
    assert states(batch) == {State.FREE: 4, State.EXPIRED: 1}


def test_many_that_expire_at_once_take_no_more_statements_and_each_batch_its_own():
    statements = []
    for people in (1, 3):
        first, second = (world.live_batch(world.project(), annotators_per_hit=3) for _batch in "ab")
        for number in range(people):
            for batch in (first, second):
                let_expire(world.claim(world.person(f"annotator-{number}"), batch))
        close_batch(batch_id=second.pk)
        with CaptureQueriesContext(connection) as queries:
            assert release_expired() == 2 * people
        statements.append(len(queries))
        assert states(first) == {State.FREE: 12, State.EXPIRED: people}
        assert states(second) == {State.WITHDRAWN: 12 - people, State.EXPIRED: people}
        refunds = Transaction.objects.filter(batch=second, kind="refund")
        assert refunds.count() == 1 + people, "of what nobody had begun, and of each that ended"
    assert statements[0] == statements[1]
    assert broken_promises() == set()


def test_late_but_complete_is_kept_while_the_assignment_is_free():
    batch, ann = world.live_batch(world.project()), world.annotator()
    let_expire(claimed := world.claim(ann, batch))
    release_expired()
    assert (
        submit_assignment(annotator=ann, assignment_id=claimed.pk, raw=world.GOOD).accepted is True
    )
    assert states(batch) == {State.FREE: 3, State.SUBMITTED: 1}


def late_and_last() -> tuple[Assignment, Assignment]:
    """Return an expired and a claimed assignment of one person, who has submitted one of the two
    HITs allowed per annotator."""
    owner, ann = world.project(), world.annotator()
    batch = world.live_batch(owner, world.dataset(owner, items=20), cap_per_annotator=2)
    enrol(annotator=ann, batch=batch, consent_given=True)
    Enrolment.objects.update(order_seed=1)  # with it, its HIT is not the next one again
    late = world.claim(ann, batch)
    expire(assignment=late)
    world.rate(ann, batch)
    assert may_submit_late(annotator=ann, assignment_id=late.pk)
    return late, world.claim(ann, batch)


@pytest.mark.attack("POST")
def test_late_is_refused_where_it_would_be_more_than_one_person_may_do():
    late, last = late_and_last()
    save_draft(annotator=late.annotator, assignment_id=last.pk, save=Save(0, {"coherence": "1"}))
    page = reverse("assignment", args=[late.pk])
    for _turn in range(2):
        assert not may_submit_late(annotator=late.annotator, assignment_id=late.pk)
        with pytest.raises(AssignmentLost, match="already done the maximum number of HITs"):
            world.submit(late, world.GOOD)
        ended = signed_in(late.annotator).get(page).content.decode()
        assert "already done the maximum number of HITs" in ended
        assert "no longer available" not in ended
        signed_in(late.annotator).post(page, world.GOOD)
        world.submit(last, world.GOOD)
    assert Enrolment.objects.get().submitted == 2


def test_late_and_whole_goes_before_the_last_one_that_is_not_begun():
    late, last = late_and_last()
    submission, following = submit_and_claim(
        annotator=late.annotator, assignment_id=late.pk, raw=world.GOOD
    )
    assert (submission.accepted, following.code) == (True, "cap_reached")
    assert not may_submit_late(annotator=late.annotator, assignment_id=last.pk)
    with pytest.raises(AssignmentLost, match="already done the maximum number of HITs"):
        world.submit(last, world.GOOD)
    assert Enrolment.objects.get().submitted == 2
    assert states(late.batch) == {State.FREE: 38, State.SUBMITTED: 2, State.EXPIRED: 1}
    assert broken_promises() == set()


def test_late_and_taken_by_somebody_else_is_refused():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=1, systems=("Heron",)))
    ann, ben = world.annotator(), world.second_annotator()
    let_expire(claimed := world.claim(ann, batch))
    release_expired()
    world.rate(ben, batch)
    with pytest.raises(AssignmentLost):
        submit_assignment(annotator=ann, assignment_id=claimed.pk, raw=world.GOOD)
    assert states(batch) == {State.EXPIRED: 1, State.SUBMITTED: 1}


def test_claiming_after_the_deadline_gives_a_fresh_hit():
    batch, ann = world.live_batch(world.project()), world.annotator()
    let_expire(claimed := world.claim(ann, batch))
    assert world.claim(ann, batch).pk != claimed.pk
    assert states(batch) == {State.FREE: 3, State.EXPIRED: 1, State.CLAIMED: 1}


def test_answers_are_stored_once_whatever_is_repeated():
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed = world.claim(ann, batch)
    raw = world.GOOD | {"feedback": "Fine.", "coverage": "3"}
    for _click in range(3):
        assert submit_assignment(annotator=ann, assignment_id=claimed.pk, raw=raw).accepted is True
    stored = {one.key: one.value for one in claimed.answers.all()}
    assert stored == dict.fromkeys(world.GOOD, 1) | {"coverage": 3, "feedback": "Fine."}


def test_incomplete_answers_store_nothing_and_name_each_section():
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed = world.claim(ann, batch)
    result = submit_assignment(
        annotator=ann, assignment_id=claimed.pk, raw={"naturalness": "1", "coherence": "4"}
    )
    assert result.accepted is False
    assert [(problem.question.key, problem.message) for problem in result.checked.problems] == [
        ("coherence", "4 is not one of the answers 1, 2, 3."),
        ("word_choice", "Choose one answer."),
        ("syntax", "Choose one answer."),
        ("coverage", "Choose one answer."),
    ]
    assert (claimed.answers.count(), states(batch)) == (0, {State.FREE: 3, State.CLAIMED: 1})


def test_stored_answers_cannot_be_rewritten():
    batch, ann = world.live_batch(world.project()), world.annotator()
    done = world.rate(ann, batch)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        done.answers.filter(key="coverage").update(number=3)


def test_rejection_reopens_for_somebody_else():
    batch, ann = world.live_batch(world.project()), world.annotator()
    done = world.rate(ann, batch)
    assert (
        reject_assignments(batch=batch, ids=[done.pk], reason="All the same answer.", by=None) == 1
    )
    assert reject_assignments(batch=batch, ids=[done.pk], reason="Again.", by=None) == 0
    assert states(batch) == {State.FREE: 4, State.REJECTED: 1}


def test_closing_withdraws_free_assignments_and_lets_claimed_work_finish():
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed = world.claim(ann, batch)
    assert [close_batch(batch_id=batch.pk), close_batch(batch_id=batch.pk)] == [True, False]
    assert states(batch) == {State.WITHDRAWN: 3, State.CLAIMED: 1}
    assert (
        submit_assignment(annotator=ann, assignment_id=claimed.pk, raw=world.GOOD).accepted is True
    )


@pytest.mark.parametrize(
    "change",
    [
        {"state": "claimed"},
        {"state": "submitted"},
        {"state": "approved"},
        {"shown_order": "1"},
        {"submitted_at": timezone.now()},
    ],
)
def test_the_database_refuses_a_state_that_contradicts_itself(change):
    batch = world.live_batch(world.project())
    with pytest.raises(IntegrityError), transaction.atomic():
        batch.assignments.update(**change)


def test_the_database_refuses_a_person_twice_on_one_hit():
    batch, ann = world.live_batch(world.project(), annotators_per_hit=2), world.annotator()
    done = world.rate(ann, batch)
    claimed = world.claim(ann, batch)
    with pytest.raises(IntegrityError, match="assignment_hit_annotator_once"), transaction.atomic():
        Assignment.objects.filter(pk=claimed.pk).update(hit=done.hit_id)
