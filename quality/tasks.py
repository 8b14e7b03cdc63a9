"""Celery tasks for the statistics of annotators.

They import their functions late, because these need SciPy and the web processes do not.
"""

from celery import shared_task

from analysis.folds import fold_alone
from quality.models import AnnotatorFold


@shared_task
def fold_annotators_with_news() -> None:
    """Request annotators' statistics for each batch with changes, if they are due; runs every
    minute."""
    for pk in AnnotatorFold.batches_with_news():
        fold_annotators.delay(pk)


@shared_task
def fold_annotators(batch_id: int) -> None:
    """Compute the statistics of a batch's annotators, unless a task is doing it or just did."""
    from quality.annotators.folding import fold_annotators

    fold_alone(AnnotatorFold, fold_annotators, batch_id)
