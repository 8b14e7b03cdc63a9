"""Extending a HIT's deadline. Each extension adds the time limit, and the batch sets the number of
extensions (WCAG 2.2.1)."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.database.statements import Int8, fetch_one
from core.errors import RateroomError
from hits.amounts import in_words
from hits.models import Assignment
from hits.queue.submitting import AssignmentLost
from hits.states import load_with_states
from people.models import User


class NoExtensionLeft(RateroomError):
    """Raised if the deadline was already extended as often as the batch allows."""


@dataclass(frozen=True)
class Extension:
    """A HIT's deadline, the number of extensions left, and the seconds that each extension adds."""

    deadline_at: datetime
    extensions_left: int
    allotted_seconds: int


_EXTEND = load_with_states("hits/queue/sql/extend.sql", "extend")


@transaction.atomic
def extend_assignment(*, annotator: User, assignment_id: int, deadline: int) -> Extension:
    """Extend the HIT's deadline by the time limit, but only if it is still `deadline` (whole
    seconds since 1970).

    A repeated call returns the current state. Raises AssignmentLost if the HIT is no longer
    claimed, and NoExtensionLeft if no extension is left.
    """
    values = {
        "assignment": Int8(assignment_id),
        "annotator": Int8(annotator.pk),
        "deadline": Int8(deadline),
    }
    if row := fetch_one(_EXTEND, values):
        return Extension(*row)
    current = Assignment.objects.select_related("batch").get(pk=assignment_id, annotator=annotator)
    if current.state != Assignment.State.CLAIMED or current.deadline_at is None:
        raise AssignmentLost(_("This HIT is no longer yours."), remedy=_("Take the next HIT."))
    if int(current.deadline_at.timestamp()) <= deadline:
        raise NoExtensionLeft(
            _("You cannot extend the time for this HIT."),
            remedy=_("Submit this HIT, or leave it until its time runs out."),
        )
    batch = current.batch
    return Extension(
        current.deadline_at, batch.extensions - current.extended, batch.allotted_seconds
    )


def offer(extensions_left: int, allotted_seconds: int) -> str:
    """Return a text that tells the annotator how often, and by how much, the deadline can be
    extended."""
    if extensions_left <= 0:
        return _("You cannot extend the time for this HIT.")
    return ngettext(
        "You can still extend the time once, by %(time)s.",
        "You can still extend the time %(number)d times, by %(time)s each.",
        extensions_left,
    ) % {"time": in_words(allotted_seconds), "number": extensions_left}
