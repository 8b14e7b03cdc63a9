"""Effects of length and own family on judges beyond people's ratings, as rows of a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.comparison.covariates.catalogue import COVARIATES, Effect
from analysis.comparison.results import Comparison
from analysis.report.page.judges import BLANK


@dataclass(frozen=True)
class CovariateRow:
    """A judge on a criterion, with an effect for each of the table's covariates."""

    criterion: str
    judge: str
    effects: Sequence[Effect]


def covariates_of(comparison: Comparison) -> list[str]:
    """Return the covariates for which at least one judge has an effect, or a reason why not."""
    present = {
        effect.covariate
        for criterion in comparison.criteria
        for judge in criterion.judges
        for effect in judge.effects
    }
    return [name for name in COVARIATES if name in present]


def covariate_rows(comparison: Comparison) -> list[CovariateRow]:
    """Return every judge on every criterion, if a covariate has an effect or a reason."""
    names = covariates_of(comparison)
    rows = []
    for criterion in comparison.criteria:
        for judge in criterion.judges:
            by_name = {effect.covariate: effect for effect in judge.effects}
            cells = [by_name.get(name, Effect(name, BLANK)) for name in names]
            if names:
                rows.append(CovariateRow(criterion.facts.title, judge.judge, cells))
    return rows
