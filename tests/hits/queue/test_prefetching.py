"""Tests of prefetched assignments: their owner, start and release, and that limits include them."""

from collections import Counter
from datetime import timedelta
from threading import Thread

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hits.batches.open_list import open_batches
from hits.batches.publishing import close_batch, pause_batch, promised
from hits.models import Answer, Assignment, Batch, Draft, Enrolment
from hits.money.escrow import batch_money
from hits.queue.claiming import NothingLeft, claim_assignment, enrol, prefetch_assignment
from hits.queue.drafts import Save, save_draft
from hits.queue.releasing import expire, release_expired, return_assignment
from hits.queue.submitting import AssignmentLost, submit_and_claim, submit_assignment
from hits.verification.queue import CHECKS
from stimuli.shown import medium_address
from tests import world
from tests.hits.queue.test_concurrency import in_threads
from tests.hits.queue.test_cycle import statements
from tests.locks import waits_for_a_lock
from tests.pages import squeezed

pytestmark = pytest.mark.django_db
SCRIPT = {"HTTP_ACCEPT": "application/json"}


def states(batch: Batch) -> dict[str, int]:
    """Return the number of assignments by state. Prefetched ones count as "prefetched"."""
    rows = Assignment.objects.filter(batch=batch).values_list("state", "prefetched")
    return dict(Counter("prefetched" if prefetched else state for state, prefetched in rows))


def prefetched_after(claimed: Assignment) -> Assignment | None:
    return prefetch_assignment(annotator=claimed.annotator, assignment_id=claimed.pk)


def let_expire(batch: Batch) -> int:
    late = timezone.now() - timedelta(hours=1)
    Assignment.objects.filter(batch=batch, state="claimed").update(deadline_at=late)
    return release_expired()


def test_the_next_assignment_is_claimed_once_and_begins_at_the_submission():
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed = world.claim(ann, batch)
    following = prefetched_after(claimed)
    assert prefetched_after(claimed) == following
    assert states(batch) == {"free": 2, "claimed": 1, "prefetched": 1}
    long_ago = timezone.now() - timedelta(minutes=9)
    Assignment.objects.filter(pk=following.pk).update(accepted_at=long_ago)
    _result, begun = submit_and_claim(annotator=ann, assignment_id=claimed.pk, raw=world.GOOD)
    assert (begun, begun.prefetched) == (following, False)
    assert begun.deadline_at - begun.accepted_at == timedelta(seconds=batch.allotted_seconds)
    assert begun.accepted_at > long_ago + timedelta(minutes=8)
    assert states(batch) == {"free": 2, "claimed": 1, "submitted": 1}
    assert sorted(Assignment.objects.filter(annotator=ann).values_list("sequence", flat=True)) == [
        1,
        2,
    ]


def test_prefetching_takes_no_statement_from_the_plain_cycle(client):
    owner = world.project()
    batch, ann = world.live_batch(owner, world.dataset(owner, items=20)), world.annotator()
    enrol(annotator=ann, batch=batch, consent_given=False)
    Enrolment.objects.update(order_seed=1)
    client.force_login(ann)
    path = world.hit_path(world.claim(ann, batch))
    for _turn in range(3):
        with CaptureQueriesContext(connection) as asking:
            expected = client.post(path + "prefetch/").json()["next"]
        with CaptureQueriesContext(connection) as sending:
            posted = client.post(path, world.GOOD)
            client.get(posted["Location"])
        assert posted["Location"] == expected
        path = expected
        assert (len(statements(asking)), len(statements(sending))) == (6, 6)


