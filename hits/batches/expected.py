"""People whom researchers add to a project's pool or a batch's list. People connected with the
project are added immediately, and others when they log in. Researchers see the same message in both
cases, so it does not reveal who has an account."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.dispatch import receiver

from hits.batches.audience import admit, forget, refuse
from hits.models import Admission, Batch, Enrolment, ExpectedPerson, QualifiedPerson
from people.models import Membership, PoolMember, Project, User
from people.named import NamedPeople, find_people
from people.pool import add_to_pool, remove_from_pool
from people.sign_in.addresses import address_verified, ask_to_confirm_address, has_verified_address


def people_of(project: Project) -> QuerySet[User]:
    """Return everyone connected with the project: its members, people in its pool or on its
    batches' lists, and people who have joined its batches or have its qualifications."""
    ties = (
        Enrolment.objects.filter(annotator=OuterRef("pk"), batch__project=project),
        PoolMember.objects.filter(user=OuterRef("pk"), project=project),
        Membership.objects.filter(user=OuterRef("pk"), project=project),
        Admission.objects.filter(user=OuterRef("pk"), batch__project=project),
        QualifiedPerson.objects.filter(user=OuterRef("pk"), qualification__project=project),
    )
    any_of_them = Q()
    for rows in ties:
        any_of_them |= Q(Exists(rows))
    return User.objects.filter(any_of_them)


@dataclass(frozen=True)
class PeopleList:
    """The pool of a project or, if `batch` is set, the list of one of its batches."""

    project: Project
    batch: Batch | None = None

    @property
    def expected(self) -> QuerySet[ExpectedPerson]:
        """Return the people on the list who have not logged in yet, newest first."""
        rows = ExpectedPerson.objects.filter(project=self.project, batch=self.batch)
        return rows.select_related("added_by").order_by("-pk")

    def find(self, text: str) -> NamedPeople:
        """Find the people in `text`, one per line. The result does not reveal accounts that are not
        connected with the project."""
        return find_people(text, people_of(self.project))

    @transaction.atomic
    def put(self, named: NamedPeople, *, verdict: str = "", by: User | None) -> int:
        """Add the people to the pool or, if `batch` is set, to the batch's list with this
        `verdict`. Return the number of people for whom this is new."""
        names = sorted({_stored(name) for name in named.strangers})
        same = self.expected.filter(name__in=names, verdict=verdict).count()
        ExpectedPerson.objects.bulk_create(
            [
                ExpectedPerson(
                    project=self.project, batch=self.batch, verdict=verdict, name=name, added_by=by
                )
                for name in names
            ],
            update_conflicts=True,
            unique_fields=["name", "project", "batch"],
            update_fields=["verdict"],
        )
        return len(names) - same + self._put_known(named.users, verdict, by)

    def _put_known(self, users: Sequence[User], verdict: str, by: User | None) -> int:
        if self.batch is None:
            return add_to_pool(project=self.project, users=users, by=by)
        decide = admit if verdict == Admission.Verdict.ADMITTED else refuse
        return decide(batch=self.batch, users=users, by=by)

    @transaction.atomic
    def take_off(self, named: NamedPeople) -> int:
        """Remove the people from the list. Return the number of people removed."""
        names = [*named.strangers, *(user.username for user in named.users)]
        names += [user.email for user in named.users if user.email]
        rows = self.expected.filter(name__in=[_stored(name) for name in names])
        expected = rows.order_by().delete()[0]
        if self.batch is None:
            return expected + remove_from_pool(project=self.project, users=named.users)
        return expected + forget(batch=self.batch, users=named.users)


def _stored(name: str) -> str:
    return name.lower() if "@" in name else name


@transaction.atomic
def match_expected(user: User) -> int:
    """Add the user to each list that contains their name or email address as an expected person.
    Return the number of lists.

    An email address counts only after the user has confirmed it. A name counts only if the user had
    it before a researcher entered it. Otherwise, someone else could claim a name or address. Users
    with an unconfirmed address are asked by email to confirm it.
    """
    by_name = Q(name=user.username, added_at__gt=user.date_joined) & ~Q(name__contains="@")
    by_address = Q(name=user.email.lower(), name__contains="@")
    rows = ExpectedPerson.objects.filter(by_name | by_address).order_by("pk")
    expected = list(
        rows.select_for_update(of=("self",)).select_related("project", "batch", "added_by")
    )
    theirs = [row for row in expected if "@" not in row.name or has_verified_address(user)]
    if len(theirs) < len(expected):
        ask_to_confirm_address(user)
    for row in theirs:
        _put(row, user)
    ExpectedPerson.objects.filter(pk__in=[row.pk for row in theirs]).delete()
    return len(theirs)


def _put(row: ExpectedPerson, user: User) -> None:
    listed = PeopleList(row.project, row.batch)
    listed.put(NamedPeople([user], [], [], []), verdict=row.verdict, by=row.added_by)


@receiver([user_logged_in, address_verified])
def _match(user: User, **_kwargs: object) -> None:
    match_expected(user)
