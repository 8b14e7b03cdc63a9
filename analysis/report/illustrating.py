"""The figures of a finished report, which are drawn once, and the report's bundle."""

import io
import logging
from collections.abc import Iterator, Mapping
from math import isinf

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from analysis.comparison.metrics import good_end
from analysis.comparison.result_parts import MetricResult
from analysis.comparison.results import (
    PEOPLE,
    Comparison,
    ComparisonSettings,
    CriterionResult,
    JudgeResult,
)
from analysis.comparison.systems.calibration import calibration_csv
from analysis.data.answers import by_name
from analysis.data.joint import joint_frame
from analysis.data.rating_rows import rating_pieces
from analysis.data.ratings import batch_frames
from analysis.models import Report, ReportFigure
from analysis.report.bundle import Drawn, write_bundle
from analysis.report.content import comparison_of, is_current
from analysis.report.paper.contents import paper_tables
from analysis.report.paper.every_figure import as_csv
from analysis.report.paper.writers import WRITERS
from analysis.statistics.estimates import Estimate
from core.database.locks import alone_at
from core.database.outages import AWAY
from core.extras import MissingExtra, has_extra, require_extra
from hits.exports import Form
from hits.exports.dictionary import dictionary_rows
from stimuli.store.errors import StoreAway
from tasks.long_work.rows import begin_attempt, fail

logger = logging.getLogger(__name__)

UNEXPECTED = (
    "The charts and the bundle are missing because of an unexpected error, which is in the "
    "worker's log."
)


def illustrate(*, report_id: int) -> None:
    """Draw a finished report's missing figures, then write its bundle. If the drawing library is
    not installed, write the bundle without figures."""
    with alone_at(Report.LOCK, report_id):
        report = Report.objects.select_related("batch__rubric_version", "batch__project").get(
            pk=report_id
        )
        comparison = comparison_of(report)
        if comparison is None or not begin_attempt(report):
            return
        try:
            _draw(report, comparison)
            _bundle(report, comparison)
            Report.objects.filter(pk=report.pk).update(illustrated=True, attempts=0)
        except MissingExtra as error:
            fail(report, f"There are no figures. {error}")
            _bundle(report, comparison)
        except (MemoryError, *AWAY):
            raise  # the reason is recorded elsewhere; the task runs again later
        except StoreAway as error:
            fail(report, f"The bundle could not be stored. {error}")
        except Exception:
            fail(report, UNEXPECTED)
            raise


def _draw(report: Report, comparison: Comparison) -> None:
    require_extra("figures")
    from analysis.report.drawing import drawings

    drawn = set(report.figures.values_list("name", flat=True))
    for index, (name, drawing) in enumerate(drawings(comparison).items()):
        if name not in drawn:
            figure = drawing.draw()
            ReportFigure.objects.get_or_create(
                report=report,
                name=name,
                defaults={"place": index, "title": drawing.title, **vars(figure)},
            )


def _bundle(report: Report, comparison: Comparison) -> None:
    """Write the bundle if there is none yet and the ratings have not changed since the report was
    computed. A bundle with changed ratings would not match the report."""
    if report.bundle:
        return
    answers, batches = comparison.settings.answers, by_name(report.batches)
    buffer = io.BytesIO()
    calibration = ""
    if any(criterion.corrected for criterion in comparison.criteria):
        frame = joint_frame(batch_frames(report.batches, answers))
        calibration = calibration_csv(comparison, frame)
    write_bundle(
        buffer,
        ratings={
            f"ratings.{form.value}": rating_pieces(batches, answers, form)
            for form in (Form.CSV, Form.PARQUET)
            if form == Form.CSV or has_extra("parquet")
        },
        dictionary=dictionary_rows(report.batch),
        tables={
            "figures.csv": as_csv(comparison),
            **({"calibration.csv": calibration} if calibration else {}),
            **{
                f"{table.name}.{ending}": write(table)
                for table in paper_tables(comparison)
                for ending, (_content_type, write) in WRITERS.items()
            },
        },
        figures={
            figure.name: Drawn(bytes(figure.svg), bytes(figure.pdf), figure.alt)
            for figure in report.figures.order_by("place")
        },
        main_table=list(main_table(comparison)),
    )
    if not is_current(report):
        logger.warning("Report %s has no bundle: its ratings have changed since.", report.pk)
        return
    name = default_storage.save(f"reports/{report.content_key}.zip", ContentFile(buffer.getvalue()))
    Report.objects.filter(pk=report.pk).update(bundle=name)


