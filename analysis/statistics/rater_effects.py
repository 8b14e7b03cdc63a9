"""Each rater's severity, estimated with two-way random effects because raters do not all rate the
same units."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats
from analysis.statistics.sparse import Ratings

MOST_RATERS = 1500  # raters; with more, the system of equations would be too large
SMALLEST = 1e-12  # share of the variance of all ratings; smaller values are rounding errors


@dataclass(frozen=True)
class RaterEffects:
    """Effects of R raters in the order of `Ratings.raters`. `severity` (R,) is how many points
    higher a rater's values are than those of the other raters; `error` (R,) is its standard error.
    The variances are between units, between raters, and residual."""

    severity: Floats
    error: Floats
    unit_variance: float
    rater_variance: float
    residual_variance: float


def rater_effects(ratings: Ratings) -> RaterEffects:
    """Fit value = mean + unit + rater + error, with random effects of units and raters.

    The variances are estimated by Henderson's third method (1953), which for a complete table
    equals the analysis of variance; negative estimates become 0. Raters' effects are the best
    linear unbiased predictions from the mixed model equations (Henderson 1975): shrunk towards 0,
    more so with fewer ratings. Raises NotEstimableError if nothing distinguishes raters from error,
    if raters do not differ by more than error, and for more than `MOST_RATERS` raters.

    Pitfalls: the standard errors assume that the estimated variances are true. A rater whose units
    no one else rated is separated from these units only by the units' variance.
    """
    size, units, raters = len(ratings.value), len(ratings.units), len(ratings.raters)
    if raters > MOST_RATERS:
        raise NotEstimableError(f"There are more than {MOST_RATERS} raters.")
    value = np.asarray(ratings.value, dtype=np.float64)
    value = value - value.mean() if size else value
    table = sparse.csr_matrix((np.ones(size), (ratings.unit, ratings.rater)), (units, raters))
    sums = _Sums(
        value,
        table,
        np.bincount(ratings.unit, minlength=units).astype(float),
        np.bincount(ratings.rater, minlength=raters).astype(float),
        np.bincount(ratings.unit, value, minlength=units).astype(float),
        np.bincount(ratings.rater, value, minlength=raters).astype(float),
    )
    unit, rater, residual = _variances(sums)
    if rater <= SMALLEST * float(value.var()):
        raise NotEstimableError("Differences between raters are no larger than error explains.")
    severity, error = _predictions(sums, unit, rater, residual)
    return RaterEffects(severity, error, unit, rater, residual)


@dataclass(frozen=True)
class _Sums:
    """Centred values, with their counts and sums by unit (U,) and by rater (R,). `table` (U, R) is
    1 if the rater rated the unit."""

    value: Floats
    table: sparse.csr_matrix
    unit_count: Floats
    rater_count: Floats
    unit_sum: Floats
    rater_sum: Floats

    def without_units(self, weight: Floats) -> tuple[Floats, Floats]:
        """Return the normal equations of raters, (R, R) and (R,), after eliminating the units with
        these weights (U,). A weight of 1 / count subtracts the unit's mean."""
        scaled = sparse.diags(weight) @ self.table
        crossed = np.asarray((self.table.T @ scaled).todense())
        return np.diag(self.rater_count) - crossed, self.rater_sum - scaled.T @ self.unit_sum


def _share(above: Floats, below: Floats) -> Floats:
    return np.divide(above, below, out=np.zeros_like(below), where=below > 0)


def _variances(sums: _Sums) -> tuple[float, float, float]:
    """Return the variance between units, the variance between raters, and the residual variance.
    Raises NotEstimableError if too few units have several ratings."""
    size = len(sums.value)
    rated_units, rated_by = int((sums.unit_count > 0).sum()), int((sums.rater_count > 0).sum())
    matrix, right = sums.without_units(_share(np.ones_like(sums.unit_count), sums.unit_count))
    rank = int(np.linalg.matrix_rank(matrix, hermitian=True))
    solution = np.linalg.pinv(matrix, hermitian=True) @ right
    of_units = float((_share(sums.unit_sum**2, sums.unit_count)).sum())
    of_raters = float((_share(sums.rater_sum**2, sums.rater_count)).sum())
    beside_units = float(solution @ right)
    total = float((sums.value**2).sum())
    freedom = size - rated_units - rank
    if freedom < 1 or rank < 1 or size <= rated_by:
        raise NotEstimableError("Too few units have several ratings.")
    residual = max(0.0, total - of_units - beside_units) / freedom
    residual = max(residual, SMALLEST * total / size)
    rater = (beside_units - rank * residual) / (size - rated_units)
    beside_raters = of_units + beside_units - of_raters
    unit = (beside_raters - (rated_units + rank - rated_by) * residual) / (size - rated_by)
    return max(0.0, unit), max(0.0, rater), residual


def _predictions(sums: _Sums, unit: float, rater: float, residual: float) -> tuple[Floats, Floats]:
    """Return the raters' effects (R,) and their standard errors, in a model with a common mean."""
    weight = 1 / (sums.unit_count + residual / unit) if unit > 0 else np.zeros_like(sums.unit_count)
    of_raters, right = sums.without_units(weight)
    of_raters += np.diag(np.full(len(right), residual / rater))
    of_mean = sums.rater_count - sums.table.T @ (weight * sums.unit_count)
    corner = len(sums.value) - float((weight * sums.unit_count**2).sum())
    right_of_mean = -float((weight * sums.unit_count * sums.unit_sum).sum())
    matrix = np.block([[np.array([[corner]]), of_mean[None]], [of_mean[:, None], of_raters]])
    inverse = np.linalg.inv(matrix)
    effects = inverse @ np.concatenate([[right_of_mean], right])
    return effects[1:], np.sqrt(residual * np.diag(inverse)[1:])
