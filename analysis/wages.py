"""Pay by the hour for pages that look again and again: of a batch with many answers as a task last
counted it."""

from collections.abc import Sequence

from analysis.models import RunningFigures
from hits.models import Batch
from hits.money.wages import Wages, has_many_answers, wages_of


def wages_so_far(batches: Sequence[Batch]) -> dict[int, Wages]:
    """Pay by the hour of each batch that has work, by its key: counted now, or in a batch with many
    answers as last folded, unless the project's floor is another one by now."""
    large = [batch for batch in batches if has_many_answers(batch)]
    rows = RunningFigures.objects.filter(batch__in=large).values_list("batch", "wages")
    folded = {pk: Wages.of(stored) if stored else None for pk, stored in (rows if large else ())}
    floors = {batch.pk: batch.project.hourly_floor for batch in large}
    as_folded = {pk for pk, wages in folded.items() if wages is None or wages.floor == floors[pk]}
    not_folded = {batch.pk for batch in large} - folded.keys()
    to_count = [batch for batch in batches if batch.pk not in as_folded | not_folded]
    counted = wages_of(to_count) if to_count else {}
    return counted | {pk: wages for pk, wages in folded.items() if pk in as_folded and wages}
