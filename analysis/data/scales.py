"""The scales of people and of a judge: whether the scales are the same, and how one declared scale
is mapped onto the other. This module does not import Django."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from analysis.data.facts import Ends, Facts, TwoScales
from analysis.data.frame import Frame
from analysis.data.units import UNIT_DECIMALS
from analysis.statistics.results import Floats

PEOPLE = "people"
Scales = Mapping[str, Ends]  # "people", a judge's name, or "criterion:name" → the scale's ends
REACH = 0.5  # share of the width of people's ratings: how far beyond them a judge's must reach
STRAY = 0.1  # share of a judge's ratings that must be beyond people's
FOOT = 1 / 8  # share of the width of people's ratings: the low end, if it contains all of a judge's
MOST = 0.5  # share of the ratings; above it, they count as most ratings
FEW, POINTS = 20, 5  # number of people's ratings; points of a scale
TOPS = (5, 10, 100)  # highest values of usual scales
ROUNDING = 1e-6


def on_one_scale(frame: Frame, scales: Scales) -> tuple[Frame, dict[tuple[str, str], TwoScales]]:
    """Return the frame with every declared judge's ratings mapped onto people's scale, and the
    pairs of differing scales by (criterion, judge).

    Ends can be given best first: if people's scale is (1, 5) and a judge's is (5, 1), the judge's
    ratings are reversed. Raises ValueError for an unknown name, for a judge's scale without a scale
    of people, and for a rating outside its declared scale.
    """
    _check_names(frame, scales)
    value, facts = frame.value.copy(), dict(frame.facts)
    two_scales: dict[tuple[str, str], TwoScales] = {}
    for criterion in frame.facts.values():
        if criterion.level == "nominal" or criterion.preference or criterion.ranking:
            continue
        mine = frame.criterion.code == frame.criterion.find(criterion.key)
        people = mine & ~frame.judge
        ends = _declared(scales, criterion.key, PEOPLE)
        if ends is not None:
            _check_inside(frame.value[people], ends, PEOPLE, criterion)
            facts[criterion.key] = replace(criterion, low=min(ends), high=max(ends))
        for judge in frame.raters(judge=True):
            rows = mine & frame.by_judge(judge)
            own = _declared(scales, criterion.key, judge)
            if own is not None:
                value[rows] = _mapped(frame.value[rows], own, ends, judge, criterion)
                if ends is not None and own != ends:
                    two_scales[criterion.key, judge] = TwoScales(ends, own, mapped=True)
            elif criterion.low is None and differ(
                np.array(ends) if ends else frame.value[people], frame.value[rows]
            ):
                peoples_ends = ends or _range(frame.value[people])
                two_scales[criterion.key, judge] = TwoScales(
                    peoples_ends, _range(frame.value[rows])
                )
    return replace(frame, value=value, facts=facts), two_scales


def differ(people: Floats, judge: Floats) -> bool:
    """Return whether a judge's ratings seem to use a different scale from people's.

    There are three such cases. First, more than a tenth of the judge's ratings are outside people's
    range, the farthest by at least half of that range. Second, almost all are outside people's
    range and between the steps of their scale. For example, a metric goes from 0 to 1, and people
    rate from 1 to 3. Third, all of them are in the lowest eighth or step of people's range, and
    most of people's ratings are above it.

    Return False if people's or the judge's ratings do not vary. A few ratings need not use the
    whole scale. Few whole or half points therefore also give False if they fit one five-point
    scale or the same usual maximum, ten or a hundred.
    """
    if not len(people) or not len(judge) or np.ptp(people) == 0 or np.ptp(judge) == 0:
        return False
    (low, high), (least, most) = _range(people), _range(judge)
    width, step = high - low, float(np.diff(np.unique(people)).min())
    between = float((_off_steps(judge - low, step / 2)).mean()) > MOST
    if between and (most < low or least > high):
        return True
    if between and most < low + step and float((people >= low + step).mean()) > MOST:
        return True
    if (
        len(people) < FEW
        and _in_half_points(people, judge)
        and (max(most, high) - min(least, low) < POINTS or _under_one_top(people, judge))
    ):
        return False
    stray = float(((judge < low) | (judge > high)).mean())
    if stray > STRAY and max(low - least, most - high) >= REACH * width:
        return True
    foot = low + FOOT * width
    return most <= foot and float((people > foot).mean()) > MOST


def _in_half_points(*sides: Floats) -> bool:
    return not any(_off_steps(side, 0.5).any() for side in sides)


def _under_one_top(people: Floats, judge: Floats) -> bool:
    """Return whether both sides fit the same usual scale up to 10 or 100, but no smaller one."""
    tops = [next((top for top in TOPS if side.max() <= top), 0) for side in (people, judge)]
    return tops[0] == tops[1] > POINTS and min(people.min(), judge.min()) >= 0


def _off_steps(values: Floats, step: float) -> NDArray[np.bool_]:
    return np.asarray(np.abs(values / step - np.round(values / step)) > ROUNDING)


def _range(values: Floats) -> Ends:
    return float(values.min()), float(values.max())


def _declared(scales: Scales, criterion: str, rater: str) -> Ends | None:
    ends = scales.get(f"{criterion}:{rater}", scales.get(rater))
    return None if ends is None else (float(ends[0]), float(ends[1]))


def _mapped(values: Floats, own: Ends, ends: Ends | None, judge: str, criterion: Facts) -> Floats:
    if ends is None:
        raise ValueError(
            f"The scale of {judge} is declared, but the scale of people is not. Declare both, for "
            "example people=1..5."
        )
    _check_inside(values, own, judge, criterion)
    share = (values - own[0]) / (own[1] - own[0])
    return np.asarray(
        np.round(ends[0] + share * (ends[1] - ends[0]), UNIT_DECIMALS), dtype=np.float64
    )


def _check_inside(values: Floats, ends: Ends, rater: str, criterion: Facts) -> None:
    if ends[0] == ends[1]:
        raise ValueError(f"The scale of {rater} has {ends[0]:g} at both ends.")
    outside = values[(values < min(ends)) | (values > max(ends))]
    if len(outside):
        raise ValueError(
            f"{criterion.title}: {rater} gave {outside[0]:g}, outside the declared scale from "
            f"{ends[0]:g} to {ends[1]:g}. Declare the whole scale."
        )


def _check_names(frame: Frame, scales: Scales) -> None:
    raters = (PEOPLE, *frame.raters(judge=True))
    names = {*raters, *(f"{key}:{rater}" for key in frame.facts for rater in raters)}
    unknown = [name for name in scales if name not in names]
    if unknown:
        raise ValueError(
            f"A scale is declared for {unknown[0]}, which is not a rater. Raters are "
            f"{', '.join(raters)}. Write CRITERION:RATER for a single criterion."
        )
