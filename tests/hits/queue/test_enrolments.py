"""Tests of removing people from a batch, letting them continue, and limiting how many HITs they can
return."""

from threading import Barrier, Thread

import pytest
from django.db import IntegrityError, connection

from hits.batches.open_list import open_batches
from hits.batches.publishing import close_batch
from hits.batches.standstill import why_no_hit
from hits.models import Assignment, Batch, Enrolment, Suspension
from hits.queue.claiming import NothingLeft, claim_assignment, prefetch_assignment
from hits.queue.enrolments import NoReason, pause_enrolment, readmit_enrolment, stop_enrolment
from hits.queue.releasing import ReturnsSpent, return_assignment
from hits.queue.submitting import AssignmentLost, submit_assignment
from hits.queue.suspensions import end_suspension, suspend
from hits.verification import verify
from tests import world
from tests.verified import MEDIA

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch():
    return world.live_batch(world.project())


def states(batch: Batch) -> list[str]:
    return sorted(batch.assignments.values_list("state", flat=True))


def stop(batch: Batch, reason: str = "Too fast to have read them.") -> bool:
    by = world.researcher(batch.project)
    return stop_enrolment(enrolment_id=Enrolment.objects.get(batch=batch).pk, reason=reason, by=by)


def test_an_ended_part_frees_what_was_claimed_and_hands_nothing_out(batch):
    ann = world.annotator()
    world.rate(ann, batch)
    claimed = world.claim(ann, batch)
    assert prefetch_assignment(annotator=ann, assignment_id=claimed.pk)
    assert [stop(batch), stop(batch, "Another reason.")] == [True, False]
    assert states(batch) == ["expired", "free", "free", "free", "submitted"]
    enrolment = Enrolment.objects.get()
    assert (enrolment.stop_reason, enrolment.stopped_by.username) == (
        "Too fast to have read them.",
        "rita",
    )
    with pytest.raises(
        NothingLeft, match="“Too fast to have read them.” Your submitted HITs are saved"
    ):
        claim_assignment(annotator=ann, batch=batch)
    assert prefetch_assignment(annotator=ann, assignment_id=claimed.pk) is None


def test_what_was_in_their_hands_is_taken_while_nobody_else_has_it(batch):
    ann, ben = world.annotator(), world.second_annotator()
    claimed = world.claim(ann, batch)
    stop(batch)
    assert world.submit(claimed, world.GOOD).state == "submitted"
    other = world.live_batch(batch.project)
    claimed = world.claim(ann, other)
    stop(other)
    for _turn in range(4):
        world.rate(ben, other)
    with pytest.raises(AssignmentLost):
        submit_assignment(annotator=ann, assignment_id=claimed.pk, raw=world.GOOD)


def test_a_part_ends_in_a_closed_batch_with_its_refund(batch):
    world.claim(world.annotator(), batch)
    close_batch(batch_id=batch.pk)
    stop(batch)
    assert states(batch) == ["expired", "withdrawn", "withdrawn", "withdrawn"]
    assert {finding.check.name for finding in verify() if finding.count} <= MEDIA


def test_a_reason_is_needed_and_the_database_wants_it_too(batch):
    world.claim(world.annotator(), batch)
    with pytest.raises(NoReason, match="Give a reason"):
        stop(batch, "  ")
    with pytest.raises(IntegrityError, match="enrolment_stopped_with_reason"):
        Enrolment.objects.update(status=Enrolment.Status.STOPPED)


def test_a_person_let_in_again_goes_on(batch):
    ann = world.annotator()
    world.rate(ann, batch)
    stop(batch)
    enrolment = Enrolment.objects.get()
    assert [readmit_enrolment(enrolment_id=enrolment.pk) for _time in range(2)] == [True, False]
    enrolment.refresh_from_db()
    assert (enrolment.status, enrolment.stop_reason, enrolment.stopped_at) == ("active", "", None)
    assert claim_assignment(annotator=ann, batch=batch).state == "claimed"


def test_a_pause_may_become_an_end_and_not_the_other_way(batch):
    ann = world.annotator()
    world.rate(ann, batch)
    claimed = world.claim(ann, batch)
    pk = Enrolment.objects.get().pk
    assert pause_enrolment(enrolment_id=pk, reason=" A look first. ", by=None)
    assert states(batch) == ["expired", "free", "free", "free", "submitted"]
    with pytest.raises(
        NothingLeft, match="has paused your participation in this batch. .*“A look first.”"
    ):
        claim_assignment(annotator=ann, batch=batch)
    assert stop(batch)
    assert not pause_enrolment(enrolment_id=pk, reason="Again.", by=None)
    assert readmit_enrolment(enrolment_id=pk)
    assert claim_assignment(annotator=ann, batch=batch).pk != claimed.pk


