"""Celery tasks about judge runs: running a slice, resuming lost runs, and sending emails."""

import logging
from functools import partial

from celery import shared_task
from django.conf import settings

from core.database.outages import outlasting_task
from judges.models import JudgeRun
from judges.runs.notices import tell_of_stopped_runs
from tasks.long_work.performing import perform

logger = logging.getLogger(__name__)


@outlasting_task(minutes=180)
def run_judge(run_id: int) -> None:
    """Run a slice of a live run, and send a task for the next slice if calls are left."""
    # Imported late, because the client is large and web processes do not need it.
    from judges.runs.running import perform_slice

    if not JudgeRun.objects.filter(pk=run_id).exists():
        logger.warning("Judge run %s is gone; nothing to ask.", run_id)
        return
    if perform(JudgeRun(pk=run_id), partial(perform_slice, run_id=run_id)):
        run_judge.delay(run_id)


@shared_task
def resume_judges() -> None:
    """Send a task for every running run, in case its worker has died. A lock ensures that only one
    worker works on a run."""
    for run_id in JudgeRun.objects.filter(state=JudgeRun.State.RUNNING).values_list(
        "pk", flat=True
    ):
        run_judge.delay(run_id)


@shared_task
def send_notices() -> None:
    """Email researchers about runs that have stopped. Runs every minute."""
    if settings.EMAIL_URL:
        tell_of_stopped_runs()
