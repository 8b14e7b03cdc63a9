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
    """The category of a rejection, which says what was wrong with the response. The rejection's
    reason has the details."""

    NO_EFFORT = "no_effort", _("Low effort")
    INSTRUCTIONS = "instructions", _("Instructions not followed")
    EMPTY = "empty", _("Empty or unusable text")
    LANGUAGE = "language", _("Written in another language")
    MACHINE = "machine", _("Automated answers")
    OTHER = "other", _("Another reason")


ANSWERED = (State.SUBMITTED, State.APPROVED, State.REJECTED)
# Answered and not rejected.
UNREJECTED = (State.SUBMITTED, State.APPROVED)
# A person has or had the HIT, so they cannot get it again.
USED = (State.CLAIMED, *ANSWERED)
# The assignment fills one of the judgements that its HIT needs.
FILLING = (State.CLAIMED, State.SUBMITTED, State.APPROVED)
# The assignment counts towards the judgements that its HIT needs, filled or not. WITHDRAWN means
# that it was unfilled when the batch was closed.
STANDING = (State.FREE, State.SUSPENDED, *FILLING, State.WITHDRAWN)
DECIDED = (State.APPROVED, State.REJECTED)
# Ended without answers.
GIVEN_UP = (State.RETURNED, State.EXPIRED)
# Ended without a lasting response. A new free assignment or a refund replaced it.
REPLACED = (*GIVEN_UP, State.REJECTED)
# Undecided, with its price still in escrow.
UNDECIDED = (State.FREE, State.SUSPENDED, State.CLAIMED, State.SUBMITTED)
# Can be claimed now, or once the HIT is no longer suspended.
UNTAKEN = (State.FREE, State.SUSPENDED)
# Claimed by no one.
UNCLAIMED = (*UNTAKEN, State.WITHDRAWN)
# The person has claimed, answered or returned the HIT, so they do not get it again. An expired HIT
# can be offered to them again.
NOT_AGAIN = (*USED, State.RETURNED)
# Can have a draft: claimed, or expired and still open to a late submission.
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
# For the condition `output_texts`, which contains `shown_text`.
_TEXTS = {"shown_text": load(CONDITIONS, "shown_text")}
# The parts that every SQL statement about assignments can use: the lists above, and conditions on
# them.
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
