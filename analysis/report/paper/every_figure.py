"""Every statistic of a comparison as a line of CSV, with value, interval and n, or a reason."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from analysis.comparison.catalogue import AMONG_PEOPLE, NO_PAIR, STATISTICS, full_title
from analysis.comparison.covariates.catalogue import COVARIATES
from analysis.comparison.coverage import approximate
from analysis.comparison.result_parts import (
    Corrected,
    MetricResult,
    Orders,
    Strengths,
    SystemResult,
    SystemTests,
)
from analysis.comparison.results import (
    AlternativeAnnotator,
    Comparison,
    CriterionResult,
    JudgePair,
    JudgeResult,
    PersonTest,
)
from analysis.report.paper.judges import HUMAN
from analysis.statistics.estimates import Estimate
from core.tabular.formulas import guarded

CSV_HEAD = (
    *("criterion", "level_of_measurement", "rater", "statistic", "computed", "value", "low_95"),
    *("high_95", "interval", "n", "n_of", "resampled", "verdict", "not_estimable"),
)
Title = Callable[[str], str]  # returns a statistic's title for its key in STATISTICS


class Line(NamedTuple):
    """A statistic of a rater. `how` is the method. `counted` says what n counts. `statistic` is the
    key in STATISTICS, if there is one. `left_out` says what the replicates for the interval leave
    out, or is None if this is the same as for the criterion's other intervals."""

    rater: str
    title: str
    how: str
    figure: Estimate
    counted: str
    statistic: str = ""
    verdict: str = ""
    left_out: str | None = None


def as_csv(result: Comparison) -> str:
    """Return every statistic of every criterion, one per line, with the interval and n or with a
    reason. The results of several batches together come first, then those of each batch under its
    name."""
    buffer = io.StringIO()
    lines = csv.writer(buffer, lineterminator="\n")
    lines.writerow((*CSV_HEAD, "batch"))
    for batch, comparison in [("", result), *result.apart()]:
        lines.writerows([*row, guarded(batch)] for row in _rows(comparison))
    return buffer.getvalue()


def _rows(result: Comparison) -> Iterator[Sequence[object]]:
    for criterion in result.criteria:
        facts = criterion.facts
        title = partial(full_title, level=facts.level, tau=result.settings.tau)
        for line in _lines(criterion, title):
            left_out = _if_interval(criterion.resampled, line.figure)
            left_out = left_out if line.left_out is None else line.left_out
            interval = "approximate" if approximate(criterion, line.statistic) else "95 %"
            yield _row([facts.key], facts.level, line, interval, left_out)
    for keys, line in _over_criteria(result):
        yield _row(keys, "", line, "95 %", _if_interval("items", line.figure))


def _row(
    keys: Sequence[str], level: str, line: Line, interval: str, left_out: str
) -> Sequence[object]:
    figure, names = line.figure, (guarded(line.rater), line.title, guarded(line.how))
    numbers = [
        "" if each is None else f"{each:.6g}" for each in (figure.value, figure.low, figure.high)
    ]
    cells = [guarded(" + ".join(keys)), level, *names, *numbers, _if_interval(interval, figure)]
    return [*cells, figure.n, line.counted, left_out, line.verdict, figure.reason]


def _if_interval(text: str, figure: Estimate) -> str:
    return text if figure.low is not None else ""


def _over_criteria(result: Comparison) -> Iterator[tuple[Sequence[str], Line]]:
    """Yield the statistics over several criteria with the keys of these criteria, then the
    agreement on marks with the key of the section."""
    for overall in result.overall:
        for line in _annotator_test(overall.judge, overall.annotator_test):
            yield overall.criteria, line._replace(how=f"{line.how}, criteria pooled")
    for figure in result.recipes:
        rater, counted = (figure.judge, "ratings") if figure.judge else ("people", "units")
        how = f"recipe {figure.recipe}"
        yield figure.criteria, Line(rater, figure.title, how, figure.estimate, counted)
    for mark in result.marks:
        rater, title = mark.judge or "people", f"character F1, {mark.name}"
        yield [mark.section], Line(rater, title, "over all pairs", mark.estimate, "texts")


