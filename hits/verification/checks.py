"""Checks of gold HITs and retests. They must be paid for, must not be main HITs, and must never be
free."""

from functools import partial

from hits.states import load_with_states
from hits.verification.base import Check

_sql = partial(load_with_states, "hits/verification/sql/checks.sql")

CHECKS = [
    Check(
        "checks_never_free",
        "Only main HITs have free assignments. Gold and retests are created when they are claimed.",
        "Cancel and refund the assignment. It was not created by this program.",
        _sql("checks_never_free"),
    ),
    Check(
        "checks_paid_for",
        (
            "The number of claimed and remaining gold HITs and retests in a batch is the number "
            "that its escrow was planned to pay for."
        ),
        (
            "Compare the batch's escrow (`manage.py reconcile`) with its annotators' gold and "
            "retests. Each row of hits_checkcredit is one that can still be claimed."
        ),
        _sql("checks_paid_for"),
    ),
    Check(
        "gold_apart",
        "No output in gold, training or a test is also in a main HIT of the same batch.",
        "Exclude the responses to the main HIT. Annotators could know its output already.",
        _sql("gold_apart"),
    ),
    Check(
        "retest_of_own",
        "Each retest repeats a HIT that the same annotator answered before.",
        "Exclude the response from all reliability statistics.",
        _sql("retest_of_own"),
    ),
]
