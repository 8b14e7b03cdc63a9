"""Tests that three judges' raw verdicts on LLMBar's natural pairs give the published counts."""

import numpy as np
import pytest

from analysis.statistics.agreement.kappa import nominal_kappa, nominal_terms
from analysis.statistics.preferences.pairs import GoldComparison, against_gold, order_agreement
from tests.analysis.statistics.shared_data import judge_run

JUDGES = ["GPT-4", "ChatGPT", "Falcon"]


def verdicts(judge: str) -> tuple[list[str], list[str], list[str]]:
    """Return the gold labels, and the judge's winners with output 1 and with output 2 first."""
    rows = judge_run("llmbar_natural", judge, "result.json")
    orders = [
        [next(told[order]["winner"] for told in row["results"] if order in told) for row in rows]
        for order in ("swap = False", "swap = True")
    ]
    return [str(row["label"]) for row in rows], *orders


def published(judge: str) -> dict[str, float]:
    """Return the published statistics. Percentages such as "80 / 100 = 80.0%" become shares."""
    figures = judge_run("llmbar_natural", judge, "statistics.json")
    return {
        name: figure if isinstance(figure, float) else float(figure.split()[-1].rstrip("%")) / 100
        for name, figure in figures.items()
    }


def compared(judge: str) -> GoldComparison:
    return against_gold(*verdicts(judge))


@pytest.mark.parametrize("judge", JUDGES)
def test_published_counts(judge):
    result, expected = compared(judge), published(judge)
    assert result.pairs == 100
    assert result.in_order == pytest.approx(expected["correct_False"] * 100)
    assert result.in_reverse == pytest.approx(expected["correct_True"] * 100)
    assert result.both == pytest.approx(expected["correct_both"] * 100)
    assert result.accuracy == pytest.approx(expected["correct_average"])
    assert result.same == pytest.approx(expected["equal"] * 100)


@pytest.mark.parametrize("judge", JUDGES)
def test_order_agreement_says_the_same(judge):
    _, plain, turned = verdicts(judge)
    wins = [1 if winner == "1" else -1 for winner in plain + turned]
    agreement = order_agreement([*range(100)] * 2, wins, [True] * 100 + [False] * 100)
    assert agreement.across.mean() == pytest.approx(published(judge)["equal"])
    assert np.isnan(agreement.within).all()


def test_kappa_with_the_gold_labels_is_not_the_published_one():
    labels, plain, _turned = (np.array(column, float) for column in verdicts("GPT-4"))
    assert round(float(nominal_kappa(nominal_terms(labels, plain).sum(0)[None])[0]), 4) == 0.8977
    # The published 0.2678 comes of a gold label that was read as a third class.
    assert published("GPT-4")["kappa_False"] == pytest.approx(0.26776, abs=1e-5)
