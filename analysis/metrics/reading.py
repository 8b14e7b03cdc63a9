"""Reading of the batches' metrics for a comparison."""

from collections.abc import Sequence
from itertools import groupby

from analysis.data.answers import by_name
from analysis.data.metrics import BestEnd, MetricValues
from analysis.models import Metric, MetricValue
from hits.models import Batch


def metrics_of(batches: Sequence[Batch]) -> dict[str, tuple[MetricValues, ...]]:
    """Return the metrics of each batch, by the batch's name as in `batch_frames`. Metrics whose
    good end has not been described are left out."""
    return {name: _metrics(batch) for name, batch in by_name(batches).items()}


def _metrics(batch: Batch) -> tuple[MetricValues, ...]:
    described = {metric.pk: metric for metric in batch.metrics.exclude(best="")}
    rows = (
        MetricValue.objects.filter(metric__in=described)
        .order_by("metric__name", "metric")
        .values_list("metric", "item__external_id", "system__name", "value")
    )
    return tuple(
        _values(described[pk], [(item, system, value) for _pk, item, system, value in group])
        for pk, group in groupby(rows.iterator(), key=lambda row: row[0])
    )


def _values(metric: Metric, rows: Sequence[tuple[str, str, float]]) -> MetricValues:
    values = {(item, system): value for item, system, value in rows}
    best: BestEnd = "lowest" if metric.best == Metric.Best.LOWEST else "highest"
    return MetricValues(metric.name, best, values, metric.low, metric.high)
