"""The Celery envelope of a report."""

from celery import shared_task

from analysis.reporting import perform_report


@shared_task
def compute_report(report_id: int) -> None:
    """Compute this Report."""
    perform_report(report_id=report_id)