def test_a_script_submits_and_gets_the_next_page_in_one_request(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    client.force_login(ann)
    path = world.hit_path(world.claim(ann, batch))
    told = client.post(path + "prefetch/").json()
    assert told["media"] == [
        {
            "url": medium_address("ab" * 32, "image/png", viewer=ann.pk),
            "type": "image/png",
            "kind": "image",
        }
    ]
    with CaptureQueriesContext(connection) as queries:
        reply = client.post(path, world.GOOD, **SCRIPT)
    assert len(statements(queries)) == 5
    assert (reply.status_code, reply.json()["next"]) == (200, told["next"])
    assert "· $0.05" in squeezed(reply.json()["html"])
    bare = client.get(told["next"]).content.decode()
    assert [len(reply.json()["html"]), reply.json()["html"][:200]] == [len(bare), bare[:200]]
    again = client.post(path, world.GOOD, **SCRIPT).json()
    assert again["next"] == told["next"]
    assert Answer.objects.count() == 5


def test_a_script_is_told_what_is_wrong_with_the_page_that_says_so(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    client.force_login(ann)
    path = world.hit_path(world.claim(ann, batch))
    some = {"naturalness": "2", "feedback": "Kept."}
    reply, page = client.post(path, some, **SCRIPT), client.post(path, some)
    assert (reply.status_code, page.status_code) == (422, 422)
    assert len(reply.json()["html"]) == len(page.content.decode())
    assert 'id="error-summary"' in reply.json()["html"]


def test_a_script_that_comes_back_later_stores_and_takes_nothing_new(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    client.force_login(ann)
    path = world.hit_path(world.claim(ann, batch))
    for _time in range(2):
        reply = client.post(path, world.GOOD | {"action": "keep"}, **SCRIPT)
        assert (reply.status_code, reply.json()) == (200, {"next": None})
    assert states(batch) == {"free": 3, "submitted": 1}


def test_a_script_is_told_that_the_assignment_is_lost_or_that_nothing_is_left(client):
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=1))
    ann = world.annotator()
    client.force_login(ann)
    lost = world.claim(ann, batch)
    return_assignment(annotator=ann, assignment_id=lost.pk)
    reply = client.post(world.hit_path(lost), world.GOOD, **SCRIPT)
    assert (reply.status_code, reply.json()) == (
        410,
        {
            "error": "This HIT is no longer yours. Take the next HIT.",
            "next": f"/batches/{batch.pk}/",
        },
    )
    last = world.claim(ann, batch)
    reply = client.post(world.hit_path(last), world.GOOD, **SCRIPT)
    assert reply.json() == {"next": f"/batches/{batch.pk}/done/"}
    assert (
        "You have already worked on all remaining HITs"
        in client.get(f"/batches/{batch.pk}/done/").content.decode()
    )
    assert client.post(world.hit_path(last, "prefetch")).status_code == 204


def test_nobody_prefetches_for_another_or_beside_nothing(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed = world.claim(ann, batch)
    client.force_login(world.second_annotator())
    assert client.post(world.hit_path(claimed, "prefetch")).status_code == 204
    return_assignment(annotator=ann, assignment_id=claimed.pk)
    assert prefetched_after(claimed) is None
    assert states(batch) == {"returned": 1, "free": 4}


def test_what_is_prefetched_is_not_begun_by_its_address(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    client.force_login(ann)
    following = prefetched_after(world.claim(ann, batch))
    path = world.hit_path(following)
    assert client.get(path)["Location"] == f"/batches/{batch.pk}/"
    with pytest.raises(AssignmentLost, match="comes after the one"):
        submit_assignment(annotator=ann, assignment_id=following.pk, raw=world.GOOD)
    with pytest.raises(AssignmentLost):
        save_draft(
            annotator=ann, assignment_id=following.pk, save=Save(revision=0, data={"coverage": "1"})
        )
    assert return_assignment(annotator=ann, assignment_id=following.pk) is False
    assert states(batch) == {"free": 2, "claimed": 1, "prefetched": 1}


@pytest.mark.parametrize("end", ["returned", "expired"])
def test_whoever_gives_up_a_hit_goes_on_with_the_one_prefetched(end):
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed = world.claim(ann, batch)
    following = prefetched_after(claimed)
    if end == "returned":
        return_assignment(annotator=ann, assignment_id=claimed.pk)
    else:
        expire(assignment=claimed)
    assert claim_assignment(annotator=ann, batch=batch) == following
    assert states(batch) == {"free": 3, end: 1, "claimed": 1}


def test_the_cap_counts_both():
    batch, ann = world.live_batch(world.project(), cap_per_annotator=2), world.annotator()
    claimed = world.claim(ann, batch)
    following = prefetched_after(claimed)
    _result, begun = submit_and_claim(annotator=ann, assignment_id=claimed.pk, raw=world.GOOD)
    assert begun == following
    assert prefetched_after(begun) is None
    assert states(batch) == {"free": 2, "claimed": 1, "submitted": 1}


def test_a_late_assignment_is_free_again_as_if_it_had_never_been_claimed():
    batch, ann = world.live_batch(world.project(), annotators_per_hit=2), world.annotator()
    claimed = world.claim(ann, batch)
    before = Assignment.objects.filter(batch=batch, state="free").values().order_by("pk")
    plain = list(before)
    following = prefetched_after(claimed)
    assert let_expire(batch) == 1
    # The one in work ended and its assignment is a new row; the one prefetched is the row it was.
    assert states(batch) == {"expired": 1, "free": 8}
    assert list(before.filter(pk__in=[row["id"] for row in plain])) == plain
    assert batch_money(batch).remaining == promised(batch)
    with pytest.raises(Assignment.DoesNotExist):
        submit_assignment(annotator=ann, assignment_id=following.pk, raw=world.GOOD)


def test_pausing_frees_it_and_closing_refunds_it():
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed = world.claim(ann, batch)
    prefetched_after(claimed)
    pause_batch(batch_id=batch.pk)
    assert states(batch) == {"free": 3, "claimed": 1}
    assert prefetched_after(claimed) is None
    Batch.objects.filter(pk=batch.pk).update(state=Batch.State.LIVE)
    prefetched_after(claimed)
    close_batch(batch_id=batch.pk)
    assert states(batch) == {"withdrawn": 3, "claimed": 1}
    assert batch_money(batch).remaining == promised(batch) == batch.reward + batch.fee
    with pytest.raises(NothingLeft, match="closed"):
        raise submit_and_claim(annotator=ann, assignment_id=claimed.pk, raw=world.GOOD)[1]


def test_near_the_end_it_goes_to_whoever_asks():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=1))
    ann, ben = world.annotator(), world.second_annotator()
    claimed = world.claim(ann, batch)
    following = prefetched_after(claimed)
    assert [one.hits_left for one in open_batches(ben)] == [1]
    taken = world.claim(ben, batch)
    assert (taken.pk, taken.annotator, taken.prefetched, taken.sequence) == (
        following.pk,
        ben,
        False,
        1,
    )
    assert prefetched_after(claimed) is None
    _result, reason = submit_and_claim(annotator=ann, assignment_id=claimed.pk, raw=world.GOOD)
    assert (reason.code, str(reason)[:34]) == ("none_left", "All HITs are taken at the moment. ")
    assert broken_promises() == []


def broken_promises() -> list[str]:
    return [check.name for check in CHECKS if not check.warning and list(check.offenders())]


@pytest.mark.django_db(transaction=True)
def test_the_last_hit_is_begun_though_the_submission_waited_for_its_prefetch():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=1))
    ann = world.annotator()
    claimed, next_hits = world.claim(ann, batch), []

    def submit():
        try:
            next_hits.append(
                submit_and_claim(annotator=ann, assignment_id=claimed.pk, raw=world.GOOD)[1]
            )
        finally:
            connection.close()

    submission = Thread(target=submit)
    with transaction.atomic():
        following = prefetched_after(claimed)
        submission.start()
        waits_for_a_lock()
    submission.join(30)
    assert next_hits == [following]
    assert states(batch) == {"submitted": 1, "claimed": 1}


