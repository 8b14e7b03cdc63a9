"""The place held ahead: whose it is, when it begins, how it is given up, and that nobody gets too
much through it."""

from collections import Counter
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hits.batches.open_list import open_batches
from hits.batches.publishing import close_batch, pause_batch, promised
from hits.models import Answer, Assignment, Batch, Draft, Enrolment
from hits.money.escrow import batch_money
from hits.queue.claiming import NothingLeft, claim_assignment, enrol, hold_ahead
from hits.queue.drafts import Save, save_draft
from hits.queue.releasing import expire, release_expired, return_assignment
from hits.queue.submitting import PlaceLost, submit_and_claim, submit_assignment
from hits.verification.places import CHECKS
from stimuli.signed_media import medium_address
from tests import world
from tests.hits.test_concurrency import in_threads
from tests.hits.test_cycle import statements
from tests.pages import squeezed

pytestmark = pytest.mark.django_db
SCRIPT = {"HTTP_ACCEPT": "application/json"}


def states(batch: Batch) -> dict[str, int]:
    """How many places are in each state, those held ahead by that name."""
    rows = Assignment.objects.filter(batch=batch).values_list("state", "ahead")
    return dict(Counter("ahead" if ahead else state for state, ahead in rows))


def ahead_of(held: Assignment) -> Assignment | None:
    return hold_ahead(annotator=held.annotator, assignment_id=held.pk)


def let_expire(batch: Batch) -> int:
    late = timezone.now() - timedelta(hours=1)
    Assignment.objects.filter(batch=batch, state="held").update(deadline_at=late)
    return release_expired()


def test_the_next_place_is_held_once_and_begins_at_the_submission():
    batch, ann = world.live_batch(world.project()), world.annotator()
    held = world.claim(ann, batch)
    following = ahead_of(held)
    assert ahead_of(held) == following
    assert states(batch) == {"free": 2, "held": 1, "ahead": 1}
    long_ago = timezone.now() - timedelta(minutes=9)
    Assignment.objects.filter(pk=following.pk).update(accepted_at=long_ago)
    _result, begun = submit_and_claim(annotator=ann, assignment_id=held.pk, raw=world.GOOD)
    assert (begun, begun.ahead) == (following, False)
    assert begun.deadline_at - begun.accepted_at == timedelta(seconds=batch.allotted_seconds)
    assert begun.accepted_at > long_ago + timedelta(minutes=8)
    assert states(batch) == {"free": 2, "held": 1, "submitted": 1}
    assert sorted(Assignment.objects.filter(annotator=ann).values_list("sequence", flat=True)) == [
        1,
        2,
    ]


def test_holding_ahead_takes_no_statement_from_the_plain_cycle(client):
    owner = world.project()
    batch, ann = world.live_batch(owner, world.dataset(owner, items=20)), world.annotator()
    enrol(annotator=ann, batch=batch, consent_given=False)
    Enrolment.objects.update(order_seed=1)
    client.force_login(ann)
    path = world.hit_path(world.claim(ann, batch))
    for _turn in range(3):
        with CaptureQueriesContext(connection) as asking:
            expected = client.post(path + "ahead/").json()["next"]
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
    told = client.post(path + "ahead/").json()
    assert told["media"] == [
        {"url": medium_address("ab" * 32, "image/png", viewer=ann.pk), "type": "image/png"}
    ]
    with CaptureQueriesContext(connection) as queries:
        reply = client.post(path, world.GOOD, **SCRIPT)
    assert len(statements(queries)) == 5
    assert (reply.status_code, reply.json()["next"]) == (200, told["next"])
    assert "1 done · $0.05" in squeezed(reply.json()["html"])
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


def test_a_script_is_told_that_the_place_is_lost_or_that_nothing_is_left(client):
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
            "error": "You returned this HIT, so it is no longer yours. Take the next one.",
            "next": f"/batches/{batch.pk}/",
        },
    )
    last = world.claim(ann, batch)
    reply = client.post(world.hit_path(last), world.GOOD, **SCRIPT)
    assert reply.json() == {"next": f"/batches/{batch.pk}/done/"}
    assert "ones you have already had" in client.get(f"/batches/{batch.pk}/done/").content.decode()
    assert client.post(world.hit_path(last, "ahead")).status_code == 204


