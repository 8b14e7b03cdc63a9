"""Sentences about a comparison's intervals for the page, captions and methods."""

from collections.abc import Sequence

from analysis.comparison.catalogue import MOST_GROUPS, full_title
from analysis.comparison.coverage import ENOUGH_ITEMS, approximate_of, systems_of
from analysis.comparison.results import Comparison, CriterionResult

OVER = {
    "items": "what other items would give, with the same systems",
    "items and systems": "what other items and other systems would give",
}
SHARES = (
    "Intervals of shares are Wilson's with the effective number of items. Intervals of "
    "coefficients of agreement were computed through the logarithm of the disagreement."
)
CORRELATIONS = (
    "Intervals of correlations were computed through Fisher's z. Correlations by system have an "
    "interval if there are at least 10 systems: Pearson's r by Fieller's method (1954), ranks "
    "from {draws:,} draws of the systems' means, seed {seed}."
)
DRAWN = (
    "If systems are drawn at random, the variance is that by items plus that by systems minus that "
    "by cells (Cameron, Gelbach and Miller 2011), with Satterthwaite's degrees of freedom. "
    "Correlations by system use Fisher's z over systems (Bonett and Wright 2000)."
)


def interval_note(result: Comparison, statistics: Sequence[str]) -> str:
    """Return a note that explains the intervals in brackets and names those of the `statistics`
    whose intervals are approximate."""
    over = {criterion.resampled: criterion for criterion in result.criteria}
    over.pop("", None)
    if not over:
        return "No intervals: too few items."
    meaning = "; ".join(
        f"{OVER[resampled]}{'' if len(over) == 1 else f' ({_titles(result, resampled)})'}"
        for resampled in sorted(over)
    )
    return " ".join(
        [f"In brackets: 95 % intervals for {meaning}.", *_approximate(result, statistics)]
    )


def _titles(result: Comparison, resampled: str) -> str:
    return ", ".join(
        criterion.facts.title for criterion in result.criteria if criterion.resampled == resampled
    )


def _approximate(result: Comparison, statistics: Sequence[str]) -> list[str]:
    few = [criterion for criterion in result.criteria if _few(criterion)]
    enough = [
        criterion for criterion in result.criteria if criterion.resampled and not _few(criterion)
    ]
    names = {
        name: criterion for criterion in enough for name in approximate_of(criterion, statistics)
    }
    sentences = []
    if few:
        titles = ", ".join(criterion.facts.title for criterion in few)
        enough_items = max(ENOUGH_ITEMS[systems_of(criterion)] for criterion in few)
        sentences.append(f"Approximate, with fewer than {enough_items} items: {titles}.")
    if names:
        titles = "; ".join(
            full_title(name, level=criterion.facts.level, tau=result.settings.tau)
            for name, criterion in names.items()
        )
        sentences.append(f"Approximate: {titles}.")
    return sentences


def _few(criterion: CriterionResult) -> bool:
    return bool(criterion.resampled) and criterion.items < ENOUGH_ITEMS[systems_of(criterion)]


def interval_methods(result: Comparison) -> str:
    settings = result.settings
    kinds = {criterion.resampled for criterion in result.criteria}
    over = "; ".join(_left_out(criterion) for criterion in result.criteria)
    if kinds <= {""}:
        return f"There are no intervals: {over}."
    jackknife = (
        "Intervals are 95 % intervals by Student's t with the variance of the jackknife (Tukey "
        f"1958). Left out in turn: {over} (groups of items if more than {MOST_GROUPS})."
    )
    correlations = CORRELATIONS.format(draws=settings.draws, seed=settings.seed)
    of_judges = [correlations] if result.judges else []
    drawn = [DRAWN] if "items and systems" in kinds else []
    return " ".join([jackknife, SHARES, *of_judges, *drawn])


def _left_out(criterion: CriterionResult) -> str:
    left_out = {"items": "items, systems fixed,", "": "nothing"}.get(
        criterion.resampled, criterion.resampled
    )
    return f"{left_out} for {criterion.facts.title}" + (
        f" ({criterion.why_not})" if criterion.why_not else ""
    )
