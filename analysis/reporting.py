"""Reports of batches: asked for by content, never twice for the same content. A worker computes them (`computing`)."""

import hashlib
import json
from dataclasses import asdict
from functools import partial

from django.db import connection, transaction

from analysis.models import Report
from analysis.results import VERSION, Comparison, Settings, from_json
from analysis.tasks import compute_report
from hits.models import Batch

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
    chosen = settings or Settings()
    report, made = Report.objects.get_or_create(
        batch=batch, content_key=content_key(batch, chosen), defaults={"settings": asdict(chosen)}
    )
    if made:
        transaction.on_commit(partial(compute_report.delay, report.pk))
    elif report.state == Report.State.OUTDATED:
        # The ratings came back to what they were, as after a rejection that was taken back.
        _again(report, Report.State.OUTDATED)
    return report


@transaction.atomic
def retry_report(report: Report) -> bool:
    """Have a report that failed computed once more; False when it did not fail."""
    return _again(report, Report.State.FAILED)


def _again(report: Report, expected: Report.State) -> bool:
    if not set_from(report, expected, state=Report.State.WAITING, error="", finished_at=None):
        return False
    transaction.on_commit(partial(compute_report.delay, report.pk))
    report.refresh_from_db()
    return True


def comparison_of(report: Report) -> Comparison | None:
    """What a report holds once it is done."""
    return from_json(json.dumps(report.result)) if report.result is not None else None


def set_from(report: Report, expected: Report.State, **changes: object) -> bool:
    """Change a report that is still `expected`; False when it is not any more."""
    return Report.objects.filter(pk=report.pk, state=expected).update(**changes) == 1