def test_nobody_holds_ahead_for_another_or_beside_nothing(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    held = world.claim(ann, batch)
    client.force_login(world.second_annotator())
    assert client.post(world.hit_path(held, "ahead")).status_code == 204
    return_assignment(annotator=ann, assignment_id=held.pk)
    assert ahead_of(held) is None
    assert states(batch) == {"returned": 1, "free": 4}


def test_what_is_held_ahead_is_not_begun_by_its_address(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    client.force_login(ann)
    following = ahead_of(world.claim(ann, batch))
    path = world.hit_path(following)
    assert client.get(path)["Location"] == f"/batches/{batch.pk}/"
    with pytest.raises(PlaceLost, match="comes after the one"):
        submit_assignment(annotator=ann, assignment_id=following.pk, raw=world.GOOD)
    with pytest.raises(PlaceLost):
        save_draft(
            annotator=ann, assignment_id=following.pk, save=Save(revision=0, data={"coverage": "1"})
        )
    assert return_assignment(annotator=ann, assignment_id=following.pk) is False
    assert states(batch) == {"free": 2, "held": 1, "ahead": 1}


@pytest.mark.parametrize("end", ["returned", "expired"])
def test_whoever_gives_up_a_hit_goes_on_with_the_one_held_ahead(end):
    batch, ann = world.live_batch(world.project()), world.annotator()
    held = world.claim(ann, batch)
    following = ahead_of(held)
    if end == "returned":
        return_assignment(annotator=ann, assignment_id=held.pk)
    else:
        expire(assignment=held)
    assert claim_assignment(annotator=ann, batch=batch) == following
    assert states(batch) == {"free": 3, end: 1, "held": 1}


def test_the_cap_counts_both():
    batch, ann = world.live_batch(world.project(), cap_per_rater=2), world.annotator()
    held = world.claim(ann, batch)
    following = ahead_of(held)
    _result, begun = submit_and_claim(annotator=ann, assignment_id=held.pk, raw=world.GOOD)
    assert begun == following
    assert ahead_of(begun) is None
    assert states(batch) == {"free": 2, "held": 1, "submitted": 1}


def test_a_late_place_is_free_again_as_if_it_had_never_been_held():
    batch, ann = world.live_batch(world.project(), raters_per_hit=2), world.annotator()
    held = world.claim(ann, batch)
    before = Assignment.objects.filter(batch=batch, state="free").values().order_by("pk")
    plain = list(before)
    following = ahead_of(held)
    assert let_expire(batch) == 1
    # The one in work ended and its place is a new row; the one held ahead is the row it was.
    assert states(batch) == {"expired": 1, "free": 8}
    assert list(before.filter(pk__in=[row["id"] for row in plain])) == plain
    assert batch_money(batch).remaining == promised(batch)
    with pytest.raises(Assignment.DoesNotExist):
        submit_assignment(annotator=ann, assignment_id=following.pk, raw=world.GOOD)


def test_pausing_frees_it_and_closing_refunds_it():
    batch, ann = world.live_batch(world.project()), world.annotator()
    held = world.claim(ann, batch)
    ahead_of(held)
    pause_batch(batch_id=batch.pk)
    assert states(batch) == {"free": 3, "held": 1}
    assert ahead_of(held) is None
    Batch.objects.filter(pk=batch.pk).update(state=Batch.State.LIVE)
    ahead_of(held)
    close_batch(batch_id=batch.pk)
    assert states(batch) == {"withdrawn": 3, "held": 1}
    assert batch_money(batch).remaining == promised(batch) == batch.reward + batch.fee
    with pytest.raises(NothingLeft, match="closed"):
        raise submit_and_claim(annotator=ann, assignment_id=held.pk, raw=world.GOOD)[1]


def test_near_the_end_it_goes_to_whoever_asks():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=1))
    ann, ben = world.annotator(), world.second_annotator()
    held = world.claim(ann, batch)
    following = ahead_of(held)
    assert [one.hits_left for one in open_batches(ben)] == [1]
    taken = world.claim(ben, batch)
    assert (taken.pk, taken.annotator, taken.ahead, taken.sequence) == (following.pk, ben, False, 1)
    assert ahead_of(held) is None
    _result, reason = submit_and_claim(annotator=ann, assignment_id=held.pk, raw=world.GOOD)
    assert (reason.code, str(reason)[:31]) == ("none_left", "Every HIT is taken at the momen")
    assert broken_promises() == []


