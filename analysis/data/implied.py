"""Preferences implied by the scores of two outputs shown side by side: the better score wins."""

from dataclasses import replace

import numpy as np

from analysis.data.facts import PREFERS_A, PREFERS_B, TIE, Facts
from analysis.data.frame import Codes, Frame, Labels

LAST = 2  # the number of positions on a page with two outputs


def implied_preferences(frame: Frame, facts: Facts) -> Frame | None:
    """Return a preference for every pair of scores that one rater gave in one presentation order.
    Equal scores are a tie.

    `frame` contains one scored criterion. Return None if no HIT shows exactly two outputs, no
    position is known, or neither end of the scale is better.
    """
    hits = len(frame.hit.names)
    if facts.best == "none" or not len(frame) or frame.position.max() > LAST:
        return None
    least, most = np.full(hits, np.iinfo(np.intp).max), np.full(hits, -1)
    np.minimum.at(least, frame.hit.code, frame.system.code)
    np.maximum.at(most, frame.hit.code, frame.system.code)
    first = frame.system.code == least[frame.hit.code]
    paired = (frame.position > 0) & (least < most)[frame.hit.code]
    paired &= first | (frame.system.code == most[frame.hit.code])
    key = _keys(frame, first)
    ones, others = np.flatnonzero(paired & first), np.flatnonzero(paired & ~first)
    _both, at_one, at_other = np.intersect1d(
        _numbered(key[ones]), _numbered(key[others]), return_indices=True
    )
    if not len(at_one):
        return None
    a, b = ones[at_one], others[at_other]
    better = np.sign(frame.value[a] - frame.value[b]) * (-1 if facts.best == "lowest" else 1)
    return replace(
        frame.where(a),
        other=Labels(frame.system.code[b], frame.system.names),
        target=Labels(np.zeros(len(a), dtype=np.intp), ("preference",)),
        value=np.select([better > 0, better < 0], [PREFERS_A, PREFERS_B], TIE).astype(float),
        facts={
            facts.key: replace(
                facts, level="nominal", best="none", low=None, high=None, preference=True
            )
        },
    )


def _keys(frame: Frame, first: np.ndarray) -> Codes:
    """Return a number for each combination of HIT, rater and position of the first output."""
    place = np.where(first, frame.position, 3 - frame.position).astype(np.intp)
    return (frame.hit.code * len(frame.rater.names) + frame.rater.code) * 3 + place


def _numbered(keys: Codes) -> Codes:
    """Return unique keys: each key is combined with the number of earlier equal keys. Several
    samples by one rater can thus be paired one by one."""
    order = np.argsort(keys, kind="stable")
    ranked = keys[order]
    starts = np.r_[True, ranked[1:] != ranked[:-1]] if len(keys) else np.zeros(0, dtype=bool)
    begins = np.flatnonzero(starts)
    count = np.empty(len(keys), dtype=np.intp)
    count[order] = np.arange(len(keys)) - np.repeat(begins, np.diff(np.r_[begins, len(keys)]))
    return keys * (len(keys) + 1) + count
