"""Tests of batches with sessions: the HITs in each session, and exact pay."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from hits.batches.cost_preview import cost_preview
from hits.batches.open_list import open_batch
from hits.batches.publishing import close_batch
from hits.batches.standstill import why_no_hit
from hits.models import Assignment, Batch, Enrolment
from hits.money.escrow import batch_money
from hits.money.reconciliation import reconcile
from hits.progress.running import progress_of
from hits.queue.claiming import NothingLeft, claim_assignment, enrol
from hits.queue.sittings import NoSittingLeft, begin_sitting
from hits.review.decisions import approve_assignments
from people.models import User
from recruiting.links.making import LinkTerms, make_link
from recruiting.models import Outcome, Sitting
from recruiting.sittings.ending import RESTS, SittingGoesOn, end_resting, end_sitting
from tests import world

pytestmark = pytest.mark.django_db
SITTING = {"sitting_hits": 3, "most_sittings": 2, "sitting_paid_from": 2}


def batch_by_sitting(*, items: int = 6, **terms) -> Batch:
    project = world.project()
    data = world.dataset(project, items=items, systems=("Heron",))
    return world.live_batch(project, data, **SITTING | terms)


@pytest.fixture
def batch(db):
    return batch_by_sitting(completion="drawn")


@pytest.fixture
def ann(client):
    """The logged-in annotator Ann."""
    client.force_login(world.annotator())
    return world.annotator()


def begin(client, batch):
    return client.post(reverse("begin_sitting", args=[batch.pk]), {"instructions": "read"})


def end(client, batch, **data):
    return client.post(reverse("sitting", args=[batch.pk]), data)


def do(ann, batch, hits: int) -> None:
    for _turn in range(hits):
        world.submit(claim_assignment(annotator=ann, batch=batch), world.GOOD)


def why_none(ann, batch) -> str:
    with pytest.raises(NothingLeft) as reason:
        claim_assignment(annotator=ann, batch=batch)
    return reason.value.code


def exact(batch) -> None:
    assert not any(line.difference for line in reconcile())
    undecided = batch.assignments.filter(state__in=["free", "claimed", "submitted"]).count()
    assert batch_money(batch).remaining == undecided * (batch.reward + batch.fee)


def test_no_hit_without_a_sitting_and_none_beyond_it(client, ann, batch):
    enrol(annotator=ann, batch=batch, consent_given=True)
    assert why_none(ann, batch) == "sitting_needed"
    assert open_batch(ann, batch).hits_left == 3
    assert begin(client, batch).url.startswith("/assignments/")
    do(ann, batch, 3)
    assert why_none(ann, batch) == "sitting_done"
    listing = open_batch(ann, batch)
    assert (listing.hits_left, listing.sitting.may_begin) == (0, True)
    assert progress_of(batch).joined.capped == 0
    assert why_no_hit(batch, ann).code == "between_sittings"
    begin(client, batch)
    do(ann, batch, 3)
    assert why_none(ann, batch) == "cap_reached"
    assert begin(client, batch).url == reverse("done", args=[batch.pk])
    assert list(Sitting.objects.order_by("pk").values_list("state", "outcome")) == [
        ("completed", "done"),
        ("active", ""),
    ]


def test_each_sitting_has_a_code_of_its_own(client, ann, batch):
    for _turn in range(2):
        begin(client, batch)
        do(ann, batch, 3)
        end(client, batch)
    first, second = Sitting.objects.order_by("pk").values_list("code_given", flat=True)
    assert len({first, second, ""}) == 3
    assert second in client.get(reverse("sitting", args=[batch.pk])).content.decode()
    assert Enrolment.objects.get().completion_code == ""


def test_the_one_code_for_everybody_stands_for_a_whole_sitting(client, ann):
    batch = batch_by_sitting(completion="fixed", completion_code="WHOLE-1")
    begin(client, batch)
    do(ann, batch, 2)
    end(client, batch, stop="yes")
    begin(client, batch)
    do(ann, batch, 3)
    end(client, batch)
    assert list(Sitting.objects.order_by("pk").values_list("outcome", "code_given")) == [
        ("part", ""),
        ("done", "WHOLE-1"),
    ]


def test_a_sitting_goes_on_until_it_is_stopped(client, ann, batch):
    begin(client, batch)
    do(ann, batch, 2)
    end(client, batch)
    sitting = Sitting.objects.get()
    assert sitting.state == "active"
    with pytest.raises(SittingGoesOn):
        end_sitting(sitting_id=sitting.pk)


@pytest.mark.parametrize(("done", "paid"), [(0, "0.00"), (1, "0.00"), (2, "0.10"), (3, "0.15")])
def test_who_stops_early_is_paid_as_stated(client, ann, batch, done, paid):
    begin(client, batch)
    do(ann, batch, done)
    end(client, batch, stop="yes")
    sitting = Sitting.objects.get()
    assert sitting.outcome == (Outcome.DONE if done == 3 else Outcome.PART)
    assert bool(sitting.code_given) is (done >= 2)
    exact(batch)
    waiting = batch.assignments.filter(state="submitted").values_list("pk", flat=True)
    approve_assignments(batch=batch, ids=list(waiting), by=None)
    assert batch_money(batch).paid == Decimal(paid)
    exact(batch)
    if done == 1:  # neither paid nor used, and somebody else's to do
        assert batch.assignments.count_by_state() == {"free": 6, "rejected": 1}
    close_batch(batch_id=batch.pk)
    exact(batch)
    assert batch_money(batch).remaining == 0


def test_what_was_approved_before_stays_paid(client, ann, batch):
    begin(client, batch)
    do(ann, batch, 1)
    approve_assignments(batch=batch, ids=[Assignment.objects.get(state="submitted").pk], by=None)
    end(client, batch, stop="yes")
    assert batch_money(batch).paid == Decimal("0.05")
    exact(batch)


def test_where_nothing_is_left_fewer_are_a_sitting(client, ann):
    batch = batch_by_sitting(items=1, completion="drawn")
    begin(client, batch)
    do(ann, batch, 1)
    end(client, batch, stop="yes")
    sitting = Sitting.objects.get()
    assert (sitting.outcome, bool(sitting.code_given)) == (Outcome.DONE, True)
    assert batch.assignments.count_by_state() == {"submitted": 1}


def test_a_sitting_without_a_hit_does_not_begin(client, ann):
    batch = batch_by_sitting(items=1)
    enrol(annotator=world.second_annotator(), batch=batch, consent_given=True)
    begin_sitting(enrolment_id=Enrolment.objects.get().pk)
    claim_assignment(annotator=world.second_annotator(), batch=batch)
    assert begin(client, batch).url == reverse("done", args=[batch.pk])
    assert Enrolment.objects.get(annotator=ann).sittings_begun == 0
    assert not Sitting.objects.exists()


def test_what_rests_for_a_day_is_over(client, ann, batch):
    begin(client, batch)
    do(ann, batch, 1)
    assert end_resting() == 0
    past = timezone.now() - RESTS - timedelta(minutes=1)
    Sitting.objects.update(started_at=past)
    Assignment.objects.filter(state="claimed").update(accepted_at=past, deadline_at=past)
    assert end_resting() == 0  # submitted today
    Assignment.objects.filter(state="submitted").update(accepted_at=past, submitted_at=past)
    assert end_resting() == 1
    assert Sitting.objects.get().outcome == Outcome.PART
    assert batch.assignments.count_by_state()["rejected"] == 1
    exact(batch)


@pytest.mark.parametrize(("cap", "reason"), [(3, "sitting_done"), (4, "cap_reached")])
def test_a_link_says_how_much_in_all(client, batch, cap, reason):
    terms = LinkTerms(uses=3, cap=cap)
    _link, token = make_link(batch=batch, key="k", by=world.owner(batch.project), terms=terms)
    client.post(reverse("join", args=[token]))
    person = User.objects.get(is_guest=True)
    begin(client, batch)
    do(person, batch, 3)
    begin(client, batch)
    do(person, batch, cap - 3)
    assert why_none(person, batch) == reason
    with pytest.raises(NoSittingLeft):
        begin_sitting(enrolment_id=Enrolment.objects.get().pk)
    assert Sitting.objects.count() == cap - 2


def test_a_person_from_a_panel_begins_there(client, ann, batch):
    enrolment = enrol(annotator=ann, batch=batch, consent_given=True)
    Enrolment.objects.update(channel="panel-1")
    assert begin(client, batch).url == reverse("done", args=[batch.pk])
    assert not Sitting.objects.exists()
    enrolment.refresh_from_db()
    assert enrolment.sittings_begun == 0


def test_consent_comes_first(client, ann):
    batch = batch_by_sitting(consent_text="We keep your answers.")
    assert begin(client, batch).url == reverse("batch", args=[batch.pk])
    assert not Sitting.objects.exists()
    begin_with = {"instructions": "read", "consent": "yes"}
    answer = client.post(reverse("begin_sitting", args=[batch.pk]), begin_with)
    assert answer.url.startswith("/assignments/")
    assert Sitting.objects.get().enrolment.annotator == ann


@pytest.mark.usefixtures("ann")
def test_pages_speak_of_the_sitting(client, batch):
    page = client.get(reverse("batch", args=[batch.pk])).content.decode()
    assert "Session: 3 HITs" in page
    assert "$0.15" in page
    assert "as long as you submitted at least 2 HITs." in " ".join(page.split())
    path = begin(client, batch).url
    assert "0 of 3 done" in client.get(path).content.decode()
    following = client.post(path, world.GOOD).url
    page = client.get(following).content.decode()
    assert "1 of 3 done" in page
    assert "$0.05" in page
    stopping = client.get(reverse("sitting", args=[batch.pk])).content.decode()
    assert "If you stop now, you are not paid" in " ".join(stopping.split())


@pytest.mark.parametrize(
    "terms",
    [
        {"sitting_hits": 3, "sitting_paid_from": 4},
        {"sitting_hits": None, "most_sittings": 2},
        {"sitting_hits": 3, "cap_per_annotator": 6},
        {"sitting_hits": 3, "code_after": 2, "completion": "drawn"},
    ],
)
def test_terms_that_cannot_be(terms):
    with pytest.raises(IntegrityError, match="batch_sitting"), transaction.atomic():
        world.draft_batch(world.project(), **terms)


def test_the_preview_counts_sittings_to_the_cent():
    draft = world.draft_batch(
        world.project(), reward=Decimal("0.20"), flat_fee=Decimal("0.03"), sitting_hits=3
    )
    cost = cost_preview(draft).cost
    assert (cost.assignments, cost.sittings) == (4, 2)
    assert (cost.reward, cost.total) == (Decimal("0.80"), Decimal("0.92"))
    assert draft.sitting_reward == Decimal("0.60")


def test_nobody_begins_a_sitting_where_there_are_none():
    batch = world.live_batch(world.project())
    enrolment = enrol(annotator=world.annotator(), batch=batch, consent_given=True)
    with pytest.raises(NoSittingLeft):
        begin_sitting(enrolment_id=enrolment.pk)
