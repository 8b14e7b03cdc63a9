"""The addresses of projects and their members, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.members import views
from desk.members.settings import ProjectSettings


def member_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("projects/", framed(views.projects_page), name="projects"),
        path("projects/new/", framed(views.new_project), name="new_project"),
        path("projects/<bigint:pk>/", framed(views.project_page), name="project"),
        path(
            "projects/<bigint:pk>/settings/",
            framed(ProjectSettings.as_view()),
            name="project_settings",
        ),
        path("projects/<bigint:pk>/invite/", framed(views.invite_member), name="invite"),
        path(
            "projects/<bigint:pk>/members/<bigint:user_pk>/",
            framed(views.set_role),
            name="set_role",
        ),
        path(
            "projects/<bigint:pk>/members/<bigint:user_pk>/sessions/",
            guarded(views.end_member_sessions),
            name="end_member_sessions",
        ),
        path(
            "projects/<bigint:pk>/invitations/<bigint:invitation_pk>/revoke/",
            framed(views.take_back),
            name="revoke_invitation",
        ),
    ]
