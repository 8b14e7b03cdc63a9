"""Checks of gold HITs and retests. They must be paid for, must not be main HITs, and must never be
free."""

from functools import partial

from hits.states import load_with_states
from hits.verification.base import Check

_sql = partial(load_with_states, "hits/verification/sql/checks.sql")

CHECKS = [
    Check(
        "checks_never_free",
        "Only main HITs have free assignments: a check is inserted by its claim.",
        "Withdraw the assignment and refund it; something outside this program wrote it.",
        _sql("checks_never_free"),
    ),
    Check(
        "checks_paid_for",
        (
            "The checks claimed in a batch and those that are left to claim are as many as its "
            "escrow was to pay for."
        ),
        (
            "Compare the batch's escrow (`manage.py reconcile`) with the checks of its annotators; "
            "hits_checkcredit has a row for each that is left."
        ),
        _sql("checks_paid_for"),
    ),
    Check(
        "gold_apart",
        "No output is gold, or in training or a test, and a main HIT of the same batch.",
        "Exclude the answers to the main HIT: who had met it as gold knew it.",
        _sql("gold_apart"),
    ),
    Check(
        "retest_of_own",
        "Whoever is asked a HIT again has answered it before.",
        "Leave the answer out of every figure of reliability.",
        _sql("retest_of_own"),
    ),
]
