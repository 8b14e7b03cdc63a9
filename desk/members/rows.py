"""What the pages about projects list: projects with a person's role, members, invitations."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, F, OuterRef, QuerySet, Subquery, Value, When
from django.http import HttpRequest

from core.database.aggregates import number_of
from core.database.keyset import LATEST_FIRST, Cursor, Key, Window, window
from hits.models import Batch
from people.access import projects_of, user_of
from people.models import Membership, Project

PER_PAGE = 100
BY_NAME = (Key("name"), Key("pk"))
BY_ROLE = (Key("rank"), Key("username"), Key("pk"))  # owners first


@dataclass(frozen=True)
class Member:
    """A member as their row shows them: `alone` where they are the only owner."""

    membership: Membership
    alone: bool


def projects_with_role(request: HttpRequest) -> QuerySet[Project]:
    """The person's projects with `role` (blank for a superuser who has none), `people` and
    `batch_count`."""
    mine = Membership.objects.filter(project=OuterRef("pk"), user=user_of(request))
    return projects_of(request).annotate(
        role=Subquery(mine.values("role")),
        people=number_of(Membership.objects.filter(project=OuterRef("pk")), by="project"),
        batch_count=number_of(Batch.objects.filter(project=OuterRef("pk")), by="project"),
    )


def members_of(project: Project) -> list[Member]:
    """Everybody who has a role: owners first, then by role and name."""
    ordered = _memberships(project).order_by(*(key.order(backwards=False) for key in BY_ROLE))
    return _members(project, list(ordered))


def members_window(project: Project, cursor: Cursor | None) -> tuple[list[Member], Window]:
    """A page of them, in the same order."""
    page = window(_memberships(project), BY_ROLE, cursor, size=PER_PAGE)
    return _members(project, page.rows), page


def _memberships(project: Project) -> QuerySet[Membership]:
    ranks = [When(role=role, then=Value(rank)) for rank, role in enumerate(Membership.Role.values)]
    memberships = project.memberships.select_related("user")
    return memberships.annotate(rank=Case(*ranks), username=F("user__username"))


def _members(project: Project, memberships: Sequence[Membership]) -> list[Member]:
    owner = Membership.Role.OWNER
    alone = project.memberships.filter(role=owner)[:2].count() == 1
    return [Member(membership, alone and membership.role == owner) for membership in memberships]


def invitations_window(project: Project, cursor: Cursor | None) -> Window:
    """A page of the invitations into the project, the newest first."""
    invitations = project.invitations.exclude(role="").select_related("created_by")
    return window(invitations, LATEST_FIRST, cursor, size=PER_PAGE)
