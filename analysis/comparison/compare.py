"""Comparison of people and judges on each criterion, from the tidy frame and without Django."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version

import numpy as np

from analysis.comparison.among_people import agreement
from analysis.comparison.catalogue import NO_JUDGE, NO_MEAN, NO_OVERLAP, NO_RATINGS, ONE_RATING
from analysis.comparison.closeness import LeftOutPerson, LeftOutRows, against_people, figures
from analysis.comparison.covariates.effects import effects
from analysis.comparison.judged import (
    annotator_test,
    commonest,
    confusion,
    disagreements,
    order_of_outputs,
    overall_tests,
)
from analysis.comparison.marks import mark_figures
from analysis.comparison.metrics import metric_results
from analysis.comparison.person_tests import person_test, with_verdicts
from analysis.comparison.preferences import Verdicts, gold, orders, system_preferences, verdicts_of
from analysis.comparison.recipes import recipe_figures
from analysis.comparison.replicates import Replicates
from analysis.comparison.result_parts import Orders, SystemResult
from analysis.comparison.results import (
    VERSION,
    Comparison,
    ComparisonSettings,
    CriterionResult,
    JudgeResult,
    PeopleResult,
)
from analysis.comparison.rivals import judge_pairs
from analysis.comparison.systems.asked import Asked, times_asked
from analysis.comparison.systems.corrected import corrected_by_judge
from analysis.comparison.systems.means import option_shares, system_means
from analysis.comparison.systems.meetings import system_meetings
from analysis.comparison.systems.paired_tests import tests_between_systems
from analysis.comparison.systems.strengths import criterion_strengths
from analysis.comparison.withheld import on_two_scales
from analysis.data.facts import Facts, MarkedSection, TwoScales
from analysis.data.frame import Codes, Frame
from analysis.data.implied import implied_preferences
from analysis.data.metrics import MetricValues
from analysis.data.scales import on_one_scale
from analysis.data.units import Units, left_out_groups, make_units
from analysis.statistics.estimates import Estimate
from analysis.statistics.results import Floats

Progress = Callable[[float], None]


def compare(
    frame: Frame,
    settings: ComparisonSettings | None = None,
    *,
    judges: Sequence[str] | None = None,
    missing: Mapping[str, int] | None = None,
    metrics: Sequence[MetricValues] = (),
    unseen: Mapping[str, tuple[str, ...]] | None = None,
    marks: Sequence[MarkedSection] = (),
    progress: Progress | None = None,
) -> Comparison:
    """Compare every judge of `frame` (or every judge in `judges`) with people on each criterion.

    `missing` counts the requested but missing ratings by rater, and `unseen` has the fields that
    judges did not see; the result includes both. `metrics` are compared with people, and the
    `marks` of all raters are compared with each other. `progress` is called with the finished
    share, from 0 to 1. Raises ValueError if `frame` does not have a judge in `judges`, or if
    declared scales do not fit the ratings.
    """
    chosen = settings or ComparisonSettings()
    selected, two_scales = on_one_scale(_with_judges(frame, judges), chosen.scales)
    names = selected.raters(judge=True) if judges is None else tuple(dict.fromkeys(judges))
    report_progress = progress or (lambda _share: None)
    results = []
    for number, facts in enumerate(selected.facts.values()):
        part = selected.of_criterion(facts.key)
        openings = times_asked(selected, facts)
        results.append(compare_criterion(part, facts, names, chosen, two_scales, metrics, openings))
        report_progress((number + 1) / (len(selected.facts) + 1))
    overall = overall_tests(selected, names, chosen, two_scales)
    report_progress(1.0)
    return Comparison(
        settings=chosen,
        ratings=len(selected),
        people=len(selected.raters(judge=False)),
        judges=names,
        items=len(np.unique(selected.item.code)),
        systems=tuple(sorted({system.system for result in results for system in result.by_system})),
        criteria=with_verdicts(results, chosen),
        overall=overall,
        missing=dict(missing or {}),
        versions={
            "rateroom-figures": str(VERSION),
            "numpy": version("numpy"),
            "scipy": version("scipy"),
        },
        recipes=recipe_figures(selected, names, chosen),
        unseen={name: fields for name, fields in (unseen or {}).items() if name in names},
        marks=tuple(mark_figures(marks, names, draws=chosen.draws, seed=chosen.seed)),
    )


def _with_judges(frame: Frame, judges: Sequence[str] | None) -> Frame:
    if judges is None:
        return frame
    present = frame.raters(judge=True)
    unknown = [name for name in judges if name not in present]
    if unknown:
        raise ValueError(
            f"There is no judge {unknown[0]}. The judges are {', '.join(present) or 'none'}."
        )
    codes = [frame.rater.find(name) for name in judges]
    return frame.where(~frame.judge | np.isin(frame.rater.code, codes))


def compare_criterion(
    frame: Frame,
    facts: Facts,
    judges: Sequence[str],
    settings: ComparisonSettings,
    two_scales: Mapping[tuple[str, str], TwoScales] | None = None,
    metrics: Sequence[MetricValues] = (),
    openings: Asked | None = None,
) -> CriterionResult:
    """Compare people and judges on one criterion; `frame` contains only ratings of this criterion.
    `two_scales` has the judges' scales that differ from people's, by (criterion, judge). `openings`
    has, by rater, the number of answers that opened the criterion's section and the number that
    could have opened it."""
    units = make_units(frame, facts)
    replicates = _replicates(units, settings)
    groups = _verdicts(units, judges) if facts.preference else None
    order_effects = _orders(units, replicates, groups, judges, settings)
    people, rows = _people(units, replicates, settings, order_effects)
    judge_results = tuple(
        on_two_scales(
            replace(
                _judge(name, units, rows, replicates, settings, groups, order_effects),
                effects=effects(units, name, replicates, settings.makers),
            ),
            (two_scales or {}).get((facts.key, name)),
        )
        for name in judges
    )
    by_system = _by_system(units, replicates, groups)
    return CriterionResult(
        facts=facts,
        items=units.items,
        systems=len(by_system),
        hits=len(np.unique(frame.hit.code)),
        units=len(units),
        ratings=len(frame),
        resampled=replicates.resampled,
        why_not=replicates.why_not,
        people=people,
        judges=judge_results,
        by_system=by_system,
        judge_pairs=judge_pairs(units, judges, replicates, settings),
        strengths=criterion_strengths(units, groups, judges, settings),
        system_tests=tests_between_systems(units, by_system, groups, judges, openings or {}),
        options=option_shares(units, replicates, judges),
        meetings=system_meetings(units, replicates, groups, judges, openings or {}),
        openings=dict(openings or {}),
        corrected=corrected_by_judge(units, judges, openings or {}),
        metrics=metric_results(units, metrics, replicates, settings),
    )


def judges_alone(
    frame: Frame,
    facts: Facts,
    settings: ComparisonSettings,
    two_scales: Mapping[tuple[str, str], TwoScales],
) -> tuple[JudgeResult, ...]:
    """Return, for each judge in `frame`, the statistics that compare the judge with people on the
    frame's only criterion."""
    units = make_units(frame, facts)
    replicates = _replicates(units, settings)
    _people_alone, rows = _people(units, replicates, settings, {})
    return tuple(
        on_two_scales(
            _figures_of(name, units, rows.rows(units.of_judge(name)), replicates, settings),
            two_scales.get((facts.key, name)),
        )
        for name in frame.raters(judge=True)
    )


