"""Celery tasks. Each task receives ids and calls the function that does the work."""

import logging
from functools import partial

from celery import shared_task
from django.conf import settings
from django.db.models import Q

from core.database.outages import outlasting_task
from hits.background.performing import perform_task
from hits.batches import publishing
from hits.models import BackgroundTask, Batch
from hits.money import training_pay
from hits.personal_data import retention
from hits.progress import notices, webhook_events
from hits.queue import drafts, releasing
from hits.review import undoing
from hits.review.decisions import approve_due as approve_all_due
from stimuli.imports.tasks import run_import
from stimuli.models import DatasetImport
from tasks.long_work.performing import perform
from tasks.long_work.rows import lost

logger = logging.getLogger(__name__)


@outlasting_task(minutes=120)
def expand_batch(batch_id: int) -> None:
    """Create the HITs of a batch that is being published. A worker runs this task."""
    perform(Batch(pk=batch_id), partial(publishing.perform_publication, batch_id=batch_id))


@outlasting_task(minutes=120)
def withdraw_publication(batch_id: int) -> None:
    """Delete the HITs of a batch whose publishing was cancelled, and return it to the state of a
    draft."""
    publishing.take_back_publication(batch_id=batch_id)


@outlasting_task(minutes=120)
def perform_background(task_id: int) -> None:
    """Run a task that was requested on a page but takes too long for a request."""
    perform(BackgroundTask(pk=task_id), partial(perform_task, task_id=task_id))


@shared_task
def take_up_lost() -> None:
    """Restart imports, publications and other tasks whose worker has died. Runs every minute."""
    cancelled = Q(state=Batch.State.PUBLISHING, cancelled_at__isnull=False)
    for task, pks in (
        (run_import, lost(DatasetImport)),
        (expand_batch, lost(Batch)),
        (withdraw_publication, lost(Batch, cancelled)),
        (perform_background, lost(BackgroundTask)),
    ):
        for pk in pks:
            logger.warning("%s(%s) was lost; it is sent for again.", task.name, pk)
            task.delay(pk)


@shared_task
def release_expired() -> None:
    """End assignments whose deadline has passed, and reopen them. Runs every half minute."""
    if released := releasing.release_expired():
        logger.info("Released %s expired assignments.", released)


@shared_task
def post_decision(assignment_id: int) -> None:
    """Apply a decision that was not undone."""
    undoing.post_decision(assignment_id=assignment_id)


@shared_task
def post_due_decisions() -> None:
    """Apply the decisions whose own task was lost. Runs every half minute."""
    if posted := undoing.post_due_decisions():
        logger.info("Applied %s decisions that were waiting.", posted)


@shared_task
def approve_due() -> None:
    """Approve responses whose time for automatic approval has come. Runs every ten minutes."""
    if approved := approve_all_due():
        logger.info("Approved %s responses automatically.", approved)


@shared_task
def sweep_drafts() -> None:
    """Delete drafts that can no longer be submitted. Runs every ten minutes."""
    if swept := drafts.sweep_drafts():
        logger.info("Deleted %s drafts that can no longer be submitted.", swept)


@shared_task
def refund_training() -> None:
    """Refund the abandoned training places of closed batches. Runs every hour."""
    if refunded := training_pay.refund_abandoned():
        logger.info("Refunded abandoned training of %s batches.", refunded)


@shared_task
def send_notices() -> None:
    """Notify researchers and webhooks of finished batches. Runs every minute."""
    notices.tell_of_done_batches()


@shared_task
def tell_of_batches() -> None:
    """Send the percentages that batches have reached to webhooks. Runs every five seconds."""
    webhook_events.tell_of_progress()


@shared_task
def send_decision_notices() -> None:
    """Email annotators about the decisions on their responses. Runs every hour."""
    if settings.EMAIL_URL:
        notices.tell_of_decisions()


@shared_task
def announce_erasures() -> None:
    """Announce to inactive people that their data will be deleted, and cancel the deletion for
    people who have been active again. Runs every day."""
    taken_back = retention.take_back_of_active()
    announced = retention.announce_due()
    logger.info("Deletions announced: %s, cancelled: %s.", announced, taken_back)
