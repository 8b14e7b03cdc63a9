"""An assignment's states and what each group of them means: the one place, for Python and for SQL.

`answered`: submitted, approved or rejected. `counted`: answered, of a HIT whose purpose is `main`,
and not excluded. Exports hold what is answered; every figure uses what is counted.
"""

from collections.abc import Iterable

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class State(TextChoices):
    FREE = "free", _("Free")
    CLAIMED = "claimed", _("In work")
    SUBMITTED = "submitted", _("Submitted")
    APPROVED = "approved", _("Approved")
    REJECTED = "rejected", _("Rejected")
    RETURNED = "returned", _("Returned")
    EXPIRED = "expired", _("Expired")
    WITHDRAWN = "withdrawn", _("Withdrawn")


ANSWERED = (State.SUBMITTED, State.APPROVED, State.REJECTED)
# Somebody has or has had the HIT: it is not theirs a second time.
USED = (State.CLAIMED, *ANSWERED)
# It fills one of the judgements that its HIT wants.
FILLING = (State.CLAIMED, State.SUBMITTED, State.APPROVED)
# It stands for one of the judgements that its HIT wants, filled or not. Withdrawn: unfilled when
# the batch was closed.
STANDING = (State.FREE, *FILLING, State.WITHDRAWN)
# Over without an answer that stands; a fresh free row, or a refund, took its place.
REPLACED = (State.RETURNED, State.EXPIRED, State.REJECTED)
# Its price is in escrow still, undecided.
UNDECIDED = (State.FREE, State.CLAIMED, State.SUBMITTED)
# It may have a draft: in work, or late and still submittable.
DRAFTED = (State.CLAIMED, State.EXPIRED)


def sql_list(states: Iterable[State]) -> str:
    """`states` as the right side of SQL's `in`."""
    return "(" + ", ".join(f"'{state.value}'" for state in states) + ")"


# For SQL, beside the aliases `a` (hits_assignment) and `h` (hits_hit). The exclusion is found by
# the partial unique index `exclusion_once`, so the condition costs one look-up a row.
IS_ANSWERED = f"a.state in {sql_list(ANSWERED)}"
IS_COUNTED = f"""({IS_ANSWERED} and h.purpose = 'main' and not exists (
    select from hits_exclusion x where x.assignment_id = a.id and x.taken_back_at is null))"""
