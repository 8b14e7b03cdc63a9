"""The view of Home."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from desk.home.batches import rows_of
from desk.home.decisions import decisions
from desk.projects import chosen_project, demo_project, projects_looked_at
from desk.steps.data import blank_upload
from hits.models import Assignment
from hits.money.escrow import ProjectMoney, project_money
from hits.states import State
from people.access import has_projects
from people.models import Project
from stimuli.models import Dataset


@dataclass(frozen=True)
class FirstSteps:
    """The state of Home without batches: whether the person has a project and data, and the demo's
    project (None if there is no demo)."""

    project: bool
    data: bool
    demo: Project | None


def home(request: HttpRequest, frame: dict[str, object]) -> TemplateResponse:
    """Show the decisions, money and batches of the chosen projects. If there are no batches, show
    how to create the first one."""
    projects = projects_looked_at(request)
    rows = rows_of(projects)
    first_steps = None if rows else _first_steps(request)
    context = {
        **frame,
        "title": _("Home"),
        "decisions": decisions(projects),
        "rows": rows,
        "money": _money(request),
        "at_work": _people_at_work(projects),
        "first_steps": first_steps,
    }
    if first_steps and first_steps.project:
        context |= blank_upload(request)
    return TemplateResponse(request, "desk/home.html", context)


def _money(request: HttpRequest) -> ProjectMoney | None:
    """Return the chosen project's money. Return None if several projects are chosen, because their
    currencies can differ."""
    project = chosen_project(request)
    return project_money(project) if project else None


def _people_at_work(projects: QuerySet[Project]) -> int:
    """Return the number of people who are working on a HIT of these projects now. Prefetched HITs
    do not count."""
    return (
        Assignment.objects.filter(
            batch__project__in=projects, state=State.CLAIMED, prefetched=False
        )
        .values("annotator")
        .distinct()
        .count()
    )


def _first_steps(request: HttpRequest) -> FirstSteps:
    return FirstSteps(
        project=has_projects(request, write=True),
        data=Dataset.objects.filter(project__in=projects_looked_at(request)).exists(),
        demo=demo_project(),
    )