def _replicates(units: Units, settings: ComparisonSettings) -> Replicates:
    return Replicates.make(
        units.items,
        len(units.systems),
        draws=settings.draws,
        seed=settings.seed,
        drawn=settings.systems == "drawn",
        pairs=units.facts.preference,
    )


def _verdicts(units: Units, judges: Sequence[str]) -> dict[str | None, Verdicts]:
    return {name: verdicts_of(units, name) for name in (None, *judges)}


def _orders(
    units: Units,
    replicates: Replicates,
    groups: Mapping[str | None, Verdicts] | None,
    judges: Sequence[str],
    settings: ComparisonSettings,
) -> Mapping[str | None, Orders]:
    """Return the effects of presentation order: each judge's by the judge's name, and people's
    under None. Scores of two outputs that were shown together are read as preferences. The result
    is empty if the scores imply no preferences."""
    if groups is None:
        preferences = implied_preferences(units.frame, units.facts)
        if preferences is None:
            return {}
        pairs = make_units(preferences, preferences.facts[units.facts.key])
        replicates = Replicates.make(
            pairs.items, len(pairs.systems), draws=settings.draws, seed=settings.seed, pairs=True
        )
        groups = _verdicts(pairs, judges)
    return {
        name: orders(verdicts, replicates, NO_RATINGS if name is None else NO_JUDGE)
        for name, verdicts in groups.items()
    }


