"""Celery envelopes of the statistics of annotators.

Their functions are imported late: they need SciPy, and the web does not.
"""

from celery import shared_task

from analysis.folds import fold_alone
from quality.models import AnnotatorFold


@shared_task
def fold_annotators_with_news() -> None:
    """Send for the annotators' figures of each batch with news that is due; runs every
    minute."""
    for pk in AnnotatorFold.batches_with_news():
        fold_annotators.delay(pk)


@shared_task
def fold_annotators(batch_id: int) -> None:
    """Compute the figures of this Batch's annotators, unless another task is at it or was."""
    from quality.annotators.folding import fold_annotators

    fold_alone(AnnotatorFold, fold_annotators, batch_id)
