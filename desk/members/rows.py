"""What the pages about projects list: projects with a person's role, members, invitations."""

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest

from core.database.aggregates import number_of
from core.database.keyset import LATEST_FIRST, PER_PAGE, Cursor, Key, Window, window
from hits.models import Batch
from people.access import projects_of, user_of
from people.models import Membership, Project

BY_NAME = (Key("name"), Key("pk"))


def projects_with_role(request: HttpRequest) -> QuerySet[Project]:
    """The person's projects with `role` (blank for a superuser who has none), `people` and
    `batch_count`."""
    mine = Membership.objects.filter(project=OuterRef("pk"), user=user_of(request))
    return projects_of(request).annotate(
        role=Subquery(mine.values("role")),
        people=number_of(Membership.objects.filter(project=OuterRef("pk")), by="project"),
        batch_count=number_of(Batch.objects.filter(project=OuterRef("pk")), by="project"),
    )


def invitations_window(project: Project, cursor: Cursor | None) -> Window:
    """A page of the invitations into the project, the newest first."""
    invitations = project.invitations.filter(batch=None).select_related("created_by")
    return window(invitations, LATEST_FIRST, cursor, size=PER_PAGE)
