"""The frame around the researchers' pages, results and documentation: navigation and project
choice."""

from functools import partial

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from desk.navigation import Navigation, is_on_the_desk
from desk.projects import chosen_project, projects_to_choose
from people.access import has_projects


def frame(request: HttpRequest) -> dict[str, object]:
    """Return the frame's template variables (a context processor). They are computed only if a page
    uses them."""
    navigation: object = SimpleLazyObject(lambda: Navigation(request))
    return {
        "navigation": navigation,
        "projects": SimpleLazyObject(lambda: projects_to_choose(request)),
        "chosen_project": SimpleLazyObject(lambda: chosen_project(request)),
        "may_start_batch": partial(has_projects, request, write=True),
        "frame_base": partial(_base, request),
    }


def _base(request: HttpRequest) -> str:
    return "desk/base.html" if is_on_the_desk(request) else "base.html"
