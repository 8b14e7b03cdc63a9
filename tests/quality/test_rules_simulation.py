"""What rules buy, in a simulation with known truth: the same from the same seeds, and gold with
content buys what instructional checks do not."""

import re

import numpy as np
import pytest

from tools.rules_simulation import crowd, page
from tools.rules_simulation.crowd import CROWDS, draw_study
from tools.rules_simulation.outcomes import RULES, outcome
from tools.rules_simulation.summary import DIGITS, outcomes_of, read

STUDIES = 12
AGAIN = "Run: python -m tools.rules_simulation"


def test_the_page_is_what_the_stored_run_gives():
    figures, text = read(), page.PAGE.read_text(encoding="utf-8")
    assert text == page.page(text, figures), AGAIN
    drawn, again = (page.DOCS / page.FIGURE).read_bytes(), page.figure(figures).svg
    described = [re.search(rb"<desc.*?</desc>", svg, re.DOTALL)[0] for svg in (drawn, again)]
    assert described[0] == described[1], AGAIN


def test_every_output_goes_to_three_people_and_to_nobody_twice():
    study = draw_study(CROWDS["usual crowd"], 3)
    assert np.bincount(study.outputs.ravel()).tolist() == [3] * len(study.truth)
    assert all(len(set(mine)) == crowd.HITS for mine in study.outputs.tolist())
    assert {kind: int((study.kinds == kind).sum()) for kind in crowd.KINDS} == CROWDS["usual crowd"]


def test_the_same_seed_gives_the_same_study_and_another_does_not():
    first, again, other = (draw_study(CROWDS["usual crowd"], seed) for seed in (5, 5, 6))
    assert np.array_equal(first.ratings, again.ratings)
    assert not np.array_equal(first.ratings, other.ratings)


def test_true_scores_alone_have_no_error():
    study = draw_study({"good": crowd.PEOPLE}, 1)
    perfect = crowd.Study(
        **vars(study) | {"ratings": study.truth[study.outputs]},
    )
    result = outcome(perfect, RULES["no rules"](perfect))
    assert [round(each, 9) for each in (result.error, result.tau, result.alpha)] == [0, 1, 1]


@pytest.fixture(scope="module")
def few() -> dict[str, dict[str, dict[str, float]]]:
    """The means of a few studies."""
    return {
        name: {
            rules: {
                measure: float(np.mean([getattr(study, measure) for study in studies]))
                for measure in ("error", "tau", "alpha", "answers", "good")
            }
            for rules, studies in outcomes_of(name, range(STUDIES)).items()
        }
        for name in CROWDS
    }


def test_a_few_studies_agree_with_the_stored_many(few):
    stored = read()
    for name, by_rules in few.items():
        for rules, means in by_rules.items():
            for measure, mean in means.items():
                spread = stored[name][rules][measure]
                assert spread.low <= round(mean, DIGITS) <= spread.high, (name, rules, measure)


def test_gold_brings_back_what_instructional_checks_do_not(few):
    agents = few["many agents"]
    lost = {
        rules: means["error"] - agents["only good people"]["error"]
        for rules, means in agents.items()
    }
    assert lost["2 gold failed"] < 0.4 * lost["no rules"]
    assert lost["2 instructional checks failed"] > 0.7 * lost["no rules"]
    assert agents["2 gold failed"]["alpha"] > 2 * agents["no rules"]["alpha"]
    assert agents["2 gold failed"]["good"] > 0.98
    assert few["usual crowd"]["retests surely below 40 %"]["good"] < 0.99