def _lines(criterion: CriterionResult, title: Title) -> Iterator[Line]:
    people = criterion.people
    for name, estimate in {"mean": people.mean, **people.agreement}.items():
        yield Line("people", AMONG_PEOPLE.get(name, name), "among people", estimate, "", name)
    for judge in criterion.judges:
        yield from _judge(judge, title)
    for pair in criterion.judge_pairs:
        yield from _pair(pair, title)
    for metric in criterion.metrics:
        yield from _metric(metric, title)
    yield from _orders("people", people.orders)
    for each in criterion.by_system:
        yield from _system(each, "win rate" if criterion.facts.preference else "mean")
    for name, corrected in criterion.corrected.items():
        yield from _corrected(name, corrected)
    for rater, tests in criterion.system_tests.items():
        yield from _system_tests(rater, tests)
    for rater, strengths in criterion.strengths.items():
        yield from _strengths(rater, strengths, "items" if criterion.resampled else "")


def _judge(judge: JudgeResult, title: Title) -> Iterator[Line]:
    name = judge.judge
    yield Line(name, "mean", "", judge.mean, "")
    for figure in judge.figures:
        key = figure.statistic
        for rater, how, estimate, counted in (
            (name, "against all people", figure.judge, STATISTICS[key].n),
            (HUMAN, f"on units of {name}", figure.human, "annotators"),
            (name, "against the others", figure.left_out, "annotators"),
        ):
            yield Line(rater, title(key), how, estimate, counted, key)
    if judge.person_test is not None:
        yield from _person_test(name, judge.person_test, title(judge.person_test.statistic))
    if (pairs := judge.pairwise) is not None:
        calibrated = f"pairwise accuracy, ties calibrated (epsilon {pairs.epsilon or 0:g})"
        for what, estimate in (
            ("pairwise accuracy", pairs.accuracy),
            (calibrated, pairs.calibrated),
            ("soft pairwise accuracy", pairs.soft),
        ):
            yield Line(name, what, "against all people", estimate, "pairs")
    yield from _annotator_test(name, judge.annotator_test)
    yield from _orders(name, judge.orders)
    for effect in judge.effects:
        covariate, how = COVARIATES[effect.covariate], "judge minus people, within items"
        what = f"effect of {covariate.title}, {covariate.per}"
        yield Line(name, what, how, effect.estimate, "units")
    for what, count, of_all in judge.gold.counts if judge.gold else ():
        share = Estimate(count / of_all, of_all) if of_all else Estimate(None, 0, reason=NO_PAIR)
        how = "against people's most frequent verdict"
        yield Line(name, f"share {what}", how, share, "pairs")


def _pair(pair: JudgePair, title: Title) -> Iterator[Line]:
    """Yield two judges' statistics on outputs that both rated, and the permutation p-value."""
    key, counted = pair.statistic, STATISTICS[pair.statistic].n
    both, on_both = f"{pair.first} minus {pair.second}", "on outputs that both rated"
    for rater, how, figure in (
        (pair.first, f"on outputs that {pair.second} rated too", pair.of_first),
        (pair.second, f"on outputs that {pair.first} rated too", pair.of_second),
        (both, on_both, pair.difference),
    ):
        yield Line(rater, title(key), how, figure, counted, key)
    if pair.p_value is not None:
        figure = Estimate(pair.p_value, pair.difference.n)
        yield Line(both, f"{title(key)}: p, permutation test", on_both, figure, counted)


def _person_test(judge: str, test: PersonTest, title: str) -> Iterator[Line]:
    """Yield the judge's statistic minus that of each left-out person, with verdict and p-values."""
    how, verdict = "minus a person, each left out in turn", test.verdict or ""
    yield Line(judge, title, how, test.difference, "units", verdict=verdict)
    for what, p_value in (
        ("p, not worse by more than the margin", test.p_not_worse),
        ("p, not worse by more than the margin, after Holm", test.adjusted_not_worse),
        ("p, worse", test.p_worse),
        ("p, worse, after Holm", test.adjusted_worse),
    ):
        if p_value is not None:
            yield Line(judge, f"{title}: {what}", how, Estimate(p_value, test.units), "units")


