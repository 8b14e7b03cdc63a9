"""Lines of a tidy table with a value of an output that no one rated: a metric or its length."""

from collections.abc import Mapping

from analysis.data.cells import BadCellError, number_of
from analysis.data.metrics import WORDS, BestEnd, MetricValues

METRIC, LENGTH = "metric", "length"


class OutputValues:
    """The lines of lengths and of metrics. For a metric, `rater` is its name and `label` the best
    end."""

    def __init__(self) -> None:
        self.best: dict[str, BestEnd] = {}
        self.values: dict[str, dict[tuple[str, str], float]] = {}
        self.lengths: dict[tuple[str, str], float] = {}

    def takes(self, cells: Mapping[str, str]) -> bool:
        """Return whether the line is a metric or a length, and if so store it."""
        kind = cells["kind"].lower()
        if kind == METRIC:
            self._add(cells)
        elif kind == LENGTH:
            self.lengths[cells["item"], cells["system"]] = _length(cells["value"])
        return kind in {METRIC, LENGTH}

    def _add(self, cells: Mapping[str, str]) -> None:
        name, value = cells["rater"], number_of(cells["value"])
        if not name or not cells["item"]:
            raise BadCellError("a metric's line has no name or no item.", "Fill in rater and item.")
        if value is None:
            raise BadCellError(f"the metric's value “{cells['value']}” is not a finite number.")
        if self.best.setdefault(name, _best_end(cells["label"])) != _best_end(cells["label"]):
            raise BadCellError(f"the label of {name} is not the same in all of its lines.")
        of_metric = self.values.setdefault(name, {})
        if of_metric.setdefault((cells["item"], cells["system"]), value) != value:
            raise BadCellError(f"{name} has another value for this item and system before.")

    def found(self) -> tuple[MetricValues, ...]:
        return tuple(
            MetricValues(name, self.best[name], values) for name, values in self.values.items()
        )


def _best_end(label: str) -> BestEnd:
    """Return the good end in a label; the highest without a label."""
    ends: dict[str, BestEnd] = {"": "highest", **{words: end for end, words in WORDS.items()}}
    if label not in ends:
        raise BadCellError(
            f"the label “{label}” does not say which end of the metric is best.",
            f"Write “{'” or “'.join(WORDS.values())}”, or leave it empty.",
        )
    return ends[label]


def _length(text: str) -> float:
    value = number_of(text)
    if value is None or value < 0:
        raise BadCellError(f"the length “{text}” is not a number from 0.")
    return value