def test_it_does_not_go_to_somebody_who_had_the_hit():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=1), annotators_per_hit=2)
    ann, ben = world.annotator(), world.second_annotator()
    done = {world.rate(ben, batch).hit_id for _hit in range(2)}
    claimed = world.claim(ann, batch)
    following = prefetched_after(claimed)
    assert done == {claimed.hit_id, following.hit_id}
    with pytest.raises(NothingLeft, match="You have already worked on all remaining HITs"):
        world.claim(ben, batch)
    assert states(batch)["prefetched"] == 1


@pytest.mark.parametrize("order", list(Batch.OrderOfWork))
def test_the_order_of_work_holds_for_what_is_prefetched(order):
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=3), order_of_work=order)
    ann, items, hits = world.annotator(), [], []
    claimed: Assignment | NothingLeft = world.claim(ann, batch)
    while isinstance(claimed, Assignment):
        items.append(claimed.hit.item_id)
        hits.append(claimed.hit_id)
        following = prefetched_after(claimed)
        _result, begun = submit_and_claim(annotator=ann, assignment_id=claimed.pk, raw=world.GOOD)
        assert following == (begun if isinstance(begun, Assignment) else None)
        claimed = begun
    assert len(hits) == len(set(hits)) == (3 if order == "one_per_item" else 6)
    if order == "one_per_item":
        assert len(set(items)) == 3
    if order == "item_together":
        assert items[::2] == items[1::2]