def _annotator_test(judge: str, test: AlternativeAnnotator) -> Iterator[Line]:
    rate = Estimate(test.winning_rate, len(test.annotators), reason=test.reason)
    title, how = f"alternative-annotator test (epsilon {test.epsilon:g})", "against the others"
    yield Line(judge, f"{title}, winning rate", how, rate, "annotators")
    yield Line(judge, f"{title}, advantage probability", how, test.advantage, "ratings")


def _orders(rater: str, orders: Orders | None) -> Iterator[Line]:
    if orders is None:
        return
    for title, figure, counted in (
        ("ties", orders.ties, "verdicts"),
        ("share preferring the output shown first", orders.first_share, "verdicts"),
        ("same verdict in both orders", orders.consistency, "pairs"),
        ("same verdict in one order", orders.same_order, "pairs"),
    ):
        yield Line(rater, title, "", figure, counted)


def _metric(metric: MetricResult, title: Title) -> Iterator[Line]:
    for key, estimate in metric.figures.items():
        how, counted = "metric against all people", STATISTICS[key].n
        yield Line(metric.metric, title(key), how, estimate, counted, key)
    for system, mean in metric.by_system.items():
        yield Line(metric.metric, f"mean of {system}", "metric by system", mean, "items")


def _corrected(judge: str, corrected: Corrected) -> Iterator[Line]:
    for figure in corrected.figures:
        alone, helped = f"alone, on what {judge} rated", f"corrected with {judge} (PPI++)"
        for how, estimate in ((alone, figure.alone), (helped, figure.corrected)):
            # This interval uses Student's t distribution. Nothing is left out to compute it.
            yield Line("people", figure.name, how, estimate, "items", left_out="")


def _system(system: SystemResult, what: str) -> Iterator[Line]:
    counted = "items" if what == "mean" else "verdicts"
    strengths = {"people": system.people_strength, **system.judge_strengths}
    for rater, figure in {"people": system.people, **system.judges}.items():
        title, left_out = f"{what} of {system.system}", _if_interval("items", figure)
        yield Line(rater, title, "by system", figure, counted, left_out=left_out)
        if (strength := strengths.get(rater)) is not None:
            title = f"Bradley-Terry log strength of {system.system}"
            yield Line(rater, title, "by system", strength, "verdicts")


def _system_tests(rater: str, tests: SystemTests) -> Iterator[Line]:
    """Yield, for each pair of systems, the difference and the p-values of the paired test before
    and after Holm's correction."""
    for pair in tests.pairs:
        title, left_out = f"{pair.first} minus {pair.second}", _if_interval("items", pair.estimate)
        yield Line(rater, title, "paired by item", pair.estimate, "items", left_out=left_out)
        for what, value in (("p, paired t-test", pair.p_value), ("p, after Holm", pair.adjusted_p)):
            figure = Estimate(value, pair.items, reason="" if value is not None else pair.reason)
            yield Line(rater, f"{title}: {what}", "paired by item", figure, "items")


def _strengths(rater: str, strengths: Strengths, left_out: str) -> Iterator[Line]:
    """Yield head-to-head results: each system's Davidson and Plackett-Luce strengths and its shares
    of wins, then the tie parameter."""
    names = [standing.system for standing in strengths.systems]
    line = partial(Line, rater, how="by system", left_out=left_out)
    for each in strengths.systems:
        name = each.system
        yield line(f"Davidson log strength of {name}", figure=each.pairs, counted="rankings")
        yield line(
            f"Plackett-Luce log strength of {name}", figure=each.rankings, counted="rankings"
        )
        for other, share in zip(names, each.shares, strict=True):
            if other != name:
                title = f"share won by {name} against {other}"
                yield line(title, figure=share, counted="meetings")
    yield line("Davidson tie parameter", figure=strengths.tie, counted="meetings")
