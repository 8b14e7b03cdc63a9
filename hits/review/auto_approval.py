"""Approval of undecided responses after the days that the batch promised."""

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Now

from hits.models import Assignment, Batch, Exclusion
from hits.models.exclusions import excluded
from hits.review.decisions import approve_assignments
from hits.states import State

DAY = timedelta(days=1)
LOT = 200  # responses in one transaction


def approved_by_itself_at(batch: Batch, submitted_at: datetime | None) -> datetime | None:
    """Return when a response submitted at that time is approved automatically; None if nothing is
    promised."""
    if batch.auto_approve_days is None or submitted_at is None:
        return None
    return submitted_at + batch.auto_approve_days * DAY


def due() -> QuerySet[Assignment]:
    """Return overdue responses, except in sittings that were returned at their panel."""
    return Assignment.objects.filter(
        ~excluded(rule=Exclusion.RETURNED),
        state=State.SUBMITTED,
        batch__auto_approve_days__isnull=False,
        submitted_at__lte=Now() - DAY * F("batch__auto_approve_days"),  # type: ignore[operator]
    )


def approve_due(*, limit: int = 2000) -> int:
    """Approve and pay due responses, `LOT` by `LOT`, at most `limit`; return their number.
    Concurrent decisions by people have priority; the acts have no author."""
    approved = 0
    promising = Batch.objects.filter(
        Exists(due().filter(batch=OuterRef("pk"))), auto_approve_days__isnull=False
    )
    for batch in promising.select_related("project").order_by("pk"):
        while approved < limit:
            # In the order of the index `assignment_submitted`.
            waiting = due().filter(batch=batch).order_by("submitted_at", "pk")
            ids = list(waiting.values_list("pk", flat=True)[: min(LOT, limit - approved)])
            if not ids:
                break
            approved += approve_assignments(batch=batch, ids=ids, by=None)
    return approved
