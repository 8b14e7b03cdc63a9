"""Additional statistics that some published datasets report. They are computed only if they are
declared."""

from collections.abc import Callable, Sequence

import numpy as np
from scipy import stats

from analysis.comparison.among_people import alpha_of
from analysis.comparison.catalogue import NO_OVERLAP, NOTHING_VARIES, ONE_RATING, SAME
from analysis.comparison.replicates import Replicates
from analysis.comparison.results import ComparisonSettings, RecipeFigure
from analysis.data.facts import Level
from analysis.data.frame import Codes, Frame
from analysis.data.units import UnitRatings, Units, make_units
from analysis.statistics.estimates import Estimate
from analysis.statistics.results import Floats


def recipe_figures(
    frame: Frame, judges: Sequence[str], settings: ComparisonSettings
) -> tuple[RecipeFigure, ...]:
    """Return the statistics of all declared recipes, in the order of their declaration."""
    if not settings.recipes:
        return ()
    parts = [make_units(frame.of_criterion(facts.key), facts) for facts in frame.facts.values()]
    return tuple(
        figure for name in settings.recipes for figure in RECIPES[name](parts, judges, settings)
    )


def _single_ratings(
    parts: Sequence[Units], judges: Sequence[str], settings: ComparisonSettings
) -> list[RecipeFigure]:
    """Return correlations of each judge's scores with every single human rating of the same output.
    Each rating is a point, so an output rated by three people counts three times. The jackknife
    leaves out one item at a time. Criteria with labels are left out."""
    coefficients: dict[str, Callable[[Floats, Floats], float]] = {
        "Pearson's r": lambda human, judge: stats.pearsonr(human, judge)[0],
        "Spearman's rho": lambda human, judge: float(stats.spearmanr(human, judge)[0]),
        f"Kendall's tau-{settings.tau}": lambda human, judge: stats.kendalltau(
            human, judge, variant=settings.tau
        )[0],
    }
    figures = []
    for units in parts:
        if units.facts.level == "nominal":
            continue
        for judge in judges:
            values = units.of_judge(judge)[units.people.unit]
            there = ~np.isnan(values)
            points = (units.people.value[there], values[there])
            cell = units.item[units.people.unit[there]]
            figures += [
                RecipeFigure(
                    "single-ratings",
                    (units.facts.key,),
                    judge,
                    f"{title}, over single human ratings",
                    _correlation(points, cell, units.items, coefficient, settings),
                )
                for title, coefficient in coefficients.items()
            ]
    return figures


def _correlation(
    points: tuple[Floats, Floats],
    item: Codes,
    items: int,
    coefficient: Callable[[Floats, Floats], float],
    settings: ComparisonSettings,
) -> Estimate:
    human, judge = points
    if not len(human):
        return Estimate(None, 0, reason=NO_OVERLAP)
    replicates = Replicates.make(items, 1, draws=settings.draws, seed=settings.seed)

    def of_rows(weights: Floats) -> Floats:
        figures = []
        for rows in weights > 0:
            varied = all(np.ptp(side[rows]) > 0 for side in points) if rows.any() else False
            figures.append(coefficient(human[rows], judge[rows]) if varied else np.nan)
        return np.array(figures, dtype=np.float64)

    return replicates.estimate(
        replicates.by_parts(item, of_rows),
        n=len(human),
        reason=NOTHING_VARIES,
        scale="correlation",
        items=len(np.unique(item)),
    )


def _pooled_alpha(
    parts: Sequence[Units], _judges: Sequence[str], settings: ComparisonSettings
) -> list[RecipeFigure]:
    """Return Krippendorff's alpha of people for each level of measurement, over the units of all
    criteria with this level except preferences. The jackknife leaves out all units of an item
    together."""
    levels: dict[Level, list[Units]] = {}
    for units in parts:
        if not units.facts.preference:
            levels.setdefault(units.facts.level, []).append(units)
    return [
        RecipeFigure(
            "pooled-alpha",
            tuple(units.facts.key for units in same),
            "",
            f"Krippendorff's alpha ({level}), over the units of all criteria",
            _alpha(same, level, settings),
        )
        for level, same in levels.items()
    ]


def _alpha(parts: Sequence[Units], level: Level, settings: ComparisonSettings) -> Estimate:
    starts = np.cumsum([0, *(len(units) for units in parts)])
    ratings = UnitRatings(
        np.concatenate(
            [units.people.unit + start for units, start in zip(parts, starts, strict=False)]
        ),
        np.concatenate([units.people.rater for units in parts]),
        np.concatenate([units.people.value for units in parts]),
    )
    codes = np.concatenate([units.frame.item.code[units.row] for units in parts])
    _items, item = np.unique(codes, return_inverse=True)
    several = np.bincount(ratings.unit, minlength=len(item)) > 1
    if not several.any():
        return Estimate(None, 0, reason=ONE_RATING)
    replicates = Replicates.make(int(item.max()) + 1, 1, draws=settings.draws, seed=settings.seed)
    return replicates.estimate(
        alpha_of(ratings, level, item, replicates),
        n=int(several.sum()),
        reason=SAME,
        scale="agreement",
        items=len(np.unique(item[several])),
    )


RECIPES: dict[str, Callable[..., list[RecipeFigure]]] = {
    "single-ratings": _single_ratings,
    "pooled-alpha": _pooled_alpha,
}
