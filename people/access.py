"""Access to projects by role. All other permission functions use these functions."""

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from people.models import WRITERS, Membership, Project, User


def projects_for(user: User, *, write: bool = False) -> QuerySet[Project]:
    """Return the projects in which `user` has a role, or all projects for a superuser. With
    `write`, the role must allow changes to the project. If the request uses an API token, return
    only the projects that the token allows."""
    if not user.is_active or (write and user.limit and not user.limit.write):
        return Project.objects.none()
    if user.is_superuser:
        return _within(user, Project.objects.all())
    roles = {"memberships__role__in": WRITERS} if write else {}
    return _within(user, Project.objects.filter(memberships__user=user, **roles))


def _within(user: User, projects: QuerySet[Project]) -> QuerySet[Project]:
    if user.limit is None or user.limit.project_id is None:
        return projects
    return projects.filter(pk=user.limit.project_id)


def is_writer(user: User, project_id: int) -> bool:
    """Return whether the person may change the content of the project."""
    return projects_for(user, write=True).filter(pk=project_id).exists()


def owns(user: User, project: Project) -> bool:
    """Return whether the person owns the project. Superusers own every project. A request with an
    API token only counts as the owner of projects that the token allows."""
    if not user.is_active or (user.limit and user.limit.project_id not in {None, project.pk}):
        return False
    return (
        user.is_superuser
        or project.memberships.filter(user=user, role=Membership.Role.OWNER).exists()
    )


def check_scope(user: User, scope: str) -> None:
    """Raise PermissionDenied if the request uses an API token that does not have this scope."""
    if user.limit is not None and scope not in user.limit.scopes:
        raise PermissionDenied(f"This needs a token with the scope “{scope}”.")


def project_for_member(user: User, pk: int) -> Project:
    """Return the project if the person has a role in it. Raises Http404 otherwise."""
    project = projects_for(user).filter(pk=pk).first()
    if project is None:
        raise Http404
    return project


def project_for_writer(user: User, pk: int) -> Project:
    """Return the project if the person is an owner or researcher in it. Raises Http404 for people
    without a role, and PermissionDenied for viewers."""
    project = project_for_member(user, pk)
    if not is_writer(user, pk):
        raise PermissionDenied
    return project


def project_for_owner(user: User, pk: int) -> Project:
    """Return the project if the person owns it. Raises Http404 for people without a role, and
    PermissionDenied for other members."""
    project = project_for_member(user, pk)
    if not owns(user, project):
        raise PermissionDenied
    return project


def projects_of(request: HttpRequest, *, write: bool = False) -> QuerySet[Project]:
    """Return the projects of the person who made the request, as `projects_for` does. Return no
    projects for people without access to researchers' pages."""
    user = request.user
    if not user.is_authenticated or not user.is_staff:
        return Project.objects.none()
    return projects_for(user, write=write)


def has_projects(request: HttpRequest, *, write: bool = False) -> bool:
    """Return whether `projects_of` returns any project. The result is stored on the request,
    because a page can need it several times."""
    answers: dict[bool, bool] = request.__dict__.setdefault("_has_projects", {})
    if write not in answers:
        answers[write] = projects_of(request, write=write).exists()
    return answers[write]


CHOSEN = "desk_project"  # session key for the current project of the researcher pages


def user_of(request: HttpRequest) -> User:
    """Return the logged-in person. Raises PermissionDenied if no one is logged in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
