"""The project or all projects that a researcher has chosen. The session stores the choice."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from core.database.whole_numbers import whole_number
from people.access import CHOSEN, projects_of, user_of
from people.members import join
from people.models import Membership, Project
from stimuli.models import Dataset


def projects_to_choose(request: HttpRequest) -> list[Project]:
    """Return the person's projects by name, without archived ones. `simulated` marks projects with
    only the demo's data. The query runs once per request."""
    cache = request.__dict__
    if "_desk_projects" not in cache:
        projects_in_use = projects_of(request).filter(archived_at__isnull=True)
        cache["_desk_projects"] = list(
            projects_in_use.annotate(simulated=_is_simulated()).order_by("name", "pk")
        )
    projects: list[Project] = cache["_desk_projects"]
    return projects


def _is_simulated() -> Q:
    datasets = Dataset.objects.filter(project=OuterRef("pk"))
    return Exists(datasets.filter(simulated=True)) & ~Exists(datasets.filter(simulated=False))


def demo_project() -> Project | None:
    """Return a project that only has the demo's data; None if the site has no such project."""
    return Project.objects.filter(_is_simulated(), archived_at__isnull=True).first()


@require_POST
def open_demo(request: HttpRequest) -> HttpResponse:
    """Switch to the demo's project. People without a role in the demo's project become viewers."""
    demo = demo_project()
    if demo is None:
        raise Http404
    join(project=demo, user=user_of(request), role=Membership.Role.VIEWER)
    request.session[CHOSEN] = demo.pk
    return redirect("admin:index")


def chosen_project(request: HttpRequest) -> Project | None:
    """Return the chosen project while the person has a role in it. Otherwise return their only
    project, or None for all projects."""
    projects = projects_to_choose(request)
    if len(projects) == 1:
        return projects[0]
    chosen = request.session.get(CHOSEN)
    return next((project for project in projects if project.pk == chosen), None)


def follow(request: HttpRequest, project: Project) -> None:
    """Switch to the project of the open page, unless the person has chosen all projects."""
    chosen = chosen_project(request)
    if chosen not in (None, project) and project in projects_to_choose(request):
        request.session[CHOSEN] = project.pk


def projects_shown(request: HttpRequest) -> list[Project]:
    """Return the projects whose data the pages show: the chosen one, or all of the person's."""
    chosen = chosen_project(request)
    return projects_to_choose(request) if chosen is None else [chosen]


def projects_looked_at(request: HttpRequest) -> QuerySet[Project]:
    """Return the projects whose data the researchers' pages show, as a queryset for subqueries."""
    projects = projects_of(request).filter(archived_at__isnull=True)
    chosen = chosen_project(request)
    return projects if chosen is None else projects.filter(pk=chosen.pk)


def writable_projects(request: HttpRequest) -> QuerySet[Project]:
    """Return the projects in which the person can create objects: the chosen project, or all
    projects that the person may change."""
    projects, chosen = projects_of(request, write=True), chosen_project(request)
    return projects if chosen is None else projects.filter(pk=chosen.pk)


@require_POST
def switch_project(request: HttpRequest) -> HttpResponse:
    """Switch to a project, or to all projects if `project` is blank. Then redirect to Home."""
    if pk := request.POST.get("project", ""):
        project = get_object_or_404(projects_of(request), pk=whole_number(pk) or 0)
        request.session[CHOSEN] = project.pk
    else:
        request.session.pop(CHOSEN, None)
    return redirect("admin:index")
