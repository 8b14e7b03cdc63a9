"""Rows for displaying a batch's sessions: how people came, their progress, and their pay."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from hits.models import Batch
from recruiting.models import Panel, Sitting
from recruiting.prolific.models import Submission
from recruiting.sittings.work import with_work
from recruiting.ways import way_in_words

State = Sitting.State
# Filters of the list. "unverified" sessions were not confirmed by Prolific. "unproven" sessions
# were opened with only a known id (see recruiting.guests.entry).
SHOWN: Mapping[str, tuple[str | Promise, Q]] = {
    "all": (gettext_lazy("All"), Q()),
    "active": (gettext_lazy("In progress"), Q(state=State.ACTIVE)),
    "completed": (gettext_lazy("Completed"), Q(state=State.COMPLETED)),
    "given_up": (gettext_lazy("Returned or timed out"), Q(state__in=Sitting.GIVEN_UP)),
    "ended": (gettext_lazy("Ended on this site"), Q(state=State.ENDED)),
    "unverified": (
        gettext_lazy("Not verified"),
        Q(prolific__isnull=False, prolific__verified_at=None),
    ),
    "unproven": (gettext_lazy("Identity not confirmed"), Q(unproven_at__isnull=False)),
}


@dataclass(frozen=True)
class SittingRow:
    """One session for display. `worth` is the reward of the session's HITs that were not rejected,
    and `paid` is the reward of the approved HITs. `person` is the person's id at the panel, or ""
    for readers who may not see ids."""

    sitting: object  # a Sitting with the annotations `done`, `unrejected` and `approved`
    way: str | Promise
    person: str
    submission: Submission | None
    worth: Decimal
    paid: Decimal


def sittings_of(batch: Batch, show: str) -> QuerySet[Any]:
    """Return the batch's sessions for the filter `show` (a key of SHOWN), with the counts that
    `with_work` adds."""
    sittings = Sitting.objects.filter(SHOWN[show][1], enrolment__batch=batch)
    return with_work(sittings).select_related("enrolment", "prolific")


def sitting_row(
    batch: Batch, sitting: Any, panels: Mapping[str, Panel], *, with_ids: bool
) -> SittingRow:
    """Return a session from `sittings_of` as a row. `panels` are the batch's panels by channel. The
    person's id is shown only if `with_ids` is true."""
    panel = panels.get(sitting.channel)
    submission = getattr(sitting, "prolific", None)
    person = submission.participant if submission else ""
    if panel is not None:
        person = str(sitting.outside_ids.get(panel.person_parameter, ""))
    return SittingRow(
        sitting=sitting,
        way=way_in_words(sitting.channel, panels),
        person=person if with_ids else "",
        submission=submission,
        worth=sitting.unrejected * batch.reward,
        paid=sitting.approved * batch.reward,
    )
