"""Tests with sixteen people at once whose connections are killed from outside, at any moment. No
HIT may be handed out, submitted or paid twice, and none may be lost."""

import random
import threading

import pytest
from django.db import InterfaceError, OperationalError, connection

from hits.queue.claiming import claim_assignment, prefetch_assignment
from hits.queue.releasing import return_assignment
from hits.queue.submitting import submit_assignment
from tests import world
from tests.hits.queue.test_concurrency import in_threads
from tests.recruiting.test_sittings_concurrency import (
    THREADS,
    answered_once,
    batch_of_sittings,
    settled_to_the_cent,
    sit,
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
    """A thread that kills up to `KILLS` active connections, one after another."""

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
    """Repeat `write` until its connection survives, and return its result. A killed call may have
    been committed before, like a call whose reply is lost."""
    while True:
        try:
            return write(**values)
        except (OperationalError, InterfaceError):
            connection.close()


def rate(me, batch, turn: int) -> None:
    """Claim and submit a HIT. Often prefetch the next one, and sometimes return the HIT first."""
    claimed = insist(claim_assignment, annotator=me, batch=batch)
    if turn % 2:
        insist(prefetch_assignment, annotator=me, assignment_id=claimed.pk)
    if turn % 7 == 0:
        insist(return_assignment, annotator=me, assignment_id=claimed.pk)
        claimed = insist(claim_assignment, annotator=me, batch=batch)
    insist(submit_assignment, annotator=me, assignment_id=claimed.pk, raw=world.GOOD)


def test_sixteen_people_whose_connections_are_ended_by_somebody_else():
    batch = batch_of_sittings()
    people = [world.person(f"annotator-{number}") for number in range(THREADS)]
    killer = Killer(backend())
    killer.start()
    try:
        assert (
            in_threads(
                THREADS, lambda number: sit(people[number], batch, number, ask=insist, rate=rate)
            )
            == []
        )
    finally:
        killer.over.set()
        killer.join()
    assert killer.kills > KILLS // 10

    _answered, standing = answered_once(batch)
    settled_to_the_cent(batch, standing)
