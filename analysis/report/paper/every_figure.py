"""Every figure of a comparison as CSV, one per line: value, interval and n, or a reason."""

import csv
import io
from collections.abc import Iterator, Sequence

from analysis.comparison.catalogue import AMONG_PEOPLE, NO_PAIR, STATISTICS, full_title
from analysis.comparison.covariates.catalogue import COVARIATES
from analysis.comparison.coverage import approximate
from analysis.comparison.metric_results import MetricResult
from analysis.comparison.pair_results import Orders
from analysis.comparison.results import (
    AlternativeAnnotator,
    Comparison,
    CriterionResult,
    JudgePair,
    JudgeResult,
    Overall,
    RecipeFigure,
)
from analysis.comparison.system_results import Strengths, SystemResult, SystemTests
from analysis.report.paper.judges import HUMAN
from analysis.statistics.estimates import Estimate
from core.tabular.formulas import guarded

CSV_HEAD = (
    "criterion",
    "level_of_measurement",
    "rater",
    "statistic",
    "computed",
    "value",
    "low_95",
    "high_95",
    "interval",
    "n",
    "n_of",
    "resampled",
    "verdict",
    "not_estimable",
)


def as_csv(result: Comparison) -> str:
    """Return every figure of every criterion, one per line, with its interval and n, or the reason
    why there is none. Several batches come first together, then each under its name."""
    buffer = io.StringIO()
    lines = csv.writer(buffer, lineterminator="\n")
    lines.writerow((*CSV_HEAD, "batch"))
    for batch, comparison in [("", result), *result.apart()]:
        lines.writerows([*line, guarded(batch)] for line in _csv_comparison(comparison))
    return buffer.getvalue()


def _csv_comparison(result: Comparison) -> Iterator[Sequence[object]]:
    for criterion in result.criteria:
        yield from _csv_lines(criterion, result.settings.tau)
    for overall in result.overall:
        yield from _csv_pooled(overall)
    for figure in result.recipes:
        yield _csv_recipe(figure)
    for mark in result.marks:
        title, rater = f"character F1, {mark.name}", mark.judge or "people"
        how = "over all pairs"
        yield _csv_several([mark.section], rater, title, how, mark.estimate, "texts")


def _csv_lines(criterion: CriterionResult, tau: str) -> Iterator[Sequence[object]]:
    people = criterion.people
    for name, estimate in {"mean": people.mean, **people.agreement}.items():
        yield _csv_line(
            criterion,
            "people",
            AMONG_PEOPLE.get(name, name),
            "among people",
            estimate,
            "",
            statistic=name,
        )
    for judge in criterion.judges:
        yield from _csv_judge(criterion, judge, tau)
    for pair in criterion.judge_pairs:
        yield from _csv_pair(criterion, pair, tau)
    for metric in criterion.metrics:
        yield from _csv_metric(criterion, metric, tau)
    yield from _csv_orders(criterion, "people", people.orders)
    for system in criterion.by_system:
        yield from _csv_system(criterion, system)
    yield from _csv_corrected(criterion)
    for rater, tests in criterion.system_tests.items():
        yield from _csv_system_tests(criterion, rater, tests)
    for rater, strengths in criterion.strengths.items():
        yield from _csv_strengths(criterion, rater, strengths)


def _csv_judge(
    criterion: CriterionResult, judge: JudgeResult, tau: str
) -> Iterator[Sequence[object]]:
    """Yield one judge against people."""
    yield _csv_line(criterion, judge.judge, "mean", "", judge.mean, "")
    for figure in judge.figures:
        title = full_title(figure.statistic, level=criterion.facts.level, tau=tau)
        counted = STATISTICS[figure.statistic].n
        yield _csv_line(
            criterion,
            judge.judge,
            title,
            "against all people",
            figure.judge,
            counted,
            statistic=figure.statistic,
        )
        for rater, how, estimate in (
            (HUMAN, f"on units of {judge.judge}", figure.human),
            (judge.judge, "against the others", figure.left_out),
        ):
            yield _csv_line(
                criterion, rater, title, how, estimate, "annotators", statistic=figure.statistic
            )
    yield from _csv_person_test(criterion, judge, tau)
    yield from _csv_pairwise(criterion, judge)
    yield from _csv_orders(criterion, judge.judge, judge.orders)
    for effect in judge.effects:
        covariate, how = COVARIATES[effect.covariate], "judge less people, within items"
        title = f"effect of {covariate.title}, {covariate.per}"
        yield _csv_line(criterion, judge.judge, title, how, effect.estimate, "units")
    for name, count, pairs in judge.gold.counts if judge.gold else ():
        share = Estimate(count / pairs, pairs) if pairs else Estimate(None, 0, reason=NO_PAIR)
        how = "against people's most frequent verdict"
        yield _csv_line(criterion, judge.judge, f"share {name}", how, share, "pairs")


