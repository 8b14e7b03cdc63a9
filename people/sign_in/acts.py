"""Recording researchers' logins in the activity log of each of their projects."""

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver

from people.acts import record
from people.models import Act, Membership, User


@receiver(user_logged_in)
def note_sign_in(user: User, **_kwargs: object) -> None:
    """Record the login of a person with access to researchers' pages, once for each of the person's
    projects. If the person has no project, record the login without one. Logins of annotators are
    not recorded."""
    if not user.is_staff:
        return
    memberships = Membership.objects.filter(user=user).order_by("project_id")
    projects: list[int | None] = list(memberships.values_list("project_id", flat=True))
    for project_id in projects or [None]:
        record(user, Act.Verb.SIGNED_IN, user, project_id=project_id)
