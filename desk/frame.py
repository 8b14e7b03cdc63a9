"""The frame of the researchers' pages, which surrounds pages, results and documentation."""

from functools import partial

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from desk.navigation import Navigation, is_on_the_desk
from desk.projects import chosen_project, projects_to_choose
from people.access import has_projects


def frame(request: HttpRequest) -> dict[str, object]:
    """Return the frame's context, computed only if a page uses it (a context processor)."""
    navigation: object = SimpleLazyObject(lambda: Navigation(request))
    return {
        "navigation": navigation,
        "projects": SimpleLazyObject(lambda: projects_to_choose(request)),
        "chosen_project": SimpleLazyObject(lambda: chosen_project(request)),
        "may_start_batch": partial(has_projects, request, write=True),
        "frame_base": partial(_base, request),
    }


def _base(request: HttpRequest) -> str:
    """Return the name of the base template: the researchers' template for people with a role, and
    the plain template for others."""
    return "desk/base.html" if is_on_the_desk(request) else "base.html"
