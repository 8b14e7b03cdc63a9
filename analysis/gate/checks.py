"""The checks of a judge's certificate that its page and its chart show. NumPy is not imported."""

from django.db.models import QuerySet

from analysis.models import ReportFigure
from hits.models import BackgroundTask

CHECKS = "checks-"  # prefix of chart names


def chart_prefix(run: int) -> str:
    return f"{CHECKS}{run}-"


def checks_of(run: int) -> QuerySet[BackgroundTask]:
    done = BackgroundTask.objects.filter(kind=BackgroundTask.Kind.GATE, parameters__run=run)
    return done.filter(state=BackgroundTask.State.DONE).order_by("-pk")


def chart_of(run: int) -> ReportFigure | None:
    """Return the latest chart of a judge run's checks, or None if there is no chart."""
    charts = ReportFigure.objects.filter(name__startswith=chart_prefix(run)).order_by("-pk")
    return charts.select_related("report").defer("svg", "pdf").first()
