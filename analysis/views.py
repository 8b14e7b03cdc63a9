"""The report of a batch: people and a judge, criterion by criterion, as a page and as CSV."""

import csv
import io

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from analysis.charts import SystemChart, system_chart
from analysis.report import CriterionReport, batch_report, coverage
from analysis.statistics.results import Estimate
from hits.access import batch_for_researcher
from hits.models import Batch
from judges.models import JudgeRun
from people.models import AnnotatorRequest

FIGURES = {
    "human_mean": "mean of people",
    "judge_mean": "mean of the judge",
    "exact": "exact agreement: share of people's ratings equal to the judge's",
    "spearman": "Spearman's rho, judge with mean of people, per HIT",
    "kendall": "Kendall's tau-b, judge with mean of people, per HIT",
    "alpha": "Krippendorff's alpha among people",
}


def _chosen_run(request: AnnotatorRequest, batch: Batch) -> tuple[list[JudgeRun], JudgeRun | None]:
    """The batch's runs, newest first, and the one asked for by `?run=`."""
    runs = list(JudgeRun.objects.filter(batch=batch).select_related("batch"))
    asked = request.GET.get("run")
    if asked is None:
        return runs, runs[0] if runs else None
    found = [run for run in runs if str(run.pk) == asked]
    if not found:
        raise Http404
    return runs, found[0]


@login_required
@require_safe
def report(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """What holds, a row per criterion, the systems' means, where people and judge differ, what could not be read."""
    batch = batch_for_researcher(request.user, pk)
    runs, run = _chosen_run(request, batch)
    rows = batch_report(batch, run)
    return render(
        request,
        "analysis/report.html",
        {
            "batch": batch,
            "runs": runs,
            "run": run,
            "rows": rows,
            "sentences": sentences(rows, run),
            "charts": [(row, _chart(row)) for row in rows if row.systems],
            "coverage": coverage(run) if run else None,
        },
    )


def _chart(row: CriterionReport) -> SystemChart:
    """The row's systems on a scale that holds every rating that occurs."""
    occurring = [value for line in row.confusion for cell in line for value in (cell.human, cell.judge)]
    return system_chart(row.systems, occurring)


def sentences(rows: list[CriterionReport], run: JudgeRun | None) -> list[str]:
    """What holds, in plain words; nothing that was not estimated."""
    found = []
    alphas = [row.alpha.value for row in rows if row.alpha.value is not None]
    if alphas:
        found.append(
            _("People agree with Krippendorff's alpha between %(low).2f and %(high).2f over %(count)d criteria.")
            % {"low": min(alphas), "high": max(alphas), "count": len(alphas)}
        )
    ranked = sorted((row for row in rows if row.spearman.value is not None), key=lambda row: row.spearman.value or 0)
    if run and ranked:
        worst, best = ranked[0], ranked[-1]
        found.append(
            _("The judge follows people most on “%(best)s” (rho %(high).2f) and least on “%(worst)s” (rho %(low).2f).")
            % {
                "best": best.criterion.title,
                "high": best.spearman.value,
                "worst": worst.criterion.title,
                "low": worst.spearman.value,
            }
        )
        kinder = [row.criterion.title for row in rows if _is_kinder(row)]
        if kinder:
            found.append(_("Its marks are better than people's on: %(names)s.") % {"names": ", ".join(kinder)})
    return found


def _is_kinder(row: CriterionReport) -> bool:
    """Whether the judge's mean lies on the good side of people's, beyond both intervals."""
    human, judge = row.human_mean, row.judge_mean
    if None in {human.low, human.high, judge.low, judge.high}:
        return False
    if row.criterion.best == "lowest":
        return (judge.high or 0) < (human.low or 0)
    return row.criterion.best == "highest" and (judge.low or 0) > (human.high or 0)


@login_required
@require_safe
def report_csv(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """The table, a line per criterion and figure: value, interval, n, or the reason why there is none."""
    batch = batch_for_researcher(request.user, pk)
    _runs, run = _chosen_run(request, batch)
    buffer = io.StringIO()
    lines = csv.writer(buffer)
    lines.writerow(
        ["criterion", "level", "best", "statistic", "value", "low_95", "high_95", "n", "not_estimable", "judge_run"]
    )
    for row in batch_report(batch, run):
        for name, title in FIGURES.items():
            figure: Estimate = getattr(row, name)
            numbers = [_number(figure.value), _number(figure.low), _number(figure.high), figure.n]
            criterion = row.criterion
            # A run's name is a person's text: an apostrophe keeps a spreadsheet from reading it as a formula.
            named = f"'{run.name}" if run and run.name[:1] in "=+-@\t\r" else run.name if run else ""
            lines.writerow([criterion.key, criterion.level, criterion.best, title, *numbers, figure.reason, named])
    response = HttpResponse(buffer.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="batch-{batch.pk}-report.csv"'
    return response


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
