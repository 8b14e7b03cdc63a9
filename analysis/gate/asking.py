"""Requests for a check by the gate: reading of the certificate and the replies, and the task that
compares them."""

import hashlib
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from django.utils.translation import gettext as _
from pydantic import ValidationError

from analysis.gate.limits import Limits
from analysis.gate.readings import Stated, readings_of
from analysis.gate.staleness import staleness
from analysis.models import Report
from analysis.report.certificate.contents import Certificate
from analysis.report.certificate.issuing import certificate_of, certified_runs
from analysis.report.content import comparison_of
from core.errors import DocumentError, Problem, RateroomError
from hits.background.asking import ask_for_task
from hits.models import BackgroundTask, Batch
from judges.models import JudgeRun
from judges.replies.tables import STATED
from people.models import User

MOST_BYTES = 20 * 1024 * 1024
MOST_BYTES_OF_CERTIFICATE = 256 * 1024
MOST_PROBLEMS = 20


def read_certificate(text: bytes, document: str) -> Certificate:
    """Return the certificate in `text`. Raises DocumentError, which lists the invalid fields."""
    remedy = "Download the certificate again from the report."
    try:
        return Certificate.model_validate_json(text)
    except ValidationError as error:
        problems = [
            Problem(f"{each['msg']}.", ".".join(map(str, each["loc"])), remedy=remedy)
            for each in error.errors(include_url=False, include_context=False)
        ]
        more = max(0, len(problems) - MOST_PROBLEMS)
        raise DocumentError(
            document=document, problems=problems[:MOST_PROBLEMS], more=more
        ) from None


def ask_for_check(
    *,
    batch: Batch,
    on: Batch,
    certificate: Certificate,
    replies: Path,
    margin: float | None,
    limits: Limits,
    by: User,
) -> BackgroundTask:
    """Start a task that compares today's `replies` about the batch `on` with a certificate of
    `batch`. A margin set before publishing takes precedence over `margin`. Raises RateroomError if
    this site did not issue the certificate, and DocumentError if the replies cannot be used."""
    report, now, run = _issued(batch, certificate)
    stated: Stated = {name: [] for name in STATED}
    readings = readings_of(on, run, replies, stated, by)
    declared = now.declared.margin
    parameters = {
        "run": run.pk,
        "report": report.pk,
        "on": on.pk,
        "stale": staleness(certificate, now, on, stated),
        "unstated": [name for name in STATED if not stated[name]],
        "margin": margin if declared is None else declared,
        "limits": asdict(limits),
        "replies_sha256": hashlib.sha256(replies.read_bytes()).hexdigest(),
        "readings": readings,
    }
    return ask_for_task(kind=BackgroundTask.Kind.GATE, subject=batch, by=by, parameters=parameters)


def perform_gate(task: BackgroundTask, _tell: Callable[[int], None]) -> dict[str, object]:
    """Compare the replies with the certificate and delete the stored readings. Return the outcome
    of the check."""
    from analysis.gate.performing import outcome_of  # imported here because it loads NumPy

    result = outcome_of(task)
    task.parameters.pop("readings", None)
    task.save(update_fields=["parameters"])
    return result


def _issued(batch: Batch, sent: Certificate) -> tuple[Report, Certificate, JudgeRun]:
    report = Report.objects.filter(batch=batch, created_at=sent.issued).first()
    runs = {run.name: run for run in certified_runs([batch])}
    run, comparison = runs.get(sent.judge.run), comparison_of(report) if report else None
    if report is None or comparison is None or run is None:
        raise RateroomError(
            _("We could not find this certificate on this site."),
            remedy=_("Download the certificate again from the report."),
            field="certificate",
        )
    return report, certificate_of(report, comparison, run), run
