"""Reports of batches: asked for by content, computed by a worker, never twice for the same content."""

import hashlib
import json
import logging
from dataclasses import asdict
from functools import partial

from django.db import connection, transaction
from django.utils import timezone

from analysis.comparison import compare
from analysis.frame import Frame
from analysis.models import Report
from analysis.ratings import batch_frame
from analysis.results import VERSION, Comparison, Settings, from_json
from hits.models import Batch
from people.locks import Work, alone_at

logger = logging.getLogger(__name__)

UNEXPECTED = "The report stopped through an error that was not foreseen; the worker's log has it."

# Order-free sums of hashes: any answer that comes, goes or changes gives another sum, also when counts stay the same.
_FINGERPRINT = """
    select 'answers', count(*), sum(hashtextextended(concat_ws(':', n.assignment_id, n.key, n.number), 0)::numeric)
      from hits_answer n join hits_assignment a on a.id = n.assignment_id
     where a.batch_id = %(batch)s and a.state in ('submitted', 'approved') and n.number is not null
    union all
    select 'verdicts', count(*), sum(hashtextextended(concat_ws(':', n.verdict_id, n.key, n.number), 0)::numeric)
      from judges_verdictanswer n join judges_verdict v on v.id = n.verdict_id
      join judges_judgerun r on r.id = v.run_id
     where r.batch_id = %(batch)s and n.number is not null
    union all
    select 'runs', count(*), sum(hashtextextended(concat_ws(':', r.id, r.name), 0)::numeric)
      from judges_judgerun r where r.batch_id = %(batch)s
"""


def content_key(batch: Batch, settings: Settings) -> str:
    """SHA-256 of everything that a report follows from: ratings, rubric, settings, version of the figures."""
    with connection.cursor() as cursor:
        cursor.execute(_FINGERPRINT, {"batch": batch.pk})
        ratings = sorted((what, count, str(total)) for what, count, total in cursor.fetchall())
    told = [VERSION, batch.pk, batch.rubric_version.sha256, asdict(settings), ratings]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


@transaction.atomic
def report_for(batch: Batch, settings: Settings | None = None) -> Report:
    """The report of the batch's ratings as they are now; a worker computes it unless there is one already."""
    from analysis.tasks import compute_report

    chosen = settings or Settings()
    report, made = Report.objects.get_or_create(
        batch=batch, content_key=content_key(batch, chosen), defaults={"settings": asdict(chosen)}
    )
    if made:
        transaction.on_commit(partial(compute_report.delay, report.pk))
    elif report.state == Report.State.OUTDATED and _set(report, Report.State.OUTDATED, state=Report.State.WAITING):
        # The ratings came back to what they were, as after a rejection that was taken back.
        transaction.on_commit(partial(compute_report.delay, report.pk))
        report.refresh_from_db()
    return report


def comparison_of(report: Report) -> Comparison | None:
    """What a report holds once it is done."""
    return from_json(json.dumps(report.result)) if report.result is not None else None


def perform_report(*, report_id: int) -> None:
    """Compute a report. One that is done stays as it is; a second delivery waits for the first."""
    with alone_at(Work.REPORT, report_id):
        report = Report.objects.select_related("batch__rubric_version").filter(pk=report_id).first()
        if report is None:
            logger.warning("Report %s is gone; nothing to compute.", report_id)
        elif report.state in {Report.State.WAITING, Report.State.RUNNING}:
            _perform(report)


def _perform(report: Report) -> None:
    Report.objects.filter(pk=report.pk).update(state=Report.State.RUNNING, progress=0)
    settings = Settings(**report.settings)
    frame, key = _ratings(report.batch, settings)
    if key != report.content_key:
        _set(report, Report.State.RUNNING, state=Report.State.OUTDATED)
        return
    try:
        result = compare(frame, settings, progress=partial(_progressed, report))
    except Exception:
        _set(report, Report.State.RUNNING, state=Report.State.FAILED, error=UNEXPECTED, finished_at=timezone.now())
        raise
    _set(
        report,
        Report.State.RUNNING,
        state=Report.State.DONE,
        progress=1,
        result=json.loads(result.to_json()),
        finished_at=timezone.now(),
    )


def _ratings(batch: Batch, settings: Settings) -> tuple[Frame, str]:
    """The frame and the key of the same ratings: an answer that comes in between shows in the second key."""
    before = content_key(batch, settings)
    frame = batch_frame(batch)
    after = content_key(batch, settings)
    return frame, after if after == before else ""


def _progressed(report: Report, share: float) -> None:
    Report.objects.filter(pk=report.pk).update(progress=share)


def _set(report: Report, expected: Report.State, **changes: object) -> bool:
    return Report.objects.filter(pk=report.pk, state=expected).update(**changes) == 1
