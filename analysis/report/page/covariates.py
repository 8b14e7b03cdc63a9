"""Length and own family: what each judge adds to people's ratings by them, as rows of a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.comparison.covariates.catalogue import COVARIATES, Effect
from analysis.comparison.results import Comparison
from analysis.report.page.judges import BLANK


@dataclass(frozen=True)
class CovariateRow:
    """A judge on a criterion: an effect for each of the table's covariates."""

    criterion: str
    judge: str
    effects: Sequence[Effect]


def covariates_of(comparison: Comparison) -> list[str]:
    """Return the covariates that at least one judge has an effect of, or a reason for none."""
    present = {
        effect.covariate
        for criterion in comparison.criteria
        for judge in criterion.judges
        for effect in judge.effects
    }
    return [name for name in COVARIATES if name in present]


def covariate_rows(comparison: Comparison) -> list[CovariateRow]:
    """Every judge on every criterion, where there is something to say of a covariate."""
    names = covariates_of(comparison)
    rows = []
    for criterion in comparison.criteria:
        for judge in criterion.judges:
            by_name = {effect.covariate: effect for effect in judge.effects}
            cells = [by_name.get(name, Effect(name, BLANK)) for name in names]
            if names:
                rows.append(CovariateRow(criterion.facts.title, judge.judge, cells))
    return rows
