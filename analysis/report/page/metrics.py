"""Metrics compared with people, and the effects of length and own model family on judges, for the
report's page and the tables for papers."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.comparison.covariates.catalogue import COVARIATES, Effect
from analysis.comparison.result_parts import MetricResult
from analysis.comparison.results import Comparison, CriterionResult
from analysis.report.page.judges import BLANK, Head, each_reason_once, head
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
    """The metrics of one criterion, with a row of cells for each metric. If there are several
    systems, `systems` has the means by system, with people's means first."""

    criterion: CriterionResult
    heads: Sequence[Head]
    metrics: Sequence[tuple[MetricResult, Sequence[Estimate]]]
    systems: Sequence[tuple[str, Sequence[Estimate]]]

    def names(self) -> list[str]:
        return [result.metric for result, cells in self.metrics]


def metric_tables(comparison: Comparison) -> list[MetricTable]:
    return [
        _table(criterion, comparison.settings.tau)
        for criterion in comparison.criteria
        if criterion.metrics
    ]


def metric_reasons(comparison: Comparison) -> list[str]:
    """Return the reasons why cells of the tables have no value. Each reason is listed once, with
    the criteria that it applies to."""
    return each_reason_once(
        (table.criterion.facts.title, cell.reason)
        for table in metric_tables(comparison)
        for _metric, cells in table.metrics
        for cell in cells
        if cell.value is None
    )


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


@dataclass(frozen=True)
class CovariateRow:
    """A judge on one criterion, with an effect for each covariate in the table."""

    criterion: str
    judge: str
    effects: Sequence[Effect]


def covariates_of(comparison: Comparison) -> list[str]:
    """Return the names of the covariates for which at least one judge has an effect, or a reason
    why the effect is missing."""
    present = {
        effect.covariate
        for criterion in comparison.criteria
        for judge in criterion.judges
        for effect in judge.effects
    }
    return [name for name in COVARIATES if name in present]


def covariate_rows(comparison: Comparison) -> list[CovariateRow]:
    names = covariates_of(comparison)
    rows = []
    for criterion in comparison.criteria:
        for judge in criterion.judges:
            by_name = {effect.covariate: effect for effect in judge.effects}
            cells = [by_name.get(name, Effect(name, BLANK)) for name in names]
            if names:
                rows.append(CovariateRow(criterion.facts.title, judge.judge, cells))
    return rows
