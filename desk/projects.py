"""A researcher's choice of one project or all projects. The choice is stored in the session."""

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
    """Return the user's projects by name, without archived ones. `simulated` is true for projects
    that contain only demo data. The query runs once per request."""
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
    """Return a project that contains only demo data, or None if there is none."""
    return Project.objects.filter(_is_simulated(), archived_at__isnull=True).first()


@require_POST
def open_demo(request: HttpRequest) -> HttpResponse:
    """Switch to the demo's project. Users without a role in the project become viewers."""
    demo = demo_project()
    if demo is None:
        raise Http404
    join(project=demo, user=user_of(request), role=Membership.Role.VIEWER)
    request.session[CHOSEN] = demo.pk
    return redirect("admin:index")


def chosen_project(request: HttpRequest) -> Project | None:
    """Return the chosen project if the user still has a role in it. A user with only one project
    always gets this project. Return None if all projects are chosen."""
    projects = projects_to_choose(request)
    if len(projects) == 1:
        return projects[0]
    chosen = request.session.get(CHOSEN)
    return next((project for project in projects if project.pk == chosen), None)


def follow(request: HttpRequest, project: Project) -> None:
    """Make the current page's project the chosen one, unless the user has chosen all projects."""
    chosen = chosen_project(request)
    if chosen not in (None, project) and project in projects_to_choose(request):
        request.session[CHOSEN] = project.pk


def projects_shown(request: HttpRequest) -> list[Project]:
    """Return the projects whose data the pages show: the chosen project, or all of the user's
    projects."""
    chosen = chosen_project(request)
    return projects_to_choose(request) if chosen is None else [chosen]


def projects_looked_at(request: HttpRequest) -> QuerySet[Project]:
    """Return the projects whose data the pages show, as a queryset for subqueries."""
    projects = projects_of(request).filter(archived_at__isnull=True)
    chosen = chosen_project(request)
    return projects if chosen is None else projects.filter(pk=chosen.pk)


def writable_projects(request: HttpRequest) -> QuerySet[Project]:
    """Return the projects in which the user can create objects, limited to the chosen project if
    there is one."""
    projects, chosen = projects_of(request, write=True), chosen_project(request)
    return projects if chosen is None else projects.filter(pk=chosen.pk)


@require_POST
def switch_project(request: HttpRequest) -> HttpResponse:
    """Switch to a project or, if `project` is "", to all projects. Redirect to Home."""
    if pk := request.POST.get("project", ""):
        project = get_object_or_404(projects_of(request), pk=whole_number(pk) or 0)
        request.session[CHOSEN] = project.pk
    else:
        request.session.pop(CHOSEN, None)
    return redirect("admin:index")
