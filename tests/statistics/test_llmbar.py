"""Three judges' raw verdicts on LLMBar's natural pairs give the published counts."""

import pytest
from sklearn.metrics import cohen_kappa_score

from analysis.statistics.gold import GoldComparison, against_gold
from analysis.statistics.pairs import first_position_share, order_consistency
from tests.statistics.shared_data import judge_run

JUDGES = ["GPT-4", "ChatGPT", "Falcon"]


def verdicts(judge: str) -> tuple[list[str], list[str], list[str]]:
    """Gold labels, and the judge's winners with output 1 shown first and with output 2 shown first."""
    rows = judge_run("llmbar_natural", judge, "result.json")
    orders = [
        [next(told[order]["winner"] for told in row["results"] if order in told) for row in rows]
        for order in ("swap = False", "swap = True")
    ]
    return [str(row["label"]) for row in rows], *orders


def published(judge: str) -> dict[str, float]:
    """The file's percentages, "80 / 100 = 80.0%", as shares; its kappas as they stand."""
    figures = judge_run("llmbar_natural", judge, "statistics.json")
    return {
        name: figure if isinstance(figure, float) else float(figure.split()[-1].rstrip("%")) / 100
        for name, figure in figures.items()
    }


def kappa(table) -> float:
    places = [(row, column) for row in range(len(table)) for column in range(len(table))]
    weights = [table[place] for place in places]
    return float(cohen_kappa_score(*zip(*places, strict=True), sample_weight=weights))


def compared(judge: str) -> GoldComparison:
    return against_gold(*verdicts(judge))


@pytest.mark.parametrize("judge", JUDGES)
def test_published_counts(judge):
    result, expected = compared(judge), published(judge)
    assert (result.pairs, result.unread) == (100, 0)
    assert result.in_order == pytest.approx(expected["correct_False"] * 100)
    assert result.in_reverse == pytest.approx(expected["correct_True"] * 100)
    assert result.both == pytest.approx(expected["correct_both"] * 100)
    assert result.accuracy == pytest.approx(expected["correct_average"])
    assert result.order_agreement == pytest.approx(expected["equal"])


@pytest.mark.parametrize("judge", JUDGES)
def test_order_consistency_says_the_same(judge):
    _, plain, turned = verdicts(judge)
    said = [1 if winner == "1" else -1 for winner in plain + turned]
    first = [True] * 100 + [False] * 100
    result = order_consistency([*range(100)] * 2, said, first)
    assert result.across == pytest.approx(published(judge)["equal"])
    assert (result.units, result.within) == (100, None)
    # Every pair was shown both ways, so a share off one half is the position's pull.
    share = first_position_share(said, first)
    to_first = sum(winner == "1" for winner in plain) + sum(winner == "2" for winner in turned)
    assert (share.value, share.n) == (to_first / 200, 200)


def test_weaker_judges_are_pulled_more():
    shares = {}
    for judge in JUDGES:
        _, plain, turned = verdicts(judge)
        said = [1 if winner == "1" else -1 for winner in plain + turned]
        shares[judge] = first_position_share(said, [True] * 100 + [False] * 100)
    # GPT-4's interval holds one half; the others lean to the first position.
    assert shares["GPT-4"].low < 0.5 < shares["GPT-4"].high
    assert [round(shares[judge].value, 3) for judge in JUDGES] == [0.505, 0.605, 0.74]


def test_kappa_with_the_gold_labels_is_not_the_published_one():
    result = compared("GPT-4")
    assert round(kappa(result.table_in_order), 4) == 0.8977
    # The published 0.2678 comes of a gold label that was read as a third class.
    assert published("GPT-4")["kappa_False"] == pytest.approx(0.26776, abs=1e-5)
