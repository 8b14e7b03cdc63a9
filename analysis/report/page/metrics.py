"""Metrics compared with people, laid out for the report's page and its table for papers."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.comparison.metric_results import MetricResult
from analysis.comparison.results import Comparison, CriterionResult
from analysis.report.page.judges import BLANK, Head, head
from analysis.statistics.estimates import Estimate

# Correlations with people's means that fit the table; figures.csv has all.
COLUMNS = (
    "spearman_input",
    "kendall_input",
    "spearman_pooled",
    "pearson_pooled",
    "spearman_system",
    "pearson_system",
)


@dataclass(frozen=True)
class MetricTable:
    """The metrics of one criterion, with a row of cells for each. `systems` has the means by
    system, people's first, if there are several."""

    criterion: CriterionResult
    heads: Sequence[Head]
    metrics: Sequence[tuple[MetricResult, Sequence[Estimate]]]
    systems: Sequence[tuple[str, Sequence[Estimate]]]

    def names(self) -> list[str]:
        return [result.metric for result, cells in self.metrics]


def metric_tables(comparison: Comparison) -> list[MetricTable]:
    """Return, by criterion, the metrics that are compared with people."""
    return [
        _table(criterion, comparison.settings.tau)
        for criterion in comparison.criteria
        if criterion.metrics
    ]


def metric_reasons(comparison: Comparison) -> list[str]:
    """Return why cells of the tables are blank: each reason once, with its criteria."""
    by_reason: dict[str, dict[str, None]] = {}
    for table in metric_tables(comparison):
        for _metric, cells in table.metrics:
            for cell in cells:
                if cell.value is None:
                    by_reason.setdefault(cell.reason, {})[table.criterion.facts.title] = None
    return [f"{', '.join(titles)}: {reason}." for reason, titles in by_reason.items()]


def _table(criterion: CriterionResult, tau: str) -> MetricTable:
    heads = [head(name, criterion, tau) for name in COLUMNS]
    rows = [
        (metric, [metric.figures.get(name, BLANK) for name in COLUMNS])
        for metric in criterion.metrics
    ]
    systems = [
        (
            system.system,
            [
                system.people,
                *(metric.by_system.get(system.system, BLANK) for metric in criterion.metrics),
            ],
        )
        for system in criterion.by_system
    ]
    return MetricTable(criterion, heads, rows, systems if len(systems) > 1 else [])
