"""Computation of a report's statistics from the requested ratings, by one worker at a time."""

import json
import logging
from collections.abc import Sequence
from functools import partial

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from analysis.comparison.batches import compare_batches
from analysis.comparison.results import ComparisonSettings
from analysis.data.answers import unseen_by_judge
from analysis.data.frame import Frame
from analysis.data.item_fields import item_fields
from analysis.data.mark_rows import marked_sections
from analysis.data.ratings import batch_frames
from analysis.metrics.reading import metrics_of
from analysis.models import Report
from analysis.report.content import content_key, set_from, settings_of
from core.database.locks import alone_at
from core.database.outages import AWAY
from hits.models import Batch
from hits.progress.webhook_events import about
from tasks.long_work.rows import begin_attempt, fail
from tasks.webhooks.models import Kind
from tasks.webhooks.noting import note

logger = logging.getLogger(__name__)

UNEXPECTED = "The report stopped because of an unexpected error, which is in the worker's log."


def perform_report(*, report_id: int) -> None:
    """Compute a report that is not done. If the report's task is delivered twice, the second worker
    waits and then finds that the report is done. Do nothing if the report was deleted."""
    with alone_at(Report.LOCK, report_id):
        report = Report.objects.select_related("batch__rubric_version").filter(pk=report_id).first()
        if report is None:
            logger.warning("Report %s is gone; nothing to compute.", report_id)
        elif report.state != Report.State.DONE and begin_attempt(
            report, state=Report.State.RUNNING, progress=0
        ):
            _perform(report)


def _perform(report: Report) -> None:
    settings = settings_of(report)
    frames, key = _ratings(report.batches, settings)
    if key != report.content_key:
        set_from(report, Report.State.RUNNING, state=Report.State.OUTDATED)
        return
    try:
        result = compare_batches(
            frames,
            settings,
            fields=item_fields(report.batches),
            metrics=metrics_of(report.batches),
            unseen=unseen_by_judge(report.batches),
            marks=marked_sections(report.batches, settings.answers),
            progress=partial(_progressed, report),
        )
    except (MemoryError, *AWAY):
        raise  # the reason is recorded elsewhere; the task runs again later
    except Exception:
        fail(report, UNEXPECTED)
        raise
    _store(report, json.loads(result.to_json()))


@transaction.atomic
def _store(report: Report, result: dict[str, object]) -> None:
    """Store the report's statistics, and notify the project's webhooks. Do nothing if the report is
    no longer running."""
    if set_from(
        report,
        Report.State.RUNNING,
        state=Report.State.DONE,
        progress=1,
        result=result,
        finished_at=timezone.now(),
        attempts=0,
    ):
        note(
            kind=Kind.REPORT,
            project_id=report.batch.project_id,
            # The time distinguishes this computation of the report from earlier ones.
            subject=f"report:{report.pk}:{timezone.now().isoformat()}",
            data={
                **about(report.batch),
                "report": {"id": report.pk},
                "with_batches": report.with_batches,
            },
            path=reverse("report", args=[report.batch_id]),
        )


def _ratings(
    batches: Sequence[Batch], settings: ComparisonSettings
) -> tuple[dict[str, Frame], str]:
    """Return the batches' frames and the content key. The key is "" if ratings changed while they
    were read."""
    before = content_key(batches, settings)
    frames = batch_frames(batches, settings.answers)
    after = content_key(batches, settings)
    return frames, after if after == before else ""


def _progressed(report: Report, share: float) -> None:
    set_from(report, Report.State.RUNNING, progress=share)
