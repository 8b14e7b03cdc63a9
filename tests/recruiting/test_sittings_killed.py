"""Sixteen people by the sitting, among gold and retests, while somebody else ends their connections
in the middle of whatever they do: nothing is handed out, answered or paid twice, and nothing lost."""

import random
import threading
from contextlib import suppress

import pytest
from django.db import InterfaceError, OperationalError, connection

from hits.batches.publishing import close_batch, promised
from hits.models import Assignment, CheckCredit, Enrolment
from hits.money.escrow import batch_money
from hits.queue.claiming import NothingLeft, claim_assignment, enrol, prefetch_assignment
from hits.queue.releasing import return_assignment
from hits.queue.sittings import NoSittingLeft
from hits.queue.submitting import submit_assignment
from hits.review.decisions import approve_assignments
from recruiting.models import Sitting
from recruiting.sittings.beginning import begin_own_sitting
from recruiting.sittings.ending import end_sitting
from tests import world
from tests.hits.queue.test_concurrency import in_threads
from tests.hits.queue.test_gold import sound
from tests.recruiting.test_sittings_concurrency import (
    HITS,
    SITTINGS,
    THREADS,
    answered_once,
    batch_of_sittings,
)

KILLS = 150  # then they are left alone, so that the test ends on a slow machine too
VICTIMS = """
select pid from pg_stat_activity
where datname = current_database() and pid <> all(%s)
    and state in ('active', 'idle in transaction', 'idle in transaction (aborted)')
"""
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]


def backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        return int(cursor.fetchone()[0])


class Killer(threading.Thread):
    """Ends connections that are at work, one after another, `KILLS` of them at most."""

    def __init__(self, spared: int) -> None:
        super().__init__(daemon=True)
        self.spared, self.kills, self.over = spared, 0, threading.Event()

    def run(self) -> None:
        chance = random.Random(1)
        try:
            own = backend()
            while self.kills < KILLS and not self.over.wait(0.02):
                with connection.cursor() as cursor:
                    cursor.execute(VICTIMS, [[own, self.spared]])
                    pids = [pid for (pid,) in cursor.fetchall()]
                    if pids:
                        cursor.execute("select pg_terminate_backend(%s)", [chance.choice(pids)])
                        self.kills += 1
        finally:
            connection.close()


def insist(write, **values):
    """What `write` gives once its connection lives to its end. Whether a call that died had been
    committed is not known, as with a lost answer: it is made again."""
    while True:
        try:
            return write(**values)
        except (OperationalError, InterfaceError):
            connection.close()


def rate(me, batch, turn: int) -> None:
    """Take a HIT and often the next one, sometimes give it back, and submit."""
    claimed = insist(claim_assignment, annotator=me, batch=batch)
    if turn % 2:
        insist(prefetch_assignment, annotator=me, assignment_id=claimed.pk)
    if turn % 7 == 0:
        insist(return_assignment, annotator=me, assignment_id=claimed.pk)
        claimed = insist(claim_assignment, annotator=me, batch=batch)
    insist(submit_assignment, annotator=me, assignment_id=claimed.pk, raw=world.GOOD)


def latest_sitting(*, enrolment) -> Sitting:
    return Sitting.objects.filter(enrolment=enrolment).latest("pk")


def sit(me, batch, number: int) -> None:
    """Sitting after sitting, some of them stopped early, until no more may begin."""
    insist(enrol, annotator=me, batch=batch, consent_given=True)
    for sitting in range(SITTINGS + 1):
        enrolment = insist(Enrolment.objects.get, annotator=me)
        try:
            insist(begin_own_sitting, enrolment=enrolment)
        except (NoSittingLeft, NothingLeft):
            return
        with suppress(NothingLeft):
            for turn in range(HITS if (number + sitting) % 4 else number % HITS):
                rate(me, batch, number + turn)
        latest = insist(latest_sitting, enrolment=enrolment)
        insist(end_sitting, sitting_id=latest.pk, stop=True)


def test_sixteen_people_whose_connections_are_ended_by_somebody_else():
    batch = batch_of_sittings()
    people = [world.person(f"annotator-{number}") for number in range(THREADS)]
    killer = Killer(backend())
    killer.start()
    try:
        assert in_threads(THREADS, lambda number: sit(people[number], batch, number)) == []
    finally:
        killer.over.set()
        killer.join()
    assert killer.kills > KILLS // 10

    _answered, standing = answered_once(batch)
    checks = standing.exclude(hit__purpose="main").count() + CheckCredit.objects.count()
    in_hand = Assignment.objects.filter(batch=batch, state="claimed")
    assert checks + in_hand.exclude(hit__purpose="main").count() == batch.checks_planned
    assert batch_money(batch).remaining == promised(batch)
    sound()

    ids = list(standing.order_by("pk").values_list("pk", flat=True))
    approve_assignments(batch=batch, ids=ids, by=None)
    close_batch(batch_id=batch.pk)
    assert batch_money(batch).spent == len(ids) * (batch.reward + batch.fee)
    assert batch_money(batch).remaining == promised(batch) == 0
    sound()