def _by_system(
    units: Units, replicates: Replicates, groups: Mapping[str | None, Verdicts] | None
) -> tuple[SystemResult, ...]:
    if groups is not None:
        return system_preferences(units, groups, replicates)
    return () if units.facts.level == "nominal" else system_means(units, replicates)


def _people(
    units: Units,
    replicates: Replicates,
    settings: ComparisonSettings,
    order_effects: Mapping[str | None, Orders],
) -> tuple[PeopleResult, LeftOutRows]:
    ratings, names, leave_out = left_out_groups(units, settings.seed)
    counts = np.bincount(units.people.unit, minlength=len(units))
    result = PeopleResult(
        raters=len(units.raters),
        ratings=len(units.people.unit),
        units=int((counts > 0).sum()),
        several=int((counts > 1).sum()),
        mean=_mean(
            units, replicates, units.cell[units.people.unit], units.people.value, NO_RATINGS
        ),
        agreement=agreement(units, replicates),
        leave_out=leave_out,
        repeats=units.repeats,
        orders=order_effects.get(None),
    )
    return result, LeftOutRows(units, ratings, names, replicates, settings)


def _judge(
    name: str,
    units: Units,
    rows: LeftOutRows,
    replicates: Replicates,
    settings: ComparisonSettings,
    groups: Mapping[str | None, Verdicts] | None,
    order_effects: Mapping[str | None, Orders],
) -> JudgeResult:
    values = units.of_judge(name)
    nominal = units.facts.level == "nominal"
    left_out = rows.rows(values)
    result = _figures_of(name, units, left_out, replicates, settings)
    why_not = _why_no_human(units, result.shared)
    return replace(
        result,
        person_test=person_test(left_out, replicates, units.facts.level, settings, why_not),
        annotator_test=annotator_test(
            units.sparse(), values, units.cell, replicates, nominal=nominal, settings=settings
        ),
        commonest=commonest(units, name),
        confusion=confusion(units, name),
        disagreements=disagreements(units, values, settings.disagreements),
        pairwise=None if nominal else order_of_outputs(units, values, replicates, settings),
        orders=order_effects.get(name),
        gold=gold(groups[name], groups[None], len(units), replicates)
        if groups is not None
        else None,
    )


def _figures_of(
    name: str,
    units: Units,
    left_out: list[LeftOutPerson],
    replicates: Replicates,
    settings: ComparisonSettings,
) -> JudgeResult:
    """Return a judge's statistics compared with people, without tests, confusion matrix and
    disagreements."""
    values = units.of_judge(name)
    judged = ~np.isnan(values)
    rated = ~np.isnan(units.people_means())
    direct = against_people(units, values, replicates, settings)
    why_not = _why_no_human(units, direct.units)
    return JudgeResult(
        judge=name,
        units=int(judged.sum()),
        shared=direct.units,
        coverage=float(judged[rated].mean()) if rated.any() else 0.0,
        ratings=int(units.frame.by_judge(name).sum()),
        mean=_mean(units, replicates, units.cell[judged], values[judged], NO_JUDGE),
        figures=figures(direct, left_out, replicates, units.facts, why_not),
        used=direct.used,
        constant=direct.constant,
    )


def _mean(
    units: Units, replicates: Replicates, cell: Codes, values: Floats, empty: str
) -> Estimate:
    if units.facts.level == "nominal":
        return Estimate(None, len(values), reason=NO_MEAN)
    return replicates.mean(cell, values, reason=empty, bounds=units.facts.ends)


def _why_no_human(units: Units, shared: int) -> str:
    if not shared:
        return NO_OVERLAP
    counts = np.bincount(units.people.unit)
    return (
        ONE_RATING
        if counts.max(initial=0) <= 1
        else "not estimable: no annotator shares two units with another"
    )
