"""The states of an assignment, groups of these states, and the categories of rejections. Python and
SQL both use these definitions.

`answered` means submitted, approved or rejected. `counted` means answered, in a HIT with the
purpose `main`, and not excluded. Exports contain answered assignments, and results use counted
assignments.
"""

from collections.abc import Iterable

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from core.database.sql import load


class State(TextChoices):
    FREE = "free", _("Available")
    SUSPENDED = "suspended", _("On hold")
    CLAIMED = "claimed", _("In progress")
    SUBMITTED = "submitted", _("Submitted")
    APPROVED = "approved", _("Approved")
    REJECTED = "rejected", _("Rejected")
    RETURNED = "returned", _("Returned")
    EXPIRED = "expired", _("Expired")
    WITHDRAWN = "withdrawn", _("Cancelled")


class RejectionCategory(TextChoices):
    """What was wrong with a rejected response. The rejection's reason has the details."""

    NO_EFFORT = "no_effort", _("Low effort")
    INSTRUCTIONS = "instructions", _("Instructions not followed")
    EMPTY = "empty", _("Empty or unusable text")
    LANGUAGE = "language", _("Written in another language")
    MACHINE = "machine", _("Automated answers")
    OTHER = "other", _("Another reason")


ANSWERED = (State.SUBMITTED, State.APPROVED, State.REJECTED)
# Answered, and not rejected.
UNREJECTED = (State.SUBMITTED, State.APPROVED)
# A person has or has had the HIT, so they cannot get it again.
USED = (State.CLAIMED, *ANSWERED)
# It is one of the judgements that its HIT wants.
FILLING = (State.CLAIMED, State.SUBMITTED, State.APPROVED)
# It counts towards the judgements that its HIT wants, filled or not. Withdrawn: unfilled when the
# batch was closed.
STANDING = (State.FREE, State.SUSPENDED, *FILLING, State.WITHDRAWN)
DECIDED = (State.APPROVED, State.REJECTED)
# Ended without answers.
GIVEN_UP = (State.RETURNED, State.EXPIRED)
# Ended without a lasting answer; a new free row, or a refund, replaced it.
REPLACED = (*GIVEN_UP, State.REJECTED)
# Its price is still in escrow, undecided.
UNDECIDED = (State.FREE, State.SUSPENDED, State.CLAIMED, State.SUBMITTED)
# Can be claimed now, or once its HIT is handed out again.
UNTAKEN = (State.FREE, State.SUSPENDED)
# No one has it.
UNCLAIMED = (*UNTAKEN, State.WITHDRAWN)
# Not offered again to the person, who has claimed, answered or returned the HIT. An expired one can
# be.
NOT_AGAIN = (*USED, State.RETURNED)
# It can have a draft: claimed, or late and still submittable.
DRAFTED = (State.CLAIMED, State.EXPIRED)


def sql_list(states: Iterable[State]) -> str:
    """Return `states` as an SQL list, for the right side of `in`."""
    return "(" + ", ".join(f"'{state.value}'" for state in states) + ")"


CONDITIONS = "hits/sql/conditions.sql"
_LISTS = {
    "answered": sql_list(ANSWERED),
    "unrejected": sql_list(UNREJECTED),
    "used": sql_list(USED),
    "filling": sql_list(FILLING),
    "standing": sql_list(STANDING),
    "replaced": sql_list(REPLACED),
    "undecided": sql_list(UNDECIDED),
    "drafted": sql_list(DRAFTED),
    "reconciled": sql_list((*UNDECIDED, State.APPROVED)),
    "not_again": sql_list(NOT_AGAIN),
    "unclaimed": sql_list(UNCLAIMED),
}
# For an output: `shown_text` is part of `output_texts`.
_TEXTS = {"shown_text": load(CONDITIONS, "shown_text")}
# The parts that every statement about assignments can use: these lists, and conditions on them.
PARTS = _LISTS | {
    name: load(CONDITIONS, name, **_LISTS, **_TEXTS)
    for name in (
        "is_answered",
        "is_counted",
        "is_or_was_counted",
        "is_adjudicated",
        "own",
        "mine",
        "output_texts",
    )
}


def load_with_states(path: str, name: str, **parts: str) -> str:
    """Return the SQL statement `name` in the file at `path`. Its placeholders are filled with the
    groups of states, conditions on states, and `parts`."""
    return load(path, name, **PARTS, **parts)
