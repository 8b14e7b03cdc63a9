"""Lines of a tidy table that are not ratings: metrics and lengths of outputs, and records of
whether a question was asked."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from analysis.data.cells import MISSING, BadCellError, number_of
from analysis.data.facts import Facts
from analysis.data.metrics import WORDS, BestEnd, MetricValues
from core.errors import DocumentError

METRIC, LENGTH = "metric", "length"


class OutputValues:
    """The values in the lines of lengths and metrics. In a metric's line, `rater` is the metric's
    name and `label` says which end of its scale is good."""

    def __init__(self) -> None:
        self.best: dict[str, BestEnd] = {}
        self.values: dict[str, dict[tuple[str, str], float]] = {}
        self.lengths: dict[tuple[str, str], float] = {}

    def takes(self, cells: Mapping[str, str]) -> bool:
        """Return whether the line is about a metric or a length. If so, store its value. Raises
        BadCellError if a cell is invalid."""
        kind = cells["kind"].lower()
        if kind == METRIC:
            self._add(cells)
        elif kind == LENGTH:
            self.lengths[cells["item"], cells["system"]] = _length(cells["value"])
        return kind in {METRIC, LENGTH}

    def _add(self, cells: Mapping[str, str]) -> None:
        name, value = cells["rater"], number_of(cells["value"])
        if not name or not cells["item"]:
            raise BadCellError("a metric's row has no name or no item.", "Fill in rater and item.")
        if value is None:
            raise BadCellError(f"the metric's value “{cells['value']}” is not a finite number.")
        if self.best.setdefault(name, _best_end(cells["label"])) != _best_end(cells["label"]):
            raise BadCellError(f"{name} has different labels in its rows.", "Use one label.")
        of_metric = self.values.setdefault(name, {})
        if of_metric.setdefault((cells["item"], cells["system"]), value) != value:
            raise BadCellError(f"{name} has another value for this item and system above.")

    def found(self) -> tuple[MetricValues, ...]:
        return tuple(
            MetricValues(name, self.best[name], values) for name, values in self.values.items()
        )


def _best_end(label: str) -> BestEnd:
    """Return which end of the metric's scale is good, according to `label`. "" means the highest
    value. Raises BadCellError if the label is unknown."""
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
        raise BadCellError(f"the length “{text}” is not a number of 0 or more.")
    return value


NOT_ASKED = "not asked"  # the value that marks a section as not asked
ASKED = ".asked"  # target ending of the lines in our export that say whether a section was asked


def gated_by_row(cells: Mapping[str, str], gates: Mapping[str, str]) -> str:
    """Return the row's criterion if the row shows that its section is asked only after certain
    earlier answers. Otherwise, return "". Such a row has the value `not asked`, a missing value for
    a criterion in `gates`, or a target that ends in `.asked`."""
    criterion, value = cells["criterion"], cells["value"].lower()
    if not criterion and cells["target"].endswith(ASKED):
        return cells["target"].removesuffix(ASKED).rpartition(".")[2]
    is_closed = value == NOT_ASKED or (value in MISSING and criterion in gates)
    return criterion if is_closed else ""


def with_gates(
    facts: dict[str, Facts], opened_by: Mapping[str, str], gates: Mapping[str, str], document: str
) -> dict[str, Facts]:
    """Return the facts about each criterion, with the criterion that opens its section if this is
    known. Raises DocumentError if `gates` has an unknown criterion."""
    if unknown := sorted({*gates, *gates.values()} - set(facts)):
        raise unknown_criterion(document, unknown[0], facts)
    return {
        key: replace(
            each,
            opened_by=facts[opened_by[key]].title if opened_by[key] else "an earlier question",
            gate=opened_by[key],
        )
        if key in opened_by
        else each
        for key, each in facts.items()
    }


def unknown_criterion(document: str, criterion: str, criteria: Iterable[str]) -> DocumentError:
    what = f"has no criterion {criterion}."
    return DocumentError.one(document, what, remedy=f"Its criteria are {', '.join(criteria)}.")
