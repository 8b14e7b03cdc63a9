"""What a report follows from, as one key, and what it holds once it is done."""

import hashlib
import json
from dataclasses import asdict

from django.db import connection

from analysis.comparison.results import VERSION, Comparison, ComparisonSettings, from_json
from analysis.models import Report
from hits.models import Batch
from hits.states import IS_COUNTED

# Order-free sums of hashes: any answer that comes, goes or changes gives another sum, also when
# counts stay the same.
_FINGERPRINT = f"""
    select 'answers', count(*),
           sum(hashtextextended(concat_ws(':', n.assignment_id, n.key, n.number), 0)::numeric)
      from hits_answer n join hits_assignment a on a.id = n.assignment_id
      join hits_hit h on h.id = a.hit_id
     where a.batch_id = %(batch)s and {IS_COUNTED} and n.number is not null
    union all
    select 'verdicts', count(*),
           sum(hashtextextended(concat_ws(':', n.verdict_id, n.key, n.number), 0)::numeric)
      from judges_verdictanswer n join judges_verdict v on v.id = n.verdict_id
      join judges_judgerun r on r.id = v.run_id
     where r.batch_id = %(batch)s and n.number is not null
    union all
    select 'runs', count(*), sum(hashtextextended(concat_ws(':', r.id, r.name), 0)::numeric)
      from judges_judgerun r where r.batch_id = %(batch)s
"""


def content_key(batch: Batch, settings: ComparisonSettings) -> str:
    """SHA-256 of everything that a report follows from: ratings, rubric, settings, version of the
    figures."""
    with connection.cursor() as cursor:
        cursor.execute(_FINGERPRINT, {"batch": batch.pk})
        ratings = sorted((what, count, str(total)) for what, count, total in cursor.fetchall())
    contents = [VERSION, batch.pk, batch.rubric_version.sha256, asdict(settings), ratings]
    return hashlib.sha256(json.dumps(contents, sort_keys=True).encode()).hexdigest()


def comparison_of(report: Report) -> Comparison | None:
    """What a report holds once it is done."""
    return from_json(json.dumps(report.result)) if report.result is not None else None


def set_from(report: Report, expected: Report.State, **changes: object) -> bool:
    """Change a report that is still `expected`; False when it is not any more."""
    return Report.objects.filter(pk=report.pk, state=expected).update(**changes) == 1
