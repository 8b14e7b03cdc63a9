"""Intervals of correlations over fixed systems, whose means vary with the sample of items."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import stats

from analysis.statistics.jackknife import SIDES, Coefficient, Interval
from analysis.statistics.results import Floats

FEWEST_SYSTEMS = 10  # systems; with fewer, no interval was reliable in simulations
CANDIDATES = np.sin(np.linspace(-np.pi / 2, np.pi / 2, 401))  # finer towards the ends
LEAST_VARIANCE = 1e-3  # share of the noise: the lowest variance assumed for systems


@dataclass(frozen=True)
class _Spreads:
    """Sums over systems of the squares and products of both sides' centred means, with the noise
    subtracted. The shape is (1 + groups,); the first value is that of the whole sample. `noise` is
    the amount subtracted from each system's sums (2, 2)."""

    human: Floats
    judge: Floats
    product: Floats
    noise: Floats


def system_intervals(
    human: Floats, judge: Floats, *, items: int, draws: int, seed: int
) -> Mapping[Coefficient, Interval]:
    """Return the 95 % intervals of Pearson's r, Spearman's rho and Kendall's tau over systems, by
    coefficient.

    `human` and `judge` (1 + G, S) are each side's means of the S systems: in the whole sample, then
    without each of G groups of items. Systems are fixed, and items are a random sample.

    Noise in the means pulls a plain correlation towards 0, most of all for similar systems. Let A
    and B be the sums of squares of the two sides' centred means, and C the sum of their products.
    The noise, which is the jackknife bias (Quenouille 1956), is subtracted from each sum. Pearson's
    interval contains every r for which

        |C - r sqrt(A B)| <= t SE(C - r sqrt(A B))

    with the jackknife's standard error (Tukey 1958): Fieller's method (1954). The intervals of rank
    correlations are the middle 95 % of those of `draws` drawn means. First r is drawn from
    Pearson's confidence distribution, then every system's two means given the observed ones. These
    are bivariate normal with variances A and B (Efron and Morris 1973), with noise of chi-squared
    variance.

    Pitfall: if systems differ by no more than the noise, the interval is nearly -1 to 1. There are
    no intervals for fewer than `FEWEST_SYSTEMS` systems, if a mean is missing, or if nothing
    varies.
    """
    if human.shape[1] < FEWEST_SYSTEMS or np.isnan(human + judge).any() or len(human) < 3:
        return {}
    spreads = _spreads(human, judge)
    root = np.sqrt(np.maximum(spreads.human, 0) * np.maximum(spreads.judge, 0))
    off = spreads.product - CANDIDATES[:, None] * root
    groups = len(human) - 1
    error = np.sqrt((groups - 1) * off[:, 1:].var(axis=1))
    if not error.all():
        return {}
    freedom = max(1, min(groups, items) - 1)
    fit = off[:, 0] / error
    inside = CANDIDATES[np.abs(fit) <= stats.t.ppf(SIDES, freedom)]
    if not len(inside):
        inside = CANDIDATES[[-1]] if fit[-1] > 0 else CANDIDATES[[0]]
    intervals: dict[Coefficient, Interval] = {"pearson": (float(inside.min()), float(inside.max()))}
    if draws:
        means = np.stack([human[0] - human[0].mean(), judge[0] - judge[0].mean()])
        chance = np.random.default_rng(seed)
        intervals |= _of_ranks(_drawn_means(means, spreads, fit, freedom, draws, chance))
    return intervals


def _spreads(human: Floats, judge: Floats) -> _Spreads:
    groups, systems = len(human) - 1, human.shape[1]
    first, second = (side - side.mean(1, keepdims=True) for side in (human, judge))
    raw = np.stack([(first**2).sum(1), (second**2).sum(1), (first * second).sum(1)])
    bias = (groups - 1) * (raw[:, 1:].mean(1) - raw[:, 0])
    a, b, c = bias / (systems - 1)
    noise = np.array([[a, c], [c, b]])
    human_sum, judge_sum, product = raw - bias[:, None]
    return _Spreads(human_sum, judge_sum, product, noise)


def _drawn_means(
    means: Floats,
    spreads: _Spreads,
    fit: Floats,
    freedom: int,
    draws: int,
    chance: np.random.Generator,
) -> Floats:
    """Return means drawn for both sides' systems (draws, 2, S), given observed `means` (2, S)."""
    systems = means.shape[1]
    falling = np.minimum.accumulate(fit)
    wanted = stats.t.ppf((np.arange(draws) + 0.5) / draws, freedom)
    r = np.interp(-chance.permutation(wanted), -falling, CANDIDATES)
    least = LEAST_VARIANCE * np.diag(spreads.noise)
    variance = np.maximum([spreads.human[0], spreads.judge[0]], 0) / (systems - 1)
    deviation = np.sqrt(np.maximum(variance, least))
    prior = np.empty((draws, 2, 2))
    prior[:, 0, 0], prior[:, 1, 1] = deviation**2
    prior[:, 0, 1] = prior[:, 1, 0] = r * deviation.prod()
    scale = freedom / chance.chisquare(freedom, draws)
    taken = prior @ np.linalg.pinv(prior + spreads.noise * scale[:, None, None])
    remaining = prior - taken @ prior
    values, vectors = np.linalg.eigh((remaining + remaining.transpose(0, 2, 1)) / 2)
    root = vectors * np.sqrt(np.maximum(values, 0))[:, None, :]
    drawn: Floats = taken @ means + root @ chance.normal(size=(draws, 2, systems))
    return drawn


def _of_ranks(drawn: Floats) -> dict[Coefficient, Interval]:
    """Return the interval with the middle 95 % of Spearman's rho and of Kendall's tau over the
    drawn means, which have no ties."""
    systems = drawn.shape[2]
    ranks = drawn.argsort(axis=2).argsort(axis=2)
    apart = ((ranks[:, 0] - ranks[:, 1]) ** 2).sum(1)
    spearman = 1 - 6 * apart / (systems * (systems**2 - 1))
    first, second = np.triu_indices(systems, 1)
    signs = np.sign(drawn[:, :, first] - drawn[:, :, second])
    return {"spearman": _middle(spearman), "kendall": _middle((signs[:, 0] * signs[:, 1]).mean(1))}


def _middle(values: Floats) -> Interval:
    low = np.percentile(values, 100 - 100 * SIDES, method="lower")
    high = np.percentile(values, 100 * SIDES, method="higher")
    return float(low), float(high)
