"""The key of a report's inputs, and functions for the settings and the state of a report."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, replace

from django.db import connection

from analysis.comparison.results import VERSION, Comparison, ComparisonSettings, from_json
from analysis.data.answers import for_each_choice
from analysis.models import Report
from hits.models import Batch

_FINGERPRINT = for_each_choice("analysis/report/sql/content.sql", "fingerprint")


def content_key(batches: Sequence[Batch], settings: ComparisonSettings) -> str:
    """Return the SHA-256 hash of everything that determines a report: the ratings, the rubric, the
    settings, and the version of the statistics."""
    contents: list[object] = [VERSION, asdict(settings)]
    with connection.cursor() as cursor:
        for batch in batches:
            cursor.execute(_FINGERPRINT[settings.answers], {"batch": batch.pk})
            ratings = sorted((what, count, str(total)) for what, count, total in cursor.fetchall())
            contents.append([batch.pk, batch.rubric_version.sha256, ratings])
    return hashlib.sha256(json.dumps(contents, sort_keys=True).encode()).hexdigest()


def settings_of(report: Report) -> ComparisonSettings:
    """Return the settings requested for a report. JSON stores `recipes` as a list, which is
    converted back to a tuple."""
    settings = ComparisonSettings(**report.settings)
    return replace(settings, recipes=tuple(settings.recipes))


def is_current(report: Report) -> bool:
    return report.content_key == content_key(report.batches, settings_of(report))


def comparison_of(report: Report) -> Comparison | None:
    return from_json(json.dumps(report.result)) if report.result is not None else None


def set_from(report: Report, expected: Report.State, **changes: object) -> bool:
    """Apply `changes` to the report if its state is `expected`. Return False if the report has
    another state."""
    return Report.objects.filter(pk=report.pk, state=expected).update(**changes) == 1
