"""Celery tasks for the statistics of annotators.

The tasks import their functions when they run, because they need SciPy and web processes do not.
"""

from celery import shared_task

from analysis.folds import fold_alone
from quality.models import AnnotatorFold


@shared_task
def fold_annotators_with_news() -> None:
    """Queue the due annotator statistics of each changed batch. Runs every minute."""
    for pk in AnnotatorFold.batches_with_news():
        fold_annotators.delay(pk)


@shared_task
def fold_annotators(batch_id: int) -> None:
    """Compute a batch's annotator statistics, unless another task is doing or has just done so."""
    from quality.annotators.folding import fold_annotators

    fold_alone(AnnotatorFold, fold_annotators, batch_id)
