"""Test that claiming a check reads no more rows if there are many older batches."""

import pytest
from django.db import connection

from hits.models import Enrolment
from tests import world
from tests.hits.queue.test_gold import with_gold

pytestmark = pytest.mark.django_db
READ = """
select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int from pg_stat_xact_user_tables
where relname = any(%s)
"""
OLDER = 400  # items of a batch that was there before


def rows_read(*tables: str) -> int:
    """Return the number of rows of the tables that this transaction has read so far."""
    with connection.cursor() as cursor:
        cursor.execute(READ, [list(tables)])
        return int(cursor.fetchone()[0])


@pytest.mark.parametrize(
    "shares", [{"gold_percent": 50}, {"retest_percent": 50, "retest_distance": 1, "gold": 0}]
)
def test_a_check_is_claimed_without_reading_older_batches(shares):
    with_gold(items=OLDER, gold=1, gold_percent=40)
    batch = with_gold(**{"items": 40, "gold": 10, "gold_percent": 0} | shares)
    ann = world.annotator()
    world.claim(ann, batch)
    Enrolment.objects.update(order_seed=1)
    with connection.cursor() as cursor:
        cursor.execute("analyze hits_hit, hits_assignment, hits_enrolment, hits_checkcredit")
    read = {"main": [], "gold": [], "retest": []}
    for _turn in range(12):
        before = rows_read("hits_assignment", "hits_checkcredit")
        purpose = world.rate(ann, batch).hit.purpose
        read[purpose].append(rows_read("hits_assignment", "hits_checkcredit") - before)
    checks = read["gold"] + read["retest"]
    assert len(checks) >= 4
    assert max(checks) < OLDER / 2
