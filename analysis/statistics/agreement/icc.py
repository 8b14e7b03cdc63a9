"""Intraclass correlations of a complete table, for single ratings and the mean of all raters."""

from dataclasses import dataclass

import numpy as np

from analysis.statistics.results import Floats, quotient


@dataclass(frozen=True)
class IntraclassCorrelations:
    """Intraclass correlations, each of shape (draws,). `one_way` assumes different raters for each
    unit; `agreement` and `consistency` assume that the same raters rate every unit. A stricter
    rater counts as error only for `agreement`. `…_mean` is for the mean of all k raters.

    McGraw and Wong's names: ICC(1), ICC(A,1), ICC(C,1), ICC(k), ICC(A,k), ICC(C,k). Shrout and
    Fleiss' names: ICC(1,1), ICC(2,1), ICC(3,1), ICC(1,k), ICC(2,k), ICC(3,k).
    """

    one_way: Floats
    agreement: Floats
    consistency: Floats
    one_way_mean: Floats
    agreement_mean: Floats
    consistency_mean: Floats


def intraclass_correlations(
    ratings: Floats, resamples: Floats | None = None
) -> IntraclassCorrelations:
    """Return all six coefficients of `ratings` (units, raters). Raises ValueError if a rating is
    missing.

    `resamples` (draws, units) counts each unit in each resample; by default there is one draw, the
    whole sample. The coefficients are NaN with fewer than two units or raters, or if all ratings
    are equal. Source: McGraw and Wong 1996, from the mean squares of a two-way analysis of
    variance. Pitfalls: values below zero are possible. First drop the units with missing ratings,
    and report how many. For the A and C forms, raters must have the same column in every unit.
    """
    if np.isnan(ratings).any():
        raise ValueError("An intraclass correlation needs every rater's rating of every unit.")
    drawn = np.ones((1, len(ratings))) if resamples is None else resamples
    raters, units = ratings.shape[1], drawn.sum(1)
    rows, columns, error, within = _mean_squares(ratings, drawn)
    return IntraclassCorrelations(
        one_way=quotient(rows - within, rows + (raters - 1) * within),
        agreement=quotient(
            rows - error, rows + (raters - 1) * error + raters * quotient(columns - error, units)
        ),
        consistency=quotient(rows - error, rows + (raters - 1) * error),
        one_way_mean=quotient(rows - within, rows),
        agreement_mean=quotient(rows - error, rows + quotient(columns - error, units)),
        consistency_mean=quotient(rows - error, rows),
    )


def _mean_squares(ratings: Floats, drawn: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the mean squares between units, between raters, of the residual, and within units,
    each of shape (draws,). A mean square without degrees of freedom is NaN."""
    raters, units = ratings.shape[1], drawn.sum(1)
    # The mean is subtracted first, so that the sums of squares do not lose digits by cancellation.
    centred = ratings - ratings.mean() if ratings.size else ratings
    unit_mean = centred.sum(1) / max(raters, 1)
    rater_mean = quotient(drawn @ centred, units[:, None])
    grand = quotient(drawn @ unit_mean, units)
    size = drawn @ (centred**2).sum(1)
    total = size - units * raters * grand**2
    between = raters * (drawn @ unit_mean**2 - units * grand**2)
    by_rater = units * ((rater_mean - grand[:, None]) ** 2).sum(1)
    return (
        _mean_square(between, units - 1, size),
        _mean_square(by_rater, np.full(len(units), raters - 1.0), size),
        _mean_square(total - between - by_rater, (units - 1) * (raters - 1), size),
        _mean_square(total - between, units * (raters - 1), size),
    )


def _mean_square(squares: Floats, freedom: Floats, size: Floats) -> Floats:
    # A difference of sums that is only a rounding error counts as zero.
    exact = np.where(squares > 1e-12 * size, squares, 0)
    return quotient(exact, freedom)


def spearman_brown(single: Floats, raters: Floats) -> Floats:
    """Return the reliability of the mean of `raters` ratings if one rating has the reliability
    `single`. The two arguments broadcast.

    `single` is an intraclass correlation or alpha for single ratings. Source: Spearman 1910 and
    Brown 1910. The result is NaN at the formula's pole, because many raters cannot have a negative
    reliability. Pitfall: the formula assumes that additional raters are like the measured raters.
    """
    single, raters = np.asarray(single, float), np.asarray(raters, float)
    below = 1 + (raters - 1) * single
    return quotient(raters * single, np.where(below > 0, below, 0))
