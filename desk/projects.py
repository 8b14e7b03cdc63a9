"""Which project a researcher looks at: one of theirs, or all of them, kept in the session."""

from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from core.database.whole_numbers import whole_number
from people.access import CHOSEN, projects_of
from people.models import Project
from stimuli.models import Dataset


def projects_to_choose(request: HttpRequest) -> list[Project]:
    """The person's projects by name, without archived ones; `simulated`: all data in it is the
    demo's. Asked of the database once a request."""
    cache = request.__dict__
    if "_desk_projects" not in cache:
        datasets = Dataset.objects.filter(project=OuterRef("pk"))
        simulated = Exists(datasets.filter(simulated=True)) & ~Exists(
            datasets.filter(simulated=False)
        )
        projects_in_use = projects_of(request).filter(archived_at__isnull=True)
        cache["_desk_projects"] = list(
            projects_in_use.annotate(simulated=simulated).order_by("name", "pk")
        )
    projects: list[Project] = cache["_desk_projects"]
    return projects


def chosen_project(request: HttpRequest) -> Project | None:
    """The project chosen, while the person still has a role in it; else their only one, or None for
    all."""
    projects = projects_to_choose(request)
    if len(projects) == 1:
        return projects[0]
    chosen = request.session.get(CHOSEN)
    return next((project for project in projects if project.pk == chosen), None)


def projects_shown(request: HttpRequest) -> list[Project]:
    """The scope of the desk's pages: the chosen project, or all projects of the person."""
    chosen = chosen_project(request)
    return projects_to_choose(request) if chosen is None else [chosen]


def projects_looked_at(request: HttpRequest) -> QuerySet[Project]:
    """The same, to filter by."""
    projects = projects_of(request).filter(archived_at__isnull=True)
    chosen = chosen_project(request)
    return projects if chosen is None else projects.filter(pk=chosen.pk)


@require_POST
def switch_project(request: HttpRequest) -> HttpResponse:
    """Look at one project, or with a blank `project` at all of them; then the desk."""
    if pk := request.POST.get("project", ""):
        project = get_object_or_404(projects_of(request), pk=whole_number(pk) or 0)
        request.session[CHOSEN] = project.pk
    else:
        request.session.pop(CHOSEN, None)
    return redirect("admin:index")
