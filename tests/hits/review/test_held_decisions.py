"""Tests of review decisions that can be undone: they take effect only after a delay."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from hits.models import Assignment, HeldDecision
from hits.review.decisions import ReasonNeeded, Rejection, approve_assignments
from hits.review.undoing import hold_decision, post_decision, post_due_decisions, undo_decision
from hits.states import State
from payments.models import Transaction
from people.models import Act
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db
REJECTION = Rejection("All the same.", "no_effort", "Five times 1.")


@pytest.fixture(autouse=True)
def _ten_seconds(settings):
    settings.REVIEW_UNDO_SECONDS = 10


@pytest.fixture(scope="module")
def module_batch(module_rows):
    project = world.project()
    batch = world.live_batch(project, world.dataset(project, items=2))
    world.rate(world.annotator(), batch)
    world.rate(world.annotator(), batch)
    return batch


@pytest.fixture
def rita(batch):
    return world.researcher(batch.project)


def answers(batch) -> list[Assignment]:
    return list(batch.assignments.exclude(submitted_at=None).order_by("pk"))


def is_due(answer) -> None:
    due = timezone.now() - timedelta(seconds=1)
    HeldDecision.objects.filter(assignment=answer).update(due_at=due)


def state(answer) -> str:
    return Assignment.objects.get(pk=answer.pk).state


def test_nothing_is_paid_before_the_decision_is_posted(
    batch, rita, django_capture_on_commit_callbacks
):
    answer = answers(batch)[0]
    with django_capture_on_commit_callbacks() as sent:
        assert hold_decision(assignment=answer, by=rita)
    assert len(sent) == 1, "a worker posts it later"
    assert not hold_decision(assignment=answer, by=rita)
    assert not post_decision(assignment_id=answer.pk)
    paid = Transaction.objects.filter(kind="approval")
    assert (state(answer), paid.count(), Act.objects.filter(verb="approved").count()) == (
        State.SUBMITTED,
        0,
        0,
    )
    is_due(answer)
    assert post_due_decisions() == 1
    assert not post_decision(assignment_id=answer.pk)
    assert (state(answer), paid.count()) == (State.APPROVED, 1)
    assert Act.objects.get(verb="approved").actor == rita
    assert not HeldDecision.objects.exists()


def test_what_is_taken_back_never_happens_and_is_recorded(batch, rita):
    answer = answers(batch)[0]
    hold_decision(assignment=answer, by=rita, rejection=REJECTION)
    assert not undo_decision(assignment=answer, by=world.owner(batch.project))
    assert undo_decision(assignment=answer, by=rita)
    assert not undo_decision(assignment=answer, by=rita)
    assert (post_due_decisions(), state(answer)) == (0, State.SUBMITTED)
    act = Act.objects.get(verb="undone")
    assert (act.actor, act.subject_id, act.before) == (rita, batch.pk, {"state": "rejected"})


def test_a_rejection_is_posted_with_its_reason(batch, rita):
    answer = answers(batch)[0]
    hold_decision(assignment=answer, by=rita, rejection=REJECTION)
    is_due(answer)
    assert post_decision(assignment_id=answer.pk)
    answer.refresh_from_db()
    assert (answer.state, answer.reason, answer.rejection, answer.evidence, answer.decided_by) == (
        State.REJECTED,
        "All the same.",
        "no_effort",
        "Five times 1.",
        rita,
    )
    with pytest.raises(ReasonNeeded):
        hold_decision(assignment=answers(batch)[1], by=rita, rejection=Rejection(" "))


def test_whoever_decides_at_once_is_right(batch, rita):
    answer = answers(batch)[0]
    hold_decision(assignment=answer, by=rita, rejection=REJECTION)
    approve_assignments(batch=batch, ids=[answer.pk], by=world.owner(batch.project))
    is_due(answer)
    assert not post_decision(assignment_id=answer.pk)
    assert (state(answer), HeldDecision.objects.count()) == (State.APPROVED, 0)
    assert not hold_decision(assignment=answer, by=rita)


def test_the_database_holds_no_rejection_without_a_reason(batch, rita):
    answer = answers(batch)[0]
    with pytest.raises(IntegrityError, match="with_reason"), transaction.atomic():
        HeldDecision.objects.create(
            assignment=answer, state="rejected", decided_by=rita, due_at=timezone.now()
        )


def test_the_next_page_offers_to_take_it_back(batch, rita):
    client, (first, second) = signed_in(rita), answers(batch)

    def route(name: str, answer) -> str:
        return reverse(f"admin:{name}", args=[answer.pk])

    done = client.post(route("decide", first), {"decision": "approve"})
    assert done.url == f"{route('review_answer', second)}?undo={first.pk}"
    pseudonym = first.enrolment.pseudonym
    page = client.get(done.url)
    assert f"Response from {pseudonym} approved. It will be paid at" in words(page)
    assert 'data-key="u"' in page.content.decode()
    assert f"{pseudonym} approved" not in words(client.get(route("review_answer", second)))
    # The last of the batch: the queue is empty, and the decision can be taken back still.
    last = client.post(route("decide", second), {"decision": "approve"}, follow=True)
    assert "No responses to review." in words(last)
    assert route("undo_decision", second) in last.content.decode()
    taken_back = client.post(route("undo_decision", second), follow=True)
    assert "Decision undone. The response is waiting for review again." in words(taken_back)
    assert client.get(reverse("admin:review")).url == route("review_answer", second)
    is_due(first)
    post_due_decisions()
    assert "It is too late to undo this." in words(
        client.post(route("undo_decision", first), follow=True)
    )
    assert (state(first), state(second)) == (State.APPROVED, State.SUBMITTED)
