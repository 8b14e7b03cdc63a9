"""Assumptions about annotators, estimated from the ratings of a pilot or chosen from a list."""

from functools import partial

import numpy as np
from scipy import stats

from analysis.data.facts import Facts
from analysis.data.frame import Codes
from analysis.data.units import Units
from analysis.power.design import Effects, cuts_of, observed_in_ranks, turned_round
from analysis.power.wishes import AGREEMENT
from analysis.statistics.results import Floats

MOST_VALUES = 101  # values; a scale with more counts as continuous
WIDEST = 1.5  # standard deviations: the outermost cut points if there are no ratings
TIES = 0.2
FEWEST_PAIRS = 30  # pairs of ratings of one output; with fewer, effects are not estimated
# the item's share of the agreement, and the person's share of the rest
OF_ITEM, OF_PERSON = 0.5, 0.2


def assumed_effects(facts: Facts, agreement: str, *, per_page: int = 2) -> Effects:
    """Return the effects for an assumed agreement (a key of `AGREEMENT`). The frequencies of the
    values are roughly those of a normal variable between equally spaced cut points."""
    correlation = AGREEMENT[agreement]
    if facts.ranking:
        own = turned_round(partial(observed_in_ranks, per_page), correlation)
        return _of_difference(own)
    if facts.preference:
        return _of_verdicts(np.array([(1 - TIES) / 2, TIES, (1 - TIES) / 2]), correlation)
    low, high = facts.ends
    blank = Effects(0, 0, 0, 0, 1)
    if facts.level != "interval" and np.isfinite(high - low) and high - low < MOST_VALUES:
        values = np.arange(low, high + 1)
        cuts = np.linspace(-WIDEST, WIDEST, len(values) - 1) if len(values) > 2 else np.zeros(1)
        blank = Effects(0, 0, 0, 0, 1, tuple(cuts.tolist()), tuple(values.tolist()))
    elif np.isfinite(high - low):
        blank = Effects(0, 0, 0, 0, 1, mean=(low + high) / 2, spread=(high - low) / 5)
    shared = blank.latent(correlation)
    apart = 1 - shared
    return _with_shares(blank, OF_ITEM * shared, (1 - OF_ITEM) * shared, OF_PERSON * apart, 0.0)


def estimated_effects(units: Units, *, per_page: int = 2) -> Effects | None:
    """Return the effects estimated from people's ratings. Each system's mean is subtracted first.
    The shares of variance are then estimated from products of pairs of ratings that share an
    output, an item, a person, or an item and a person. Negative shares become 0. Return None if
    fewer than `FEWEST_PAIRS` pairs share an output, or if all ratings are equal."""
    facts, people = units.facts, units.people
    cell = units.cell[people.unit]
    system = _pair_of(units)[people.unit] if facts.preference else cell % len(units.systems)
    seen = np.bincount(system)
    deviation = people.value - (np.bincount(system, people.value) / np.maximum(seen, 1))[system]
    variance = float((deviation**2).mean()) if len(deviation) else 0.0
    raters = max(1, len(units.raters))
    item = units.item[people.unit]
    unit = _products(people.unit, deviation)
    if variance <= 0 or unit[1] < 2 * FEWEST_PAIRS:
        return None
    own = _ratio(unit) / variance
    if facts.ranking:
        return _of_difference(turned_round(partial(observed_in_ranks, per_page), own))
    values, counts = np.unique(people.value, return_counts=True)
    if facts.preference:
        shares = np.array([(people.value == side).mean() for side in (-1, 0, 1)])
        shares[[0, 2]] = shares[[0, 2]].mean()  # as if both systems were equal
        return _of_verdicts(shares, own)
    both = _products(item * raters + people.rater, deviation)
    items = _products(item, deviation) - unit - both
    persons = _products(people.rater, deviation) - both
    if facts.level == "interval" or len(values) > MOST_VALUES:
        blank = Effects(0, 0, 0, 0, 1, mean=float(people.value.mean()), spread=variance**0.5)
    else:
        cuts = cuts_of(counts / counts.sum())
        blank = Effects(0, 0, 0, 0, 1, cuts, tuple(values.tolist()))
    output, of_item, of_person, of_both = (
        blank.latent(max(0.0, shared / variance))
        for shared in (own * variance, _ratio(items), _ratio(persons), _ratio(both))
    )
    of_item = min(of_item, output)
    together = max(0.0, of_both - of_item - of_person)
    if together < 2 / np.sqrt(max(both[1] / 2, 1)):  # can be chance with this many pairs
        together = 0.0
    return _with_shares(blank, of_item, output - of_item, of_person, together)


def _with_shares(
    blank: Effects, item: float, own: float, person: float, person_item: float
) -> Effects:
    """Return effects with these shares of variance. The shares of the person are reduced if nothing
    would remain for the residual."""
    most = max(0.0, 0.995 - item - own)
    scale = min(1.0, most / max(person + person_item, 1e-9))
    person, person_item = person * scale, person_item * scale
    rest = 1 - item - own - person - person_item
    return Effects(item, own, person, person_item, rest, *_of_scale(blank))


def _of_scale(effects: Effects) -> tuple[tuple[float, ...], tuple[float, ...], float, float]:
    return effects.cuts, effects.values, effects.mean, effects.spread


def _of_difference(own: float) -> Effects:
    return Effects(0, own, 0, 0, 1 - own)


def _of_verdicts(shares: Floats, correlation: float) -> Effects:
    """Return the effects for preferences, from the shares of verdicts for b, of ties, and for a."""
    ties = min(max(float(shares[1]), 1e-9), 0.999)
    cut = float(stats.norm.ppf((1 + ties) / 2))
    blank = Effects(0, 0, 0, 0, 1, (-cut, cut), (-1.0, 0.0, 1.0))
    return _with_shares(blank, 0, blank.latent(max(0.0, correlation)), 0, 0)


def _pair_of(units: Units) -> Codes:
    frame = units.frame
    code = frame.system.code[units.row] * len(frame.other.names) + frame.other.code[units.row]
    return np.unique(code, return_inverse=True)[1]


def _products(group: Codes, values: Floats) -> Floats:
    """Return the sum of products of all ordered pairs within a group, and the number of pairs."""
    _groups, place, counts = np.unique(group, return_inverse=True, return_counts=True)
    sums = np.bincount(place, values)
    return np.array([(sums**2).sum() - (values**2).sum(), float((counts * (counts - 1)).sum())])


def _ratio(products: Floats) -> float:
    return float(products[0] / products[1]) if products[1] > 0 else 0.0