def test_a_suspension_holds_in_all_batches_of_the_project_and_in_no_other(batch):
    ann = world.annotator()
    other, elsewhere = world.live_batch(batch.project), world.live_batch(world.project())
    claimed = [world.claim(ann, each) for each in (batch, other, elsewhere)]
    known = {"project_id": batch.project_id, "user_id": ann.pk}
    why = {"reason": "Automated answers.", "by": world.researcher(batch.project)}
    with pytest.raises(NoReason):
        suspend(**known, kind=Suspension.Kind.PAUSED, reason=" ", by=None)
    assert [suspend(**known, kind=Suspension.Kind.PAUSED, **why) for _turn in range(2)] == [
        True,
        False,
    ]
    assert suspend(**known, kind=Suspension.Kind.STOPPED, **why)
    assert not suspend(**known, kind=Suspension.Kind.PAUSED, **why)
    for assignment in claimed:
        assignment.refresh_from_db()
    assert [each.state for each in claimed] == ["expired", "expired", "claimed"]
    later = world.live_batch(batch.project)
    assert [each.batch.pk for each in open_batches(ann) if each.may_work] == [elsewhere.pk]
    with pytest.raises(NothingLeft):
        world.claim(ann, later)
    with pytest.raises(NothingLeft, match="in all batches of this project. .*“Automated ans"):
        claim_assignment(annotator=ann, batch=batch)
    assert why_no_hit(batch, ann).what.startswith(
        "Removed from all batches of the project. The person sees this reason:"
    )
    parts = Enrolment.objects.filter(annotator=ann).order_by("pk")
    assert [part.status for part in parts] == ["stopped", "stopped", "active"]
    assert end_suspension(**known, by=None)
    assert not end_suspension(**known, by=None)
    assert claim_assignment(annotator=ann, batch=other).state == "claimed"
    assert {part.status for part in parts.all()} == {"active"}


def test_what_was_ended_in_one_batch_alone_stays_ended(batch):
    ann = world.annotator()
    for each in (batch, world.live_batch(batch.project)):
        world.rate(ann, each)
    stop(batch)
    known = {"project_id": batch.project_id, "user_id": ann.pk}
    suspend(**known, kind=Suspension.Kind.PAUSED, reason="A look first.", by=None)
    assert set(Enrolment.objects.values_list("status", flat=True)) == {"stopped", "paused"}
    end_suspension(**known, by=None)
    assert list(Enrolment.objects.order_by("pk").values_list("status", flat=True)) == [
        "stopped",
        "active",
    ]


def test_the_annotator_reads_why_everywhere(batch, client):
    ann = world.annotator()
    claimed = world.claim(ann, batch)
    stop(batch, "Six <b>hits</b> a minute.")
    client.force_login(ann)
    for address in (world.hit_path(claimed), f"/batches/{batch.pk}/", f"/batches/{batch.pk}/done/"):
        text = client.get(address).content.decode()
        assert "Your participation in this batch has ended" in text, address
        assert "Reason: “Six &lt;b&gt;hits&lt;/b&gt; a minute.”" in text
        assert "/start/" not in text


def give_back(user, batch: Batch) -> bool:
    return return_assignment(annotator=user, assignment_id=world.claim(user, batch).pk)


def test_nobody_reads_the_whole_batch_by_giving_back():
    batch, ann = world.live_batch(world.project(), most_returns=2), world.annotator()
    assert [give_back(ann, batch) for _time in range(2)] == [True, True]
    claimed = world.claim(ann, batch)
    with pytest.raises(
        ReturnsSpent, match="maximum number of returns in this batch. Submit this HIT, or"
    ):
        return_assignment(annotator=ann, assignment_id=claimed.pk)
    assert claim_assignment(annotator=ann, batch=batch).pk == claimed.pk
    assert Enrolment.objects.get().returned == 2
    assert give_back(world.second_annotator(), batch) is True
    Batch.objects.update(most_returns=None)
    assert return_assignment(annotator=ann, assignment_id=claimed.pk) is True


def test_the_page_says_what_to_do_and_keeps_the_hit(client):
    batch, ann = world.live_batch(world.project(), most_returns=1), world.annotator()
    give_back(ann, batch)
    path = world.hit_path(world.claim(ann, batch))
    client.force_login(ann)
    page = client.post(path, {"action": "return"}, follow=True)
    assert page.redirect_chain == [(path, 303)]
    assert (
        "You have reached the maximum number of returns in this batch. Submit this HIT"
        in page.content.decode()
    )


def test_no_button_where_nothing_can_be_given_back(client):
    batch, ann = world.live_batch(world.project(), most_returns=0), world.annotator()
    client.force_login(ann)
    path = world.hit_path(world.claim(ann, batch))
    assert "Return this HIT" not in client.get(path).content.decode()
    assert (
        "You have reached the maximum number of returns in this batch."
        in client.post(path, {"action": "return"}, follow=True).content.decode()
    )
    Batch.objects.update(most_returns=3)
    assert "Return this HIT" in client.get(path).content.decode()


@pytest.mark.django_db(transaction=True)
def test_two_tabs_give_back_one_after_the_other():
    """The second tab must wait for the first and then find nothing left to return."""
    batch, ann = world.live_batch(world.project(), most_returns=1), world.annotator()
    claimed, results, together = world.claim(ann, batch), [], Barrier(2)

    def tab() -> None:
        together.wait(10)
        results.append(return_assignment(annotator=ann, assignment_id=claimed.pk))
        connection.close()

    tabs = [Thread(target=tab) for _number in range(2)]
    for thread in tabs:
        thread.start()
    for thread in tabs:
        thread.join(30)
    assert sorted(results) == [False, True]
    assert (
        Enrolment.objects.get().returned,
        Assignment.objects.filter(state="returned").count(),
    ) == (1, 1)
