"""Cohen's kappa from weighted sums. A bootstrap can therefore do without tables of counts, and
without the full scale."""

import numpy as np

from analysis.statistics.results import Floats, quotient

ROUNDING = 1e-12


def quadratic_terms(first: Floats, second: Floats, centre: float) -> Floats:
    """Return six columns (N, 6), whose sums are the input of `quadratic_kappa`. A `centre` close to
    the values avoids cancellation."""
    x, y = first - centre, second - centre
    return np.stack([np.ones_like(x), x, y, x**2, y**2, x * y], axis=1)


def quadratic_kappa(sums: Floats) -> Floats:
    """Return Cohen's kappa (draws,) with quadratic weights from the sums (draws, 6) of
    `quadratic_terms`.

    Kappa is 1 - E(x - y)^2 / (var x + var y + (mean x - mean y)^2), with variances divided by n. It
    equals kappa from the table of counts (Fleiss and Cohen 1973), and Lin's concordance correlation
    (Lin 1989). The result is NaN if nothing varies.
    """
    total = sums[:, 0]
    mean_x, mean_y, square_x, square_y, product = (
        quotient(sums[:, column], total) for column in range(1, 6)
    )
    observed = square_x + square_y - 2 * product
    expected = square_x + square_y - 2 * mean_x * mean_y
    return 1 - quotient(
        observed, np.where(expected > ROUNDING * (square_x + square_y), expected, 0)
    )


def nominal_terms(first: Floats, second: Floats) -> Floats:
    """Return columns (N, 1 + 2 K), whose sums are the input of `nominal_kappa`. The first column is
    1 if the two labels are equal. The others are K columns for each side's label."""
    labels, code = np.unique(np.concatenate([first, second]), return_inverse=True)
    one_hot = np.eye(len(labels))[code]
    return np.hstack(
        [(first == second)[:, None].astype(float), one_hot[: len(first)], one_hot[len(first) :]]
    )


def nominal_kappa(sums: Floats) -> Floats:
    """Return Cohen's unweighted kappa (draws,) from sums (draws, 1 + 2 K) of `nominal_terms`.

    Source: Cohen 1960. The result is NaN if both sides used only one label and it was the same
    label.
    """
    count = (sums.shape[1] - 1) // 2
    first, second = sums[:, 1 : 1 + count], sums[:, 1 + count :]
    total = first.sum(1)
    expected = quotient((first * second).sum(1), total**2)
    return quotient(quotient(sums[:, 0], total) - expected, 1 - expected, least=ROUNDING)
