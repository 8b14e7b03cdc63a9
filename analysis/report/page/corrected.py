"""Corrected scores for the report's page and the API, and the money saved by using the judge."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from statistics import fmean

from analysis.comparison.result_parts import Corrected
from analysis.comparison.results import Comparison, CriterionResult
from analysis.data.answers import runs_of
from hits.models import Batch
from hits.money.earnings import spending_by_batch
from judges.runs.plan import progress

CENT = Decimal("0.01")


@dataclass(frozen=True)
class Saving:
    """The cost of corrected scores compared with scores from people alone. `rated` is the number of
    items that people rated. `needed` is the number of items that people would have to rate without
    the judge for intervals of the same width. Both are averaged over the systems. `paid` is
    people's pay with fees, and `alone` is what it would be without the judge. `judge` is the
    judge's cost, or None if its prices are unknown."""

    rated: float
    needed: float
    paid: Decimal
    alone: Decimal
    judge: Decimal | None


@dataclass(frozen=True)
class CorrectedTable:
    criterion: CriterionResult
    judge: str
    corrected: Corrected
    saving: Saving | None

    @property
    def has_few(self) -> bool:
        """Return whether a corrected score has no interval because people rated too few items."""
        estimates = [figure.corrected for figure in self.corrected.figures]
        return any(each.value is not None and each.low is None for each in estimates)


def corrected_tables(comparison: Comparison, batches: Sequence[Batch]) -> list[CorrectedTable]:
    """Return a table for each criterion and each judge with corrected scores. These are the judges
    that rated more items than people did."""
    rows = [
        (criterion, judge, result)
        for criterion in comparison.criteria
        for judge, result in criterion.corrected.items()
    ]
    if not rows:
        return []
    spent = spending_by_batch(batches[0].project, batches)
    paid = sum((spent[each.pk].earned + spent[each.pk].fees for each in batches), Decimal(0))
    costs = _costs(batches, {judge for _criterion, judge, _result in rows})
    return [
        CorrectedTable(criterion, judge, result, _saving(result, paid, costs.get(judge)))
        for criterion, judge, result in rows
    ]


def _costs(batches: Sequence[Batch], judges: set[str]) -> dict[str, Decimal | None]:
    """Return the cost of each judge's runs, or None if the cost of one of its runs is unknown."""
    costs: dict[str, Decimal | None] = {}
    for run in runs_of(batches).filter(name__in=judges):
        so_far, own = costs.get(run.name, Decimal(0)), progress(run).used.cost
        costs[run.name] = None if so_far is None or own is None else so_far + own
    return costs


def _saving(result: Corrected, paid: Decimal, judge: Decimal | None) -> Saving | None:
    """Return the saving. Return None if there are no intervals, or if people alone would not need
    more items."""
    systems = [figure for figure in result.figures if not figure.second]
    needed = [figure.needed for figure in systems if figure.needed is not None]
    rated = fmean([figure.corrected.n for figure in systems]) if systems else 0.0
    if not needed or fmean(needed) < rated + 1:
        return None
    alone = paid * Decimal(fmean(needed) / rated)
    return Saving(rated, fmean(needed), paid, alone.quantize(CENT, ROUND_HALF_UP), judge)
