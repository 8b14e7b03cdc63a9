"""Many simulated studies in figures: the mean over seeds, and between what 95 % of the studies
lie."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np

from tools.rules_simulation.crowd import CROWDS, draw_study
from tools.rules_simulation.outcomes import RULES, Outcome, outcome

RESULTS = Path(__file__).with_name("results.json")
SEEDS = 200
DIGITS = 6
MEASURES = [field.name for field in fields(Outcome)]


@dataclass(frozen=True)
class Spread:
    """One figure of one set of rules over all seeds."""

    mean: float
    low: float
    high: float


# Crowd → rules → measure.
Summary = dict[str, dict[str, dict[str, Spread]]]


def outcomes_of(crowd: str, seeds: Iterable[int]) -> dict[str, list[Outcome]]:
    """By set of rules the outcome of each seed's study; each study is drawn once for all rules."""
    by_rules: dict[str, list[Outcome]] = {name: [] for name in RULES}
    for seed in seeds:
        study = draw_study(CROWDS[crowd], seed)
        for name, keep in RULES.items():
            by_rules[name].append(outcome(study, keep(study)))
    return by_rules


def summary(seeds: int = SEEDS) -> Summary:
    """Of the seeds from 0."""
    return {
        crowd: {
            name: {measure: _spread(studies, measure) for measure in MEASURES}
            for name, studies in outcomes_of(crowd, range(seeds)).items()
        }
        for crowd in CROWDS
    }


def _spread(studies: list[Outcome], measure: str) -> Spread:
    values = np.array([getattr(study, measure) for study in studies])
    low, high = np.percentile(values, [2.5, 97.5])
    return Spread(*(round(float(value), DIGITS) for value in (values.mean(), low, high)))


def write(figures: Summary) -> None:
    plain = {
        crowd: {
            name: {measure: asdict(spread) for measure, spread in by_measure.items()}
            for name, by_measure in by_rules.items()
        }
        for crowd, by_rules in figures.items()
    }
    RESULTS.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")


def read() -> Summary:
    """As `write` stored it."""
    plain = json.loads(RESULTS.read_text(encoding="utf-8"))
    return {
        crowd: {
            name: {measure: Spread(**spread) for measure, spread in by_measure.items()}
            for name, by_measure in by_rules.items()
        }
        for crowd, by_rules in plain.items()
    }
