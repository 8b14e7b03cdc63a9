"""Celery envelopes: ids in, fetch, call the write."""

import logging

from celery import shared_task

from database.outages import outlasting_task
from hits.batches import publishing
from hits.models import Batch
from hits.queue import drafts, releasing
from surveys.errors import RateroomError

__all__ = ["expand_batch", "release_expired", "sweep_drafts"]

logger = logging.getLogger(__name__)


@outlasting_task
def expand_batch(batch_id: int) -> None:
    """Make the HITs of a batch that is being published."""
    if not Batch.objects.filter(pk=batch_id).exists():
        logger.warning("Batch %s is gone; nothing to publish.", batch_id)
        return
    try:
        publishing.make_hits(batch_id=batch_id)
    except RateroomError as error:
        Batch.objects.filter(pk=batch_id).update(publish_error=str(error))
        logger.warning("Batch %s could not be published: %s", batch_id, error)


@shared_task
def release_expired() -> None:
    """Reopen the places of HITs whose deadline has passed; runs every half minute."""
    if released := releasing.release_expired():
        logger.info("Released %s expired assignments.", released)


@shared_task
def sweep_drafts() -> None:
    """Remove the drafts that nobody can submit any more; runs every ten minutes."""
    if swept := drafts.sweep_drafts():
        logger.info("Removed %s drafts whose time was over.", swept)
