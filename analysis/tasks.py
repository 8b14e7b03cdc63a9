"""The Celery envelopes of a report: its numbers first, then its figures and bundle."""

from celery import shared_task

from analysis.illustrating import illustrate
from analysis.models import Report
from analysis.reporting import perform_report


@shared_task
def compute_report(report_id: int) -> None:
    """Compute this Report, and send for its figures."""
    perform_report(report_id=report_id)
    if Report.objects.filter(pk=report_id, state=Report.State.DONE, illustrated=False).exists():
        illustrate_report.delay(report_id)


@shared_task
def illustrate_report(report_id: int) -> None:
    """Draw this Report's figures and write its bundle."""
    illustrate(report_id=report_id)