def _csv_pair(criterion: CriterionResult, pair: JudgePair, tau: str) -> Iterator[Sequence[object]]:
    """Yield two judges on the outputs that both rated, and p of their permutation test."""
    name, counted = pair.statistic, STATISTICS[pair.statistic].n
    title = full_title(name, level=criterion.facts.level, tau=tau)
    both = f"{pair.first} less {pair.second}"
    for rater, how, figure in (
        (pair.first, f"on outputs that {pair.second} rated too", pair.of_first),
        (pair.second, f"on outputs that {pair.first} rated too", pair.of_second),
        (both, "on outputs that both rated", pair.difference),
    ):
        yield _csv_line(criterion, rater, title, how, figure, counted, statistic=name)
    if pair.p_value is not None:
        figure, title = Estimate(pair.p_value, pair.difference.n), f"{title}: p, permutation test"
        yield _csv_line(criterion, both, title, "on outputs that both rated", figure, counted)


def _csv_metric(
    criterion: CriterionResult, metric: MetricResult, tau: str
) -> Iterator[Sequence[object]]:
    for name, estimate in metric.figures.items():
        title, counted = full_title(name, level=criterion.facts.level, tau=tau), STATISTICS[name].n
        how = "metric against all people"
        yield _csv_line(criterion, metric.metric, title, how, estimate, counted, statistic=name)
    for system, mean in metric.by_system.items():
        how = "metric by system"
        yield _csv_line(criterion, metric.metric, f"mean of {system}", how, mean, "items")


def _csv_person_test(
    criterion: CriterionResult, judge: JudgeResult, tau: str
) -> Iterator[Sequence[object]]:
    """Yield the judge's figure minus each left-out person's, with the verdict and the p-values."""
    test = judge.person_test
    if test is None:
        return
    title = full_title(test.statistic, level=criterion.facts.level, tau=tau)
    how, verdict = "less a person, each left out in turn", test.verdict or ""
    yield _csv_line(criterion, judge.judge, title, how, test.difference, "units", verdict)
    for what, p_value in (
        ("p, not worse by more than the margin", test.p_not_worse),
        ("p, not worse by more than the margin, after Holm", test.adjusted_not_worse),
        ("p, worse", test.p_worse),
        ("p, worse, after Holm", test.adjusted_worse),
    ):
        if p_value is not None:
            figure = Estimate(p_value, test.units)
            yield _csv_line(criterion, judge.judge, f"{title}: {what}", how, figure, "units")


def _csv_pairwise(criterion: CriterionResult, judge: JudgeResult) -> Iterator[Sequence[object]]:
    """Yield the order of outputs, and the alternative-annotator test."""
    if (pairs := judge.pairwise) is not None:
        calibrated = f"pairwise accuracy, ties calibrated (epsilon {pairs.epsilon or 0:g})"
        for title, figure in (
            ("pairwise accuracy", pairs.accuracy),
            (calibrated, pairs.calibrated),
            ("soft pairwise accuracy", pairs.soft),
        ):
            yield _csv_line(criterion, judge.judge, title, "against all people", figure, "pairs")
    for title, how, figure, counted in _test_figures(judge.annotator_test):
        yield _csv_line(criterion, judge.judge, title, how, figure, counted)


def _test_figures(test: AlternativeAnnotator) -> Iterator[tuple[str, str, Estimate, str]]:
    """Yield the test's two figures: title, how it is computed, the estimate, and what n counts."""
    rate = Estimate(test.winning_rate, len(test.annotators), reason=test.reason)
    title, how = f"alternative-annotator test (epsilon {test.epsilon:g})", "against the others"
    yield f"{title}, winning rate", how, rate, "annotators"
    yield f"{title}, advantage probability", how, test.advantage, "ratings"


def _csv_pooled(overall: Overall) -> Iterator[Sequence[object]]:
    """Yield the test over several criteria together, under all their keys."""
    for title, how, figure, counted in _test_figures(overall.annotator_test):
        pooled = f"{how}, criteria pooled"
        yield _csv_several(overall.criteria, overall.judge, title, pooled, figure, counted)


def _csv_recipe(figure: RecipeFigure) -> Sequence[object]:
    rater, counted = (figure.judge, "ratings") if figure.judge else ("people", "units")
    how = f"recipe {figure.recipe}"
    return _csv_several(figure.criteria, rater, figure.title, how, figure.estimate, counted)


