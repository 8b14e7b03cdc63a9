"""The Celery envelopes of a report: its numbers first, then its figures and bundle.

What they call is imported late: the web only sends them, and need not carry SciPy and Matplotlib for that.
"""

from analysis.models import Report
from database.outages import outlasting_task


@outlasting_task
def compute_report(report_id: int) -> None:
    """Compute this Report, and send for its figures."""
    from analysis.report.computing import perform_report

    perform_report(report_id=report_id)
    if Report.objects.filter(pk=report_id, state=Report.State.DONE, illustrated=False).exists():
        illustrate_report.delay(report_id)


@outlasting_task
def illustrate_report(report_id: int) -> None:
    """Draw this Report's figures and write its bundle."""
    from analysis.report.illustrating import illustrate

    illustrate(report_id=report_id)
