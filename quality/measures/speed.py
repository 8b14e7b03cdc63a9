"""Measures of a person's time per HIT, and of changes in this time."""

from collections.abc import Mapping
from functools import lru_cache
from math import exp, isnan

import numpy as np
from django.utils.translation import gettext_lazy as _

from analysis.statistics.results import Floats, quotient
from quality.evidence.arrays import Evidence, Works
from quality.evidence.statistics import difference, share_of_works, thirds
from quality.figures import Figure, share_of
from quality.measures import IN_HITS, Measure

TAIL = 0.025  # probability beyond each end of a 95 % interval
MEDIAN_OF = 3  # least number of HITs for showing quartiles


class ActiveTime(Measure):
    """The median active time per HIT, with its quartiles. The interval is from order statistics
    (Conover 1999, section 3.2)."""

    name = "time"
    title = _("Active time per HIT")
    basis = IN_HITS
    meaning = _(
        "The median active seconds per HIT. If the browser did not record active time, we use "
        "the time from taking the HIT to submitting it."
    )
    unit = "seconds"
    order = 10

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        seconds = evidence.works.seconds
        return {
            person: _median(seconds[evidence.works_of(person)])
            for person in range(len(evidence.people))
        }


def _median(seconds: Floats) -> Figure:
    if not len(seconds):
        return Figure(None, 0)
    low, high = median_interval(seconds)
    quarters = np.percentile(seconds, [25, 75]) if len(seconds) >= MEDIAN_OF else None
    more = {} if quarters is None else {"middle": [round(float(end), 2) for end in quarters]}
    return Figure(float(np.median(seconds)), len(seconds), low, high, more)


def median_interval(values: Floats) -> tuple[float | None, float | None]:
    """Return the order statistics that are the ends of a 95 % interval for the median. An end is
    None if there are too few values."""
    low, high = _ranks(len(values))
    ordered = np.sort(values)
    return (
        float(ordered[low]) if low >= 0 else None,
        float(ordered[high]) if high < len(ordered) else None,
    )


@lru_cache(maxsize=4096)
def _ranks(number: int) -> tuple[int, int]:
    """Return the positions of the interval's two ends among `number` sorted values. They are out of
    range if there are too few values. The result is cached, because many people have the same
    number of HITs."""
    from scipy import special

    below = special.bdtr(np.arange(number + 1), number, 0.5)
    low = int(np.searchsorted(below, TAIL))
    return low - 1, number - low


DEVIATIONS = 3
LEAST_SECONDS = 0.1  # used instead of zero, which has no logarithm
FEWEST = 20  # least number of other people's HITs for a time limit


class FarTooFast(Measure):
    """The share of HITs that took less time than a limit. The logarithm of the limit is the mean of
    other people's log seconds minus three standard deviations. A limit computed without logarithms
    would often be below zero."""

    name = "fast"
    title = _("Speeding")
    basis = IN_HITS
    meaning = _(
        "The share of HITs whose log time is more than three standard deviations below the "
        "mean of other people."
    )
    unit = "share"
    order = 11

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        works = evidence.works
        log = np.log(np.maximum(works.seconds, LEAST_SECONDS))
        bounds = _bounds(log, works, len(evidence.people))
        figures = {}
        for person, bound in enumerate(bounds.tolist()):
            own = log[evidence.works_of(person)]
            if isnan(bound):
                figures[person] = Figure(None, len(own))
            else:
                seconds = round(exp(bound), 2)
                figures[person] = share_of(int((own < bound).sum()), len(own), seconds=seconds)
        return figures


def _bounds(log: Floats, works: Works, people: int) -> Floats:
    """Return the logarithm of the time limit for each person, computed from other people's times.
    It is NaN if other people have too few HITs."""
    person, values = works.person[works.counted], log[works.counted]
    middle = values.mean() if len(values) else 0.0
    # Centre the values first, so that no precision is lost in differences of sums of squares.
    number, total, square = (
        terms.sum() - np.bincount(person, terms, minlength=people)
        for terms in (np.ones(len(values)), values - middle, (values - middle) ** 2)
    )
    mean = quotient(total, number)
    variance = np.maximum(quotient(square - total * mean, number - 1), 0)
    return np.where(number < FEWEST, np.nan, middle + mean - DEVIATIONS * np.sqrt(variance))


class Pace(Measure):
    """The time per HIT in the last third of each sitting divided by the time per HIT in the first
    third. Both are geometric means."""

    name = "pace"
    title = _("Change in time per HIT")
    basis = IN_HITS
    meaning = _(
        "Time per HIT in the last third of each session divided by the time in the first "
        "third. It is usually just below 1, because people get faster."
    )
    unit = "factor"
    order = 51

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        log = np.log(np.maximum(evidence.works.seconds, LEAST_SECONDS))
        figures = {}
        for person in range(len(evidence.people)):
            first, last = thirds(evidence, person)
            number = len(first) + len(last)
            ends = difference(log[last], log[first])
            figures[person] = Figure(None, number)
            if ends is not None:
                value, low, high = (exp(end) for end in ends)
                figures[person] = Figure(value, number, low, high)
        return figures


class Hurried(Measure):
    """The share of HITs that took less than the batch's minimum time. Unlike `FarTooFast`, it does
    not depend on other people's times."""

    name = "hurried"
    title = _("Below the minimum time")
    basis = IN_HITS
    meaning = _(
        "The share of HITs submitted faster than the batch’s minimum time, despite a warning."
    )
    unit = "share"
    order = 12

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        return share_of_works(evidence, evidence.works.counts.get("hurried"))


class Away(Measure):
    """The share of HITs with a text answer in which the person left the browser tab. This measure
    never sets a flag."""

    name = "away"
    title = _("Left the page while writing")
    basis = IN_HITS
    meaning = _(
        "The share of HITs with a text answer in which the person switched to another tab or "
        "window. People see a note that we count this."
    )
    unit = "share"
    order = 71

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        return share_of_works(evidence, evidence.works.counts.get("times_away"))


class Pasting(Measure):
    """The share of HITs with a text answer in which the person pasted text. The pasted text is not
    stored. This measure never sets a flag."""

    name = "pasting"
    title = _("Pasted while writing")
    basis = IN_HITS
    meaning = _(
        "The share of HITs with a text answer in which the person pasted text. People see a "
        "note that we count this. We do not read the pasted text."
    )
    unit = "share"
    order = 70

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        return share_of_works(evidence, evidence.works.counts.get("pastes"))