def _csv_several(
    criteria: Sequence[str], rater: str, title: str, how: str, figure: Estimate, counted: str
) -> Sequence[object]:
    numbers = [_plain(figure.value), _plain(figure.low), _plain(figure.high)]
    interval, unit = ("95 %", "items") if figure.low is not None else ("", "")
    cells = [guarded(" + ".join(criteria)), "", guarded(rater), title, how, *numbers]
    return [*cells, interval, figure.n, counted, unit, "", figure.reason]


def _csv_orders(
    criterion: CriterionResult, rater: str, orders: Orders | None
) -> Iterator[Sequence[object]]:
    if orders is None:
        return
    for title, figure, counted in (
        ("ties", orders.ties, "verdicts"),
        ("share preferring what stands first", orders.first_share, "verdicts"),
        ("same verdict in both orders", orders.consistency, "pairs"),
        ("same verdict in one order", orders.same_order, "pairs"),
    ):
        yield _csv_line(criterion, rater, title, "", figure, counted)


def _csv_system(criterion: CriterionResult, system: SystemResult) -> Iterator[Sequence[object]]:
    what, counted = ("win rate", "verdicts") if criterion.facts.preference else ("mean", "items")
    strengths = {"people": system.people_strength, **system.judge_strengths}
    for rater, figure in {"people": system.people, **system.judges}.items():
        line = _csv_line(
            criterion, rater, f"{what} of {system.system}", "by system", figure, counted
        )
        yield _resampled(line, "items" if figure.low is not None else "")
        if (strength := strengths.get(rater)) is not None:
            title = f"Bradley-Terry log strength of {system.system}"
            yield _csv_line(criterion, rater, title, "by system", strength, "verdicts")


def _csv_corrected(criterion: CriterionResult) -> Iterator[Sequence[object]]:
    """Yield people's figures, alone and corrected with each judge."""
    for judge, result in criterion.corrected.items():
        for figure in result.figures:
            for how, estimate in (
                (f"alone, of what {judge} rated", figure.alone),
                (f"corrected with {judge} (PPI++)", figure.corrected),
            ):
                line = _csv_line(criterion, "people", figure.name, how, estimate, "items")
                yield _resampled(line, "")  # the interval is Student's


def _csv_system_tests(
    criterion: CriterionResult, rater: str, tests: SystemTests
) -> Iterator[Sequence[object]]:
    """Yield each pair of systems: their difference, and p of the paired test, also after Holm."""
    for pair in tests.pairs:
        title = f"{pair.first} less {pair.second}"
        line = _csv_line(criterion, rater, title, "paired by item", pair.estimate, "items")
        yield _resampled(line, "items" if pair.low is not None else "")
        for what, value in (
            (f"{title}: p, paired t-test", pair.p_value),
            (f"{title}: p, after Holm", pair.adjusted_p),
        ):
            figure = Estimate(value, pair.items, reason="" if value is not None else pair.reason)
            yield _csv_line(criterion, rater, what, "paired by item", figure, "items")


def _csv_strengths(
    criterion: CriterionResult, rater: str, strengths: Strengths
) -> Iterator[Sequence[object]]:
    """Yield head-to-head results: both models' strengths of each system, and its share of each
    meeting."""
    names = [standing.system for standing in strengths.systems]
    unit = "items" if criterion.resampled else ""

    def line(title: str, figure: Estimate, counted: str) -> Sequence[object]:
        return _resampled(_csv_line(criterion, rater, title, "by system", figure, counted), unit)

    for standing in strengths.systems:
        system = standing.system
        yield line(f"Davidson log strength of {system}", standing.pairs, "rankings")
        yield line(f"Plackett-Luce log strength of {system}", standing.rankings, "rankings")
        for name, share in zip(names, standing.shares, strict=True):
            if name != system:
                yield line(f"share won by {system} against {name}", share, "meetings")
    yield line("Davidson tie of equals", strengths.tie, "meetings")


def _resampled(line: Sequence[object], unit: str) -> Sequence[object]:
    """Return the line with another unit than the criterion's."""
    column = CSV_HEAD.index("resampled")
    return [*line[:column], unit, *line[column + 1 :]]


def _csv_line(
    criterion: CriterionResult,
    rater: str,
    title: str,
    how: str,
    figure: Estimate,
    counted: str,
    verdict: str = "",
    statistic: str = "",
) -> Sequence[object]:
    """Return one line. `statistic` is the figure's key in STATISTICS, if it has one."""
    numbers = [_plain(figure.value), _plain(figure.low), _plain(figure.high)]
    unit = criterion.resampled if figure.low is not None else ""
    interval = "approximate" if approximate(criterion, statistic) else "95 %"
    cells = [
        guarded(criterion.facts.key),
        criterion.facts.level,
        guarded(rater),
        title,
        guarded(how),
        *numbers,
        interval if figure.low is not None else "",
        figure.n,
        counted,
    ]
    return [*cells, unit, verdict, figure.reason]


def _plain(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
