"""Automatic metrics of outputs, for example BLEU, with one value per item and system."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

BestEnd = Literal["highest", "lowest"]
# Texts in the column `label` of a ratings table: they say which end of a metric is best.
WORDS: Mapping[BestEnd, str] = {"highest": "highest is best", "lowest": "lowest is best"}


@dataclass(frozen=True)
class MetricValues:
    """One metric. `best` is the better end of its scale, which reaches from `low` to `high`. An
    open end is None. `values` are by item and system."""

    name: str
    best: BestEnd
    values: Mapping[tuple[str, str], float]
    low: float | None = None
    high: float | None = None


def joint_metrics(parts: Mapping[str, tuple[MetricValues, ...]]) -> tuple[MetricValues, ...]:
    """Return the metrics of several batches. `parts` has the metrics of each batch by the batch's
    name. Metrics with the same name are merged. If the better end of a metric differs between
    batches, the metric is not merged, and the batch's name is added to its name."""
    joined: dict[str, MetricValues] = {}
    for batch, metrics in parts.items():
        for metric in metrics:
            earlier = joined.get(metric.name)
            name = metric.name
            if earlier is not None and earlier.best != metric.best:
                name, earlier = f"{metric.name} ({batch})", None
            joined[name] = _joined(name, [*([earlier] if earlier else []), metric])
    return tuple(joined.values())


def _joined(name: str, parts: Sequence[MetricValues]) -> MetricValues:
    """Return one metric from its parts. The metric's range includes the ranges of all parts."""
    values = {pair: value for part in parts for pair, value in part.values.items()}
    lows, highs = [part.low for part in parts], [part.high for part in parts]
    return MetricValues(
        name,
        parts[0].best,
        values,
        None if None in lows else min(low for low in lows if low is not None),
        None if None in highs else max(high for high in highs if high is not None),
    )
