"""The chart of a judge's results over its certificate's checks, redrawn after each check."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.utils import timezone

from analysis.gate.checks import chart_prefix, checks_of
from analysis.models import ReportFigure
from analysis.report.figures import PAGE, Drawn, Estimates, Scale, estimates_in_rows, marks_of
from analysis.statistics.estimates import Estimate
from hits.models import BackgroundTask

MOST_ROWS = 20
TITLE = "Scores since the certificate"
AXIS = "Shift of the mean since the certificate, in standard deviations (95 % interval)"
Shifts = Mapping[str, Sequence[float]]  # by criterion: the shift, its interval, and the items


def draw_checks(task: BackgroundTask, shifts: Shifts) -> str:
    """Draw the chart, replace the stored chart of the certificate's report, and return the new
    chart's name."""
    earlier = checks_of(task.parameters["run"]).filter(result__has_key="shifts")[: MOST_ROWS - 1]
    rows = [(each.created_at, each.result["shifts"]) for each in reversed(earlier)]
    drawn = _drawn([*rows, (task.created_at, shifts)])
    beginning = chart_prefix(task.parameters["run"])
    figures = ReportFigure.objects.filter(report=task.parameters["report"])
    figures.filter(name__startswith=beginning).delete()
    name = f"{beginning}{task.pk}"
    ReportFigure.objects.create(
        report_id=task.parameters["report"],
        place=0,
        name=name,
        title=TITLE,
        **vars(drawn),
    )
    return name


def _drawn(checks: Iterable[tuple[datetime, Shifts]]) -> Drawn:
    drawn_checks = list(checks)
    names = list(dict.fromkeys(name for _when, shifts in drawn_checks for name in shifts))
    rows = [
        Estimates(
            f"{number}. {timezone.localtime(when):%Y-%m-%d %H:%M}",
            {
                name: Estimate(shift, int(items), low, high)
                for name, (shift, low, high, items) in shifts.items()
            },
        )
        for number, (when, shifts) in enumerate(drawn_checks, 1)
    ]
    axis = Scale(AXIS, line=0.0, line_text="as certified")
    return estimates_in_rows(rows, title=TITLE, raters=marks_of(names), axis=axis, width=PAGE)
