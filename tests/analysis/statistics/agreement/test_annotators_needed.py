"""How many annotators it takes, against the formula that it turns round."""

import numpy as np
import pytest

from analysis.statistics.agreement.annotators_needed import annotators_needed
from analysis.statistics.agreement.icc import spearman_brown


def test_it_is_spearman_brown_turned_round():
    assert annotators_needed(0.5, 0.9) == pytest.approx(9)
    assert float(spearman_brown(0.31, annotators_needed(0.31, 0.8))) == pytest.approx(0.8)
    assert annotators_needed(0, 0.8) == np.inf