def main_table(comparison: Comparison) -> Iterator[dict[str, object]]:
    """Yield the rows of the main table that the bundle's script recomputes."""
    for criterion in comparison.criteria:
        yield from _people_rows(criterion)
        yield from _system_rows(criterion)
        if not comparison.batches:  # with several, ratings have no sampling shares
            yield from _corrected_rows(criterion)
        for judge in criterion.judges:
            if criterion.facts.level != "nominal":
                yield _line(criterion, judge.judge, "mean", "", judge.mean)
            figures = {figure.statistic: figure.judge for figure in judge.figures}
            yield from _correlations(criterion, judge.judge, figures, comparison.settings)
            yield from _effect_rows(criterion, judge, comparison.settings)
        for metric in criterion.metrics:
            yield from _metric_rows(criterion, metric, comparison.settings)
    for mark in comparison.marks:
        names = {"section": mark.section, "member": mark.member, "key": mark.key}
        yield names | _values("", mark.judge, "character_f1", mark.member, mark.estimate)


def _correlations(
    criterion: CriterionResult,
    judge: str,
    figures: Mapping[str, Estimate],
    settings: ComparisonSettings,
) -> Iterator[dict[str, object]]:
    for statistic, figure in figures.items():
        name, _mark, level = statistic.rpartition("_")
        title = {"kendall": f"kendall_tau_{settings.tau}"}.get(name, name)
        if name in {"pearson", "spearman", "kendall"}:
            at = {"input": "per_input"}.get(level, level)
            line = _line(criterion, judge, title, at, figure)
            yield line | ({"constant": settings.constant} if at == "per_input" else {})


def _effect_rows(
    criterion: CriterionResult, judge: JudgeResult, settings: ComparisonSettings
) -> Iterator[dict[str, object]]:
    """Yield the rows of a judge's length and own-family effects. Effects that do not apply are left
    out."""
    for effect in judge.effects:
        if not effect.items:
            continue
        line = _line(criterion, judge.judge, effect.covariate, "within_item", effect.estimate)
        makers = {"makers": dict(settings.makers)} if effect.covariate == "own_family" else {}
        yield line | {"turned": criterion.facts.best == "lowest"} | makers


def _metric_rows(
    criterion: CriterionResult, metric: MetricResult, settings: ComparisonSettings
) -> Iterator[dict[str, object]]:
    """Yield the rows of a metric's means and of its correlations with people. `turned` is true if
    the metric's better end differs from the criterion's, so that the sign is reversed."""
    name = {"metric": metric.metric}
    turned = {"turned": metric.best != good_end(criterion.facts)}
    for line in _correlations(criterion, "", metric.figures, settings):
        yield line | name | turned
    for system, mean in metric.by_system.items():
        yield _line(criterion, "", "mean", "system", mean) | name | {"systems": [system]}


def _system_rows(criterion: CriterionResult) -> Iterator[dict[str, object]]:
    """Yield the systems' means and the tests between systems. Yield nothing for a preference."""
    if criterion.facts.preference:
        return
    for system in criterion.by_system:
        for judge, mean in {"": system.people, **system.judges}.items():
            yield _line(criterion, judge, "mean", "system", mean) | {"systems": [system.system]}
    for rater, tests in criterion.system_tests.items():
        judge = "" if rater == PEOPLE else rater
        for pair in tests.pairs:
            for name, value in (
                ("mean_difference", pair.difference),
                ("paired_low", pair.low),
                ("paired_high", pair.high),
                ("paired_p", pair.p_value),
            ):
                line = _line(criterion, judge, name, "system", Estimate(value, pair.items))
                yield line | {"systems": [pair.first, pair.second]}


def _corrected_rows(criterion: CriterionResult) -> Iterator[dict[str, object]]:
    """Yield the statistics corrected with judges. Yield nothing for a preference."""
    facts = criterion.facts
    if facts.preference:
        return
    ends = (0, 1) if facts.level == "nominal" else facts.ends
    for judge, result in criterion.corrected.items():
        for figure in result.figures:
            subject: dict[str, object] = {
                "systems": [name for name in (figure.first, figure.second) if name],
                "ends": [None if figure.second or isinf(end) else end for end in ends],
            }
            if figure.option:
                labels = facts.labels
                option = labels.index(figure.option) if labels else float(figure.option)
                subject["option"] = option
            estimates = {"alone": figure.alone, "corrected": figure.corrected}
            for name, estimate in estimates.items():
                for part in ("value", "low", "high"):
                    number = Estimate(getattr(estimate, part), estimate.n)
                    yield _line(criterion, judge, f"{name}_{part}", "system", number) | subject


def _people_rows(criterion: CriterionResult) -> Iterator[dict[str, object]]:
    if criterion.facts.level != "nominal":  # labels have no mean
        yield _line(criterion, "", "mean", "", criterion.people.mean)
    alpha = criterion.people.agreement.get("alpha")
    if alpha is not None:
        yield _line(criterion, "", "krippendorff_alpha", criterion.facts.level, alpha)


def _line(
    criterion: CriterionResult, judge: str, statistic: str, level: str, estimate: Estimate
) -> dict[str, object]:
    return _values(criterion.facts.key, judge, statistic, level, estimate)


def _values(
    criterion: str, judge: str, statistic: str, level: str, estimate: Estimate
) -> dict[str, object]:
    return {
        "criterion": criterion,
        "judge": judge,
        "statistic": statistic,
        "level": level,
        "n": estimate.n,
        "value": estimate.value,
    }
