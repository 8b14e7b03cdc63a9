"""How many annotators it takes, against the formula that it turns round."""

import numpy as np
import pytest

from analysis.statistics.icc import spearman_brown
from analysis.statistics.raters_needed import raters_needed


def test_it_is_spearman_brown_turned_round():
    assert raters_needed(0.5, 0.9) == pytest.approx(9)
    assert float(spearman_brown(0.31, raters_needed(0.31, 0.8))) == pytest.approx(0.8)
    assert raters_needed(0, 0.8) == np.inf
