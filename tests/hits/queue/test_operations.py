"""Tests of random operations from several threads: nothing happens twice, and all balances are
correct."""

import threading
from collections import Counter

import pytest
from django.db import connection
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from hits.batches.publishing import promised
from hits.models import Batch
from hits.money.escrow import batch_money
from hits.money.reconciliation import reconcile
from hits.verification import verify
from payments.models import Transaction
from tests.hits.queue.operations import STEPS, Study

OPERATIONS = sorted(name.removeprefix("do_") for name in vars(Study) if name.startswith("do_"))
# Work, and deciding on it, happen more often than the rest.
DRAWN = [
    *OPERATIONS,
    "work",
    "work",
    "work",
    "claim",
    "expire",
    "expire",
    "approve",
    "reject",
    "overturn",
]
SEQUENCE = st.lists(
    st.tuples(st.sampled_from(DRAWN), st.integers(0, 3), st.integers(0, 9)),
    min_size=15,
    max_size=40,
)
pytestmark = pytest.mark.django_db(transaction=True)


def test_every_operation_is_drawn():
    assert set(OPERATIONS) == {
        *(
            *("publish", "claim", "work", "return", "expire", "submit", "approve", "reject"),
            *("overturn", "close"),
        ),
        *("prefetch", "pause"),
        *("deposit", "bonus", "goodwill", "payout", "reversal"),
    }


@pytest.mark.slow
@pytest.mark.parametrize("examples", [10, pytest.param(200, marks=pytest.mark.long)])
def test_random_operations_from_several_threads_add_up(examples):
    seen: Counter[str] = Counter()

    # The sequences are the same in every run; how the threads interleave is not, so shrinking would
    # be in vain.
    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(SEQUENCE, min_size=1, max_size=4))
    def add_up(sequences):
        study = Study()
        assert in_threads(study, sequences) == []
        check(study)
        seen.update({step: len(found) for step, found in study.model.done.items()})
        seen.update(
            Transaction.objects.filter(project=study.project).values_list("kind", flat=True)
        )

    add_up()
    # Nothing was drawn in vain: each step and each kind of transaction took effect somewhere, but
    # for those of panels, merged people and paid training, which no step does.
    elsewhere = {Transaction.Kind.PANEL, Transaction.Kind.MERGE, Transaction.Kind.TRAINING}
    assert {*STEPS, *Transaction.Kind.values} - elsewhere - {
        name for name, number in seen.items() if number
    } == set()


def check(study: Study) -> None:
    assert study.states() == study.model.expected_states()
    assert study.money() == study.expected_money()
    for batch in Batch.objects.filter(project=study.project).exclude(state="draft"):
        assert batch_money(batch).remaining == promised(batch)
    assert [line for line in reconcile() if line.difference] == []
    # The world's picture has no file; everything else must hold.
    assert [
        (one.check.name, one.examples)
        for one in verify()
        if one.broken and one.check.name != "media_there"
    ] == []


def in_threads(study, sequences) -> list[BaseException]:
    raised: list[BaseException] = []

    def run(sequence):
        try:
            for name, one, other in sequence:
                study.perform(name, one, other)
        except BaseException as error:  # noqa: BLE001 - reported by the test
            raised.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(sequence,)) for sequence in sequences]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return raised
