"""Test with sixteen concurrent annotators and with gold and retests: no one rates a HIT twice, no
limit is exceeded, and payments are exact."""

from collections import Counter
from decimal import Decimal

import pytest

from hits.batches.publishing import close_batch, promised
from hits.models import Assignment, CheckCredit
from hits.money.escrow import batch_money
from hits.queue.claiming import NothingLeft, claim_assignment, enrol, prefetch_assignment
from hits.queue.prefetched import free_prefetched
from hits.queue.releasing import expire, return_assignment
from hits.queue.submitting import submit_assignment
from hits.review.decisions import approve_assignments, reject_assignments
from tests import world
from tests.hits.queue.test_concurrency import in_threads
from tests.hits.queue.test_gold import sound, with_gold

THREADS, ANNOTATORS = 16, 3
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_sixteen_people_share_a_batch_with_gold_and_retests():
    batch = with_gold(
        items=64,
        gold=4,
        gold_percent=20,
        retest_percent=30,
        retest_distance=1,
        first_checks=1,
        most_annotators=THREADS,
        annotators_per_hit=ANNOTATORS,
    )
    people = [world.person(f"annotator-{number}") for number in range(THREADS)]

    def work(number):
        me = people[number]
        enrol(annotator=me, batch=batch, consent_given=True)
        for turn in range(60):
            try:
                claimed = claim_assignment(annotator=me, batch=batch)
            except NothingLeft:
                return
            if (number + turn) % 3 == 0:
                prefetch_assignment(annotator=me, assignment_id=claimed.pk)
            if (number + turn) % 7 == 0:
                return_assignment(annotator=me, assignment_id=claimed.pk)
            elif (number + turn) % 11 == 0:
                expire(assignment=claimed)
            else:
                for _click in range(2):  # a double click
                    submit_assignment(annotator=me, assignment_id=claimed.pk, raw=world.GOOD)

    assert in_threads(THREADS, work) == []
    answered = Assignment.objects.filter(batch=batch, state="submitted")
    main = Counter(answered.filter(hit__purpose="main").values_list("hit_id", flat=True))
    assert max(main.values()) <= ANNOTATORS
    assert max(Counter(answered.values_list("hit_id", "annotator_id")).values()) == 1
    assert {"gold", "retest"} <= set(answered.values_list("hit__purpose", flat=True))
    assert batch_money(batch).remaining == promised(batch)
    sound()

    ids = list(answered.order_by("pk").values_list("pk", flat=True))
    deciding = [
        lambda: approve_assignments(batch=batch, ids=ids[::2], by=None),
        lambda: reject_assignments(batch=batch, ids=ids[1::4], reason="All the same.", by=None),
        lambda: close_batch(batch_id=batch.pk),
        lambda: free_prefetched(batch_id=batch.pk),
    ]
    assert in_threads(4, lambda number: deciding[number]()) == []
    assert not CheckCredit.objects.exists()
    sound()
    approve_assignments(batch=batch, ids=ids, by=None)
    money = batch_money(batch)
    undecided = Assignment.objects.filter(batch=batch, state="claimed").count()
    assert money.remaining == undecided * Decimal("0.06") == promised(batch)
