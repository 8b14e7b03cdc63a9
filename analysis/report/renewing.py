"""Replacement of report bundles that contain texts by a person who asked for deletion."""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial

from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import F, Q

from analysis.models import Report
from hits.models import Enrolment
from people.models import User
from tasks.long_work.rows import fresh
from tasks.long_work.sending import send_on_commit

ILLUSTRATE = "analysis.tasks.illustrate_report"


def erase(user: User, texts: bool) -> Mapping[str, int]:
    """Delete the report bundles that can contain the person's texts if the texts are to be deleted.
    A worker then rewrites each bundle without the texts if the report still matches the ratings."""
    if not texts:
        return {}
    batches = list(Enrolment.objects.filter(annotator=user).values_list("batch", flat=True))
    reports = Report.objects.filter(Q(batch__in=batches) | Q(with_batches__overlap=batches))
    deleted = 0
    for report in reports.exclude(bundle="").select_for_update(no_key=True).order_by("pk"):
        transaction.on_commit(partial(_delete, report.bundle))
        Report.objects.filter(pk=report.pk).update(bundle="", illustrated=False, **fresh())
        send_on_commit(ILLUSTRATE, report.pk)
        deleted += 1
    return {"bundles": deleted}


def removed_since(report: Report) -> list[dict[str, object]]:
    """Return the `pseudonym` of each person whose texts were deleted after the report was computed,
    and the time of the deletion as `at`."""
    batches = [batch.pk for batch in report.batches]
    erased = Q(annotator__erasures__texts=True, annotator__erasures__done_at__gt=report.finished_at)
    people = Enrolment.objects.filter(erased, batch__in=batches).order_by("pseudonym")
    return [dict(row) for row in people.values("pseudonym", at=F("annotator__erasures__done_at"))]


def _delete(name: str) -> None:
    with suppress(FileNotFoundError):
        default_storage.delete(name)
