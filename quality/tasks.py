"""The Celery envelopes of what is computed of annotators.

What they call is imported late: it needs SciPy, and the web does not.
"""

import logging

from celery import shared_task

from quality.models import AnnotatorFold

logger = logging.getLogger(__name__)


@shared_task
def fold_annotators_with_news() -> None:
    """Send for the annotators' figures of each batch with news; runs every minute."""
    for pk in AnnotatorFold.batches_with_news():
        fold_annotators.delay(pk)


@shared_task
def fold_annotators(batch_id: int) -> None:
    """Compute the figures of this Batch's annotators."""
    from quality.annotators.folding import fold_annotators

    if not fold_annotators(batch_id=batch_id):
        logger.warning("Batch %s is gone; its annotators have no figures.", batch_id)