def test_the_lists_show_what_is_in_work_only():
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed = world.claim(ann, batch)
    prefetched_after(claimed)
    assert [(one.hits_left, one.claimed_id) for one in open_batches(ann)] == [(4, claimed.pk)]
    assert [(one.hits_left, one.claimed_id) for one in open_batches(world.second_annotator())] == [
        (3, None)
    ]
    assert batch.assignments.count_by_state() == {"free": 3, "claimed": 1}


def test_the_database_refuses_two_prefetched_and_a_prefetched_that_is_not_claimed():
    batch, ann = world.live_batch(world.project()), world.annotator()
    following = prefetched_after(world.claim(ann, batch))
    free = Assignment.objects.filter(batch=batch, state="free")
    for change, name in (
        ({"prefetched": True}, "assignment_prefetched_is_claimed"),
        (
            {
                field: getattr(following, field)
                for field in (
                    "state",
                    "prefetched",
                    "annotator",
                    "enrolment",
                    "sequence",
                    "accepted_at",
                    "deadline_at",
                )
            },
            "assignment_one_prefetched",
        ),
    ):
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            Assignment.objects.filter(pk=free.first().pk).update(**change)


@pytest.mark.django_db(transaction=True)
def test_twelve_people_prefetch_submit_return_and_run_late_at_once():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=8), annotators_per_hit=3)
    people = [world.person(f"annotator-{number}") for number in range(12)]
    begun: list[int] = []

    def work(number):
        me = people[number // 2]  # in two tabs each
        enrol(annotator=me, batch=batch, consent_given=True)
        for turn in range(60):
            try:
                claimed = claim_assignment(annotator=me, batch=batch)
            except NothingLeft:
                return
            prefetch_assignment(annotator=me, assignment_id=claimed.pk)
            step = (number + turn) % 9
            if step == 0:
                return_assignment(annotator=me, assignment_id=claimed.pk)
            elif step == 1:
                Assignment.objects.filter(batch=batch, state="claimed", prefetched=True).update(
                    deadline_at=timezone.now() - timedelta(hours=1)
                )
                release_expired()
            elif (
                submit_assignment(annotator=me, assignment_id=claimed.pk, raw=world.GOOD).checked
                is not None
            ):
                begun.append(claimed.pk)

    raised = in_threads(len(people), work)
    assert [error for error in raised if not isinstance(error, AssignmentLost)] == []
    answered = Assignment.objects.filter(batch=batch, state="submitted")
    assert sorted(begun) == sorted(answered.values_list("pk", flat=True))
    assert max(Counter(answered.values_list("hit_id", "annotator_id")).values()) == 1
    assert Draft.objects.count() == 0
    assert batch_money(batch).remaining == promised(batch)
    assert broken_promises() == []
    let_expire(batch)
    assert sum(states(batch).get(one, 0) for one in ("free", "submitted")) == batch.hits.count() * 3
