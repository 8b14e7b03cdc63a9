"""What the pages about projects list: projects with a person's role, members, invitations."""

from dataclasses import dataclass

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest

from database.aggregates import number_of
from hits.models import Batch
from people.access import projects_of, user_of
from people.models import Invitation, Membership, Project

MOST = 100  # of each list on a page


@dataclass(frozen=True)
class Member:
    """A member as their row shows them: `alone` where they are the only owner."""

    membership: Membership
    alone: bool


def projects_with_role(request: HttpRequest) -> QuerySet[Project]:
    """The person's projects with `role` (blank for a superuser who has none), `people` and
    `batch_count`."""
    mine = Membership.objects.filter(project=OuterRef("pk"), user=user_of(request))
    return (
        projects_of(request)
        .annotate(
            role=Subquery(mine.values("role")),
            people=number_of(Membership.objects.filter(project=OuterRef("pk")), by="project"),
            batch_count=number_of(Batch.objects.filter(project=OuterRef("pk")), by="project"),
        )
        .order_by("name", "pk")
    )


def members_of(project: Project) -> list[Member]:
    """Owners first, then by role and name."""
    memberships = list(project.memberships.select_related("user").order_by("user__username")[:MOST])
    order = list(Membership.Role.values)
    owners = sum(membership.role == Membership.Role.OWNER for membership in memberships)
    return [
        Member(membership, membership.role == Membership.Role.OWNER and owners == 1)
        for membership in sorted(memberships, key=lambda each: order.index(each.role))
    ]


def invitations_of(project: Project) -> list[Invitation]:
    """The latest, the newest first."""
    invitations = project.invitations.exclude(role="").select_related("created_by")
    return list(invitations.order_by("-pk")[:MOST])
