"""Tests with sixteen people at once, with sessions, gold and retests, whose connections are killed
during calls. Counts, session lengths and money must stay exact."""

from collections import Counter
from contextlib import suppress

import pytest
from django.db import Error, connection, transaction
from django.db.models import F, QuerySet, Sum

from hits.batches.publishing import close_batch, promised
from hits.models import Assignment, Batch, CheckCredit, Enrolment
from hits.money.escrow import batch_money
from hits.queue.claiming import NothingLeft, claim_assignment, enrol
from hits.queue.releasing import expire, return_assignment
from hits.queue.sittings import NoSittingLeft
from hits.queue.submitting import submit_assignment
from hits.review.decisions import approve_assignments
from recruiting.models import Sitting
from recruiting.sittings.beginning import begin_own_sitting
from recruiting.sittings.ending import end_sitting
from tests import world
from tests.hits.queue.test_concurrency import in_threads
from tests.hits.queue.test_gold import sound, with_gold

THREADS, ANNOTATORS, HITS, SITTINGS = 16, 3, 5, 2
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def through_kills(write, *, kills: int = 1, **values):
    """Return the result of `write` after its connection died `kills` times before commit."""
    for turn in range(kills + 1):
        try:
            with transaction.atomic():
                result = write(**values)
                if turn < kills:
                    with connection.cursor() as cursor:
                        cursor.execute("select pg_terminate_backend(pg_backend_pid())")
        except Error:
            connection.close()
            continue
        return result
    raise AssertionError("It was never let through.")


def rate(me, batch, turn: int) -> None:
    """Claim a HIT and submit it twice. On some turns, first return the claimed HIT or let it
    expire, and claim again."""
    claimed = claim_assignment(annotator=me, batch=batch)
    if turn % 7 == 0:
        return_assignment(annotator=me, assignment_id=claimed.pk)
        claimed = through_kills(claim_assignment, annotator=me, batch=batch)
    if turn % 11 == 0:
        expire(assignment=claimed)
        claimed = claim_assignment(annotator=me, batch=batch)
    answers = {"annotator": me, "assignment_id": claimed.pk, "raw": world.GOOD}
    for _click in range(2):
        through_kills(submit_assignment, kills=turn % 2, **answers)


def latest_sitting(*, enrolment) -> Sitting:
    return Sitting.objects.filter(enrolment=enrolment).latest("pk")


def sit(me, batch, number: int, *, ask=through_kills, rate=rate) -> None:
    """Work through all sessions, stopping some of them early. `ask` makes each call."""
    ask(enrol, annotator=me, batch=batch, consent_given=True)
    for sitting in range(SITTINGS + 1):
        enrolment = ask(Enrolment.objects.get, annotator=me)
        try:
            ask(begin_own_sitting, enrolment=enrolment)
        except (NoSittingLeft, NothingLeft):
            return
        with suppress(NothingLeft):
            for turn in range(HITS if (number + sitting) % 4 else number % HITS):
                rate(me, batch, number + turn)
        latest = ask(latest_sitting, enrolment=enrolment)
        ask(end_sitting, sitting_id=latest.pk, stop=True)


def batch_of_sittings() -> Batch:
    """Return a batch with sessions, gold and retests for THREADS people."""
    return with_gold(
        items=32,
        gold=4,
        gold_percent=20,
        retest_percent=30,
        retest_distance=1,
        first_checks=1,
        most_annotators=THREADS,
        annotators_per_hit=ANNOTATORS,
        sitting_hits=HITS,
        sitting_paid_from=3,
        most_sittings=SITTINGS,
        completion="drawn",
    )


def answered_once(batch) -> tuple[QuerySet, QuerySet]:
    """Check the counts of responses. Return all responses, and those not rejected."""
    answered = Assignment.objects.filter(batch=batch, state__in=["submitted", "rejected"])
    standing = answered.filter(state="submitted")
    main = Counter(standing.filter(hit__purpose="main").values_list("hit_id", flat=True))
    assert max(main.values()) <= ANNOTATORS
    assert max(Counter(answered.values_list("hit_id", "annotator_id")).values()) == 1
    sittings_are_exact(answered)
    return answered, standing


def test_sixteen_people_by_the_sitting_with_checks_and_kills():
    batch = batch_of_sittings()
    people = [world.person(f"annotator-{number}") for number in range(THREADS)]
    assert in_threads(THREADS, lambda number: sit(people[number], batch, number)) == []

    answered, standing = answered_once(batch)
    assert {"gold", "retest"} <= set(answered.values_list("hit__purpose", flat=True))
    # What was stopped too early is neither paid nor used, and other people's to do.
    assert answered.filter(state="rejected").exists()
    assert not Assignment.objects.filter(state="claimed").exists()
    settled_to_the_cent(batch, standing)


def settled_to_the_cent(batch, standing) -> None:
    """Check that all gold HITs and retests are paid for. Approve and close the batch at the same
    time, which must leave nothing in escrow."""
    checks = standing.exclude(hit__purpose="main").count() + CheckCredit.objects.count()
    in_hand = Assignment.objects.filter(batch=batch, state="claimed")
    assert checks + in_hand.exclude(hit__purpose="main").count() == batch.checks_planned
    assert batch_money(batch).remaining == promised(batch)
    sound()

    ids = list(standing.order_by("pk").values_list("pk", flat=True))
    deciding = [
        lambda: approve_assignments(batch=batch, ids=ids, by=None),
        lambda: close_batch(batch_id=batch.pk),
    ]
    assert in_threads(2, lambda number: deciding[number]()) == []
    assert batch_money(batch).remaining == promised(batch) == 0
    assert batch_money(batch).spent == len(ids) * (batch.reward + batch.fee)
    sound()


def sittings_are_exact(answered) -> None:
    """Check the lengths and numbers of sessions, and that all have ended with unique codes."""
    parts = Enrolment.objects.all()
    assert not parts.filter(submitted__gt=F("cap")).exists()
    assert max(parts.values_list("submitted", flat=True)) <= HITS * SITTINGS
    assert max(parts.values_list("sittings_begun", flat=True)) == SITTINGS
    sums = parts.aggregate(submitted=Sum("submitted"), begun=Sum("sittings_begun"))
    assert sums == {"submitted": answered.count(), "begun": Sitting.objects.count()}
    assert not Sitting.objects.filter(state="active").exists()
    codes = list(Sitting.objects.exclude(code_given="").values_list("code_given", flat=True))
    assert len(codes) == len(set(codes)) > THREADS
