"""Tests of the gate with simulated judges: the false alarm rate of unchanged judges, and the power
to detect drift or lower agreement."""

from collections.abc import Mapping

import numpy as np
import pytest

from analysis.data.frame import Frame
from analysis.gate.checking import check_agreement, check_drift, columns_of
from analysis.gate.limits import Limits
from analysis.statistics.drift import paired_drift
from tests.analysis.frames import frame_of, scored

SAMPLE, WHOLE = 40, 1000
CRITERIA = ("c", "d")
LIMITS = Limits()
MARGIN = 0.1


def rounded(values) -> list[float]:
    return np.clip(np.round(values), 1, 5).tolist()


class Study:
    """Ratings of two outputs per item on two criteria: true values, three people, and a judge as
    noisy as a person. The judge rates all items or other items."""

    def __init__(self, seed: int, items: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.items = items
        self.truth = {
            key: np.repeat(self.chance.normal(3, 0.8, items), 2)
            + self.chance.normal(0, 0.8, 2 * items)
            for key in CRITERIA
        }

    def rating(
        self, key: str, noise: float = 0.6, shift: float = 0.0, *, ends: bool = True
    ) -> list[float]:
        values = self.truth[key] + shift + self.chance.normal(0, noise, 2 * self.items)
        return rounded(values) if ends else values.tolist()

    def frame(self, ratings: Mapping[str, Mapping[str, list]], prefix: str = "") -> Frame:
        lines = [
            line for key in CRITERIA for line in scored(ratings[key], systems=2, criterion=key)
        ]
        return frame_of(*(prefix + line for line in lines))

    def passes(self, shift: float, *, noise: float = 0.6, prefix: str = "") -> Frame:
        ratings = {key: {"j": self.rating(key, noise, shift)} for key in CRITERIA}
        return self.frame(ratings, prefix)


def drift_p(before: Frame, after: Frame):
    return check_drift(columns_of(before.facts.values(), before, after, ({}, {})), LIMITS)


def facts_of(frame: Frame):
    return [frame.facts[key] for key in CRITERIA]


def gate(seed: int, items: int, shift: float = 0.0, noise: float = 0.6):
    """Return the results of both tests on one study, and whether either test refuses the judge."""
    study = Study(seed, items)
    drift = drift_p(study.passes(0), study.passes(shift, noise=noise))
    ratings = {
        key: {f"p{each}": study.rating(key) for each in range(3)}
        | {"j": study.rating(key, noise, shift)}
        for key in CRITERIA
    }
    frame = study.frame(ratings)
    agreement = check_agreement(facts_of(frame), frame, "j", MARGIN, LIMITS)
    each = LIMITS.alpha_each
    below = [one for one in agreement if one.p is not None and one.p <= each / len(CRITERIA)]
    return drift, agreement, drift.p <= each or bool(below)


def margin_of_error(share: float, studies: int) -> float:
    return 2.6 * (share * (1 - share) / studies) ** 0.5


def false_alarms(studies: int) -> None:
    refused = [gate(seed, 40)[2] for seed in range(studies)]
    assert np.mean(refused) <= LIMITS.alpha + margin_of_error(LIMITS.alpha, studies)


def others_false_alarms(studies: int) -> None:
    found = [
        drift_p(Study(seed, 30).passes(0), Study(2 * seed, 40).passes(0, prefix="other-")).p
        for seed in range(100_000, 100_000 + studies)
    ]
    share = np.mean(np.array(found) <= LIMITS.alpha_each)
    assert share <= LIMITS.alpha_each + margin_of_error(LIMITS.alpha_each, studies)


def drift_power(studies: int) -> None:
    """The stated power is reached if scores move by the stated part of their standard deviation.
    The scale has no ends here, because scores at an end would move less."""
    stated, found = [], []
    for seed in range(studies):
        study = Study(seed, 60)
        passes = [{key: {"j": study.rating(key, ends=False)} for key in CRITERIA} for _ in range(2)]
        before = study.frame(passes[0])
        moved = LIMITS.shift * float(np.std(before.of_criterion("c").value))
        passes[1]["c"]["j"] = [value + moved for value in passes[1]["c"]["j"]]
        drift = drift_p(before, study.frame(passes[1]))
        stated.append(drift.power)
        found.append(drift.p <= LIMITS.alpha_each)
    assert np.mean(stated) > LIMITS.power
    assert np.mean(found) >= LIMITS.power - margin_of_error(LIMITS.power, studies)


def agreement_power(studies: int) -> None:
    """The stated power is reached if agreement is below the bound by the stated distance."""
    stated, found, differences = [], [], []
    for seed in range(studies):
        study = Study(seed, 220)
        ratings = {
            key: {f"p{each}": study.rating(key) for each in range(3)}
            | {"j": study.rating(key, 1.28)}
            for key in CRITERIA
        }
        frame = study.frame(ratings)
        (one, _other) = check_agreement(facts_of(frame), frame, "j", MARGIN, LIMITS)
        differences.append(one.difference.value)
        stated.append(one.power)
        found.append(one.p <= LIMITS.alpha_each / len(CRITERIA))
    assert np.mean(differences) == pytest.approx(-MARGIN - LIMITS.distance, abs=0.02)
    assert np.mean(stated) > LIMITS.power
    assert np.mean(found) >= LIMITS.power - margin_of_error(LIMITS.power, studies)


def test_identical_scores_and_sparse_ones_make_no_alarm():
    """Five of forty items change, all in one direction. A t test would give p = 0.02, but the sign
    test gives 1/16."""
    same = np.zeros((40, 2))
    assert paired_drift(same, np.ones((40, 2)), 0.05, 1).p == 1
    few = same.copy()
    few[:5, 0] = 1
    assert paired_drift(few, np.ones((40, 2)), 0.05, 1).p == pytest.approx(1 / 16, abs=0.02)


TRIALS = [false_alarms, others_false_alarms, drift_power, agreement_power]


@pytest.mark.slow
@pytest.mark.parametrize("trial", TRIALS)
def test_a_sample_of_simulated_judges(trial):
    trial(SAMPLE)


@pytest.mark.long
@pytest.mark.parametrize("trial", TRIALS)
def test_many_simulated_judges(trial):
    trial(WHOLE)
