"""Ratings for calibration tools. They have a row for each output that a judge rated, with people's
label (if people rated the output) and the probability that people rate it."""

import csv
import io
from collections.abc import Iterator, Sequence

import numpy as np

from analysis.comparison.results import Comparison
from analysis.comparison.systems.corrected import by_output, chosen_by, options, share_of, strata_of
from analysis.data.frame import Frame
from analysis.data.scales import on_one_scale
from analysis.data.units import Units, make_units
from analysis.statistics.results import Floats
from core.tabular.formulas import guarded

COLUMNS = (
    *("criterion", "judge", "item", "system", "system_b", "target", "option", "stratum"),
    *("propensity", "label", "judge_score"),
)


def calibration_csv(comparison: Comparison, frame: Frame) -> str:
    """Return a CSV file with the ratings behind all corrected statistics, or "" if there are none.

    A label is people's mean. For a preference, 1 means that all people prefer the output of
    `system`, and 0 that all prefer the output of `system_b`. For a criterion without means, the
    label is the share of people who chose `option`.
    """
    selected = on_one_scale(frame, comparison.settings.scales)[0]
    text = io.StringIO()
    writer = csv.writer(text)
    for criterion in comparison.criteria:
        judges = [judge for judge, result in criterion.corrected.items() if result.figures]
        if judges:
            units = make_units(selected.of_criterion(criterion.facts.key), criterion.facts)
            writer.writerows(row for judge in judges for row in _rows(units, judge))
    return f"{','.join(COLUMNS)}\r\n{text.getvalue()}" if text.getvalue() else ""


def _rows(units: Units, judge: str) -> Iterator[Sequence[object]]:
    merged, stratum = by_output(units), strata_of(units)[units.item]
    for option, human, machine in _scores(units, judge):
        label, score = merged(human), merged(machine)
        judged = np.flatnonzero(~np.isnan(score))
        rated = ~np.isnan(label[judged])
        frame, rows = units.frame, units.row[judged]
        outputs = stratum[judged] * len(frame.system.names) + frame.system.code[rows]
        outputs = outputs * len(frame.other.names) + frame.other.code[rows]
        _groups, group = np.unique(outputs, return_inverse=True)
        share = np.bincount(group, rated) / np.bincount(group)
        for place, unit in enumerate(judged.tolist()):
            row = units.row[unit]
            columns = (frame.item, frame.system, frame.other, frame.target)
            names = [guarded(column.names[column.code[row]]) for column in columns]
            yield (
                units.facts.key,
                guarded(judge),
                *names,
                guarded(option),
                stratum[unit],
                share[group[place]],
                label[unit] if rated[place] else "",
                score[unit],
            )


def _scores(units: Units, judge: str) -> Iterator[tuple[str, Floats, Floats]]:
    """Yield each option, or "" for a criterion with means, with people's and the judge's scores."""
    human, machine = units.people_means(), units.of_judge(judge)
    if units.facts.preference:
        human, machine = (1 + human) / 2, (1 + machine) / 2
    chosen = options(units)
    if not chosen:
        yield "", human, machine
    for option in chosen:
        yield units.facts.label_of(option), share_of(units, option), chosen_by(machine, option)
