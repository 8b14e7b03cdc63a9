"""Addresses of projects and their members, below the desk's."""

from desk.addresses import framed, guarded
from desk.members import views
from desk.members.settings import ProjectSettings

MEMBER_URLS = (
    framed("projects/", views.projects_page, "projects"),
    framed("projects/new/", views.new_project, "new_project"),
    framed("projects/<bigint:pk>/", views.project_page, "project"),
    framed("projects/<bigint:pk>/settings/", ProjectSettings, "project_settings"),
    framed("projects/<bigint:pk>/invite/", views.invite_member, "invite"),
    framed("projects/<bigint:pk>/members/<bigint:user_pk>/", views.set_role, "set_role"),
    guarded(
        "projects/<bigint:pk>/members/<bigint:user_pk>/sessions/",
        views.end_member_sessions,
        "end_member_sessions",
    ),
    framed(
        "projects/<bigint:pk>/invitations/<bigint:invitation_pk>/revoke/",
        views.take_back,
        "revoke_invitation",
    ),
)
