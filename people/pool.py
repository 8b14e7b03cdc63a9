"""A project's pool: people without a role who can work on the project's batches."""

from collections.abc import Collection, Iterable

from django.db import transaction

from people.models import PoolMember, Project, User


@transaction.atomic
def add_to_pool(*, project: Project, users: Iterable[User], by: User | None) -> int:
    """Add people to the project's pool. Return the number of people who were not in it before."""
    before = PoolMember.objects.filter(project=project).count()
    # In a fixed order, so that two lists stored at once wait for each other without a deadlock.
    members = [
        PoolMember(project=project, user=user, added_by=by)
        for user in sorted(users, key=lambda user: user.pk)
    ]
    PoolMember.objects.bulk_create(members, ignore_conflicts=True)
    return PoolMember.objects.filter(project=project).count() - before


def remove_from_pool(*, project: Project, users: Collection[User]) -> int:
    """Remove people from the project's pool, and return how many were removed. A removed person can
    still finish a HIT that they have started."""
    deleted, _by_model = PoolMember.objects.filter(project=project, user__in=users).delete()
    return deleted
