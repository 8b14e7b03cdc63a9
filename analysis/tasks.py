"""Celery tasks for a report (its statistics first, then its figures and bundle) and for the
statistics of running batches.

Functions are imported inside the tasks, because the web server only sends tasks and should not have
to load SciPy and Matplotlib.
"""

import logging
from functools import partial

from celery import shared_task

from analysis.folds import fold_alone
from analysis.models import Report, RunningFigures
from core.database.outages import outlasting_task
from tasks.long_work.performing import perform
from tasks.long_work.rows import lost

logger = logging.getLogger(__name__)


@outlasting_task(minutes=60)
def compute_report(report_id: int) -> None:
    from analysis.report.computing import perform_report

    perform(Report(pk=report_id), partial(perform_report, report_id=report_id))
    if Report.objects.filter(pk=report_id, state=Report.State.DONE, illustrated=False).exists():
        illustrate_report.delay(report_id)


@outlasting_task(minutes=60)
def illustrate_report(report_id: int) -> None:
    """Draw the report's figures and write the report's bundle."""
    from analysis.report.illustrating import illustrate

    perform(Report(pk=report_id), partial(illustrate, report_id=report_id))


@shared_task
def take_up_lost_reports() -> None:
    """If the worker of a report was lost, send the report's task again. This task runs every
    minute."""
    for pk in lost(Report):
        logger.warning("Report %s was lost. It is queued again.", pk)
        (
            illustrate_report
            if Report.objects.filter(pk=pk, state=Report.State.DONE)
            else compute_report
        ).delay(pk)


@shared_task
def fold_figures_with_news() -> None:
    """Request new statistics for each changed batch whose pause between computations is over. This
    task runs every minute."""
    for pk in RunningFigures.batches_with_news():
        fold_figures.delay(pk)


@shared_task
def fold_figures(batch_id: int) -> None:
    """Compute the batch's interim statistics. Do nothing if another task is computing them or has
    just computed them."""
    from analysis.running import fold_figures

    fold_alone(RunningFigures, fold_figures, batch_id)
