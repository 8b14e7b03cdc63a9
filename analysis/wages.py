"""Hourly pay for pages that are refreshed often. For batches with many answers, the result of the
last background task is used."""

from collections.abc import Sequence

from analysis.models import RunningFigures
from hits.models import Batch
from hits.money.wages import Wages, has_many_answers, wages_of


def wages_so_far(batches: Sequence[Batch]) -> dict[int, Wages]:
    """Return the hourly pay of each batch with work, by the batch's primary key. For batches with
    many answers, use the stored result. If there is none yet, leave the batch out. If the stored
    result has no wages or an old minimum, compute the pay now."""
    large = [batch for batch in batches if has_many_answers(batch)]
    floors = {batch.pk: batch.project.hourly_floor for batch in large}
    rows = RunningFigures.objects.filter(batch__in=large).only("wages", "submitted")
    folds = list(rows) if large else []
    as_folded = {
        fold.pk: wages
        for fold in folds
        if fold.wages and (wages := Wages.of(fold.wages)).floor == floors[fold.pk]
    }
    waiting = floors.keys() - {fold.pk for fold in folds}
    without_work = {fold.pk for fold in folds if not fold.wages and not fold.submitted}
    not_to_count = as_folded.keys() | waiting | without_work
    to_count = [batch for batch in batches if batch.pk not in not_to_count]
    return (wages_of(to_count) if to_count else {}) | as_folded
