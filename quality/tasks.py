"""Celery tasks for the statistics of annotators.

Tasks import the functions only when they run, because these need SciPy, which web processes do not
load.
"""

from celery import shared_task

from analysis.folds import fold_alone
from quality.models import AnnotatorFold


@shared_task
def fold_annotators_with_news() -> None:
    """Send a task for each batch whose annotator statistics are due because of new responses. Runs
    every minute."""
    for pk in AnnotatorFold.batches_with_news():
        fold_annotators.delay(pk)


@shared_task
def fold_annotators(batch_id: int) -> None:
    """Compute a batch's annotator statistics, unless another task is computing or has just computed
    them."""
    from quality.annotators.folding import fold_annotators

    fold_alone(AnnotatorFold, fold_annotators, batch_id)
