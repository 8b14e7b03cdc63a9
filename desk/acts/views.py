"""The page that lists the activity in projects or on a batch."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from core.database.keyset import cursor_of
from core.database.whole_numbers import whole_number
from desk.acts.rows import act_page
from desk.projects import projects_looked_at
from hits.access import batch_for_researcher
from people.access import projects_of, user_of
from people.acts import acts_of
from people.models import Act


def acts(request: HttpRequest, frame: dict[str, object]) -> TemplateResponse:
    """Show the activity of the batch or project in the query or, if the query has neither, of the
    chosen projects."""
    batch_id, project_id = _number(request, "batch"), _number(request, "project")
    batch = project = None
    scope = ""
    if batch_id is not None:
        batch = batch_for_researcher(user_of(request), batch_id)
        rows, scope = acts_of(batch), f"batch={batch.pk}&"
    elif project_id is not None:
        project = get_object_or_404(projects_of(request), pk=project_id)
        rows, scope = Act.objects.filter(project=project), f"project={project.pk}&"
    else:
        rows = Act.objects.filter(project__in=projects_looked_at(request))
    context = {
        **frame,
        "title": _("Activity"),
        "batch": batch,
        "project": project,
        "scope": scope,
        "window": act_page(rows, cursor_of(request.GET)),
    }
    return TemplateResponse(request, "desk/acts.html", context)


def _number(request: HttpRequest, name: str) -> int | None:
    """Return the query parameter `name` as a number, or None if it is missing or empty. Raises
    Http404 if it is not a number."""
    written = request.GET.get(name, "")
    number = whole_number(written)
    if written and number is None:
        raise Http404
    return number