def broken_promises() -> list[str]:
    return [check.name for check in CHECKS if not check.warning and list(check.offenders())]


def test_it_does_not_go_to_somebody_who_had_the_hit():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=1), raters_per_hit=2)
    ann, ben = world.annotator(), world.second_annotator()
    done = {world.rate(ben, batch).hit_id for _hit in range(2)}
    held = world.claim(ann, batch)
    following = ahead_of(held)
    assert done == {held.hit_id, following.hit_id}
    with pytest.raises(NothingLeft, match="ones you have already had"):
        world.claim(ben, batch)
    assert states(batch)["ahead"] == 1


@pytest.mark.parametrize("order", list(Batch.OrderOfWork))
def test_the_order_of_work_holds_for_what_is_held_ahead(order):
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=3), order_of_work=order)
    ann, items, hits = world.annotator(), [], []
    held: Assignment | NothingLeft = world.claim(ann, batch)
    while isinstance(held, Assignment):
        items.append(held.hit.item_id)
        hits.append(held.hit_id)
        following = ahead_of(held)
        _result, begun = submit_and_claim(annotator=ann, assignment_id=held.pk, raw=world.GOOD)
        assert following == (begun if isinstance(begun, Assignment) else None)
        held = begun
    assert len(hits) == len(set(hits)) == (3 if order == "one_per_item" else 6)
    if order == "one_per_item":
        assert len(set(items)) == 3
    if order == "item_together":
        assert items[::2] == items[1::2]


def test_the_lists_show_what_is_in_work_only(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    held = world.claim(ann, batch)
    ahead_of(held)
    assert [(one.hits_left, one.held_id) for one in open_batches(ann)] == [(4, held.pk)]
    assert [(one.hits_left, one.held_id) for one in open_batches(world.second_annotator())] == [
        (3, None)
    ]
    assert batch.assignments.count_by_state() == {"free": 3, "held": 1}
    client.force_login(world.researcher(batch.project))
    page = client.get("/admin/hits/assignment/").content.decode()
    assert "1 assignment" in page
    assert "2 assignments" not in page


def test_the_database_refuses_two_ahead_and_an_ahead_that_is_not_held():
    batch, ann = world.live_batch(world.project()), world.annotator()
    following = ahead_of(world.claim(ann, batch))
    free = Assignment.objects.filter(batch=batch, state="free")
    for change, name in (
        ({"ahead": True}, "assignment_ahead_is_held"),
        (
            {
                field: getattr(following, field)
                for field in (
                    "state",
                    "ahead",
                    "annotator",
                    "enrolment",
                    "sequence",
                    "accepted_at",
                    "deadline_at",
                )
            },
            "assignment_one_ahead",
        ),
    ):
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            Assignment.objects.filter(pk=free.first().pk).update(**change)


@pytest.mark.django_db(transaction=True)
def test_twelve_people_hold_ahead_submit_return_and_run_late_at_once():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=8), raters_per_hit=3)
    people = [world.person(f"rater-{number}") for number in range(12)]
    begun: list[int] = []

    def work(number):
        me = people[number // 2]  # in two tabs each
        enrol(annotator=me, batch=batch, consent_given=True)
        for turn in range(60):
            try:
                held = claim_assignment(annotator=me, batch=batch)
            except NothingLeft:
                return
            hold_ahead(annotator=me, assignment_id=held.pk)
            step = (number + turn) % 9
            if step == 0:
                return_assignment(annotator=me, assignment_id=held.pk)
            elif step == 1:
                Assignment.objects.filter(batch=batch, state="held", ahead=True).update(
                    deadline_at=timezone.now() - timedelta(hours=1)
                )
                release_expired()
            elif (
                submit_assignment(annotator=me, assignment_id=held.pk, raw=world.GOOD).checked
                is not None
            ):
                begun.append(held.pk)

    raised = in_threads(len(people), work)
    assert [error for error in raised if not isinstance(error, PlaceLost)] == []
    answered = Assignment.objects.filter(batch=batch, state="submitted")
    assert sorted(begun) == sorted(answered.values_list("pk", flat=True))
    assert max(Counter(answered.values_list("hit_id", "annotator_id")).values()) == 1
    assert Draft.objects.count() == 0
    assert batch_money(batch).remaining == promised(batch)
    assert broken_promises() == []
    let_expire(batch)
    assert sum(states(batch).get(one, 0) for one in ("free", "submitted")) == batch.hits.count() * 3
