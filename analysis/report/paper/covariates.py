"""Effects of length and own family on judges, as a table for papers."""

from analysis.comparison.covariates.catalogue import COVARIATES
from analysis.comparison.results import Comparison
from analysis.report.page.covariates import covariate_rows, covariates_of
from analysis.report.paper.shape import DASH, PaperTable, Row

BEYOND_PEOPLE = (
    "The judge's score less the mean of people, regressed within items on the covariate (an "
    "intercept for each item; the difference of two outputs for preferences). Above 0 the judge "
    "favours it more than people do. In points of the scale; of preferences, in the share of "
    "verdicts"
)


def covariates_table(result: Comparison) -> PaperTable | None:
    """Return each judge's effects, criterion by criterion."""
    rows, names = covariate_rows(result), covariates_of(result)
    if not rows:
        return None
    heads = [head for name in names for head in (COVARIATES[name].title, "Units", "Items")]
    units = "; ".join(f"{COVARIATES[name].title}: {COVARIATES[name].per}" for name in names)
    reasons = dict.fromkeys(
        f"{row.criterion}, {row.judge}, {COVARIATES[effect.covariate].title}: "
        f"{effect.estimate.reason}"
        for row in rows
        for effect in row.effects
        if effect.estimate.value is None
    )
    return PaperTable(
        "covariates",
        "Length and own family",
        f"{BEYOND_PEOPLE} ({units}). Brackets: 95 % intervals, items left out in turn, not "
        f"corrected. A covariate is not a cause. {DASH}: cannot be estimated.",
        ("Criterion", "Judge"),
        heads,
        [
            Row(
                (row.criterion, row.judge),
                [
                    cell
                    for effect in row.effects
                    for cell in (effect.estimate, str(effect.estimate.n), str(effect.items))
                ],
            )
            for row in rows
        ],
        list(reasons),
    )
