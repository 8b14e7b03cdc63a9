"""The list of batches with links to their reports and downloads."""

from django.db.models import Max, OuterRef, Subquery
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from analysis.models import Report
from core.database.keyset import PER_PAGE, Key, cursor_of, window
from desk.projects import projects_looked_at
from hits.models import Batch

LATEST_PUBLISHED = (Key("published_at", descending=True), Key("pk", descending=True))
PUBLISHED = (Batch.State.LIVE, Batch.State.PAUSED, Batch.State.CLOSED)


def results(request: HttpRequest, frame: dict[str, object]) -> TemplateResponse:
    """Show the published batches of the chosen projects with their results, the most recently
    published first."""
    done = Report.objects.filter(batch=OuterRef("pk"), state=Report.State.DONE).order_by()
    latest = done.values("batch").annotate(latest=Max("finished_at")).values("latest")
    batches = (
        Batch.objects.filter(
            project__in=projects_looked_at(request), state__in=PUBLISHED, archived_at__isnull=True
        )
        .select_related("project", "rubric_version__rubric", "running_figures")
        .annotate(computed_at=Subquery(latest))
    )
    context = {
        **frame,
        "title": _("Results"),
        "window": window(batches, LATEST_PUBLISHED, cursor_of(request.GET), size=PER_PAGE),
    }
    return TemplateResponse(request, "desk/results/list.html", context)
