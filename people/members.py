"""Projects and their members: creating and changing projects, and granting, changing and removing
roles. A project always has at least one owner."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Case, F, QuerySet, Value, When
from django.utils.translation import gettext as _

from core.database.field_checks import check_fields
from core.database.keyset import PER_PAGE, Cursor, Key, Window, window
from core.errors import RateroomError
from people.access import check_scope
from people.acts import record, record_amended
from people.models import Act, Membership, Project, User
from people.models.tokens import Scope

BY_ROLE = (Key("rank"), Key("username"), Key("pk"))  # owners first


class RoleRefused(RateroomError):
    """Raised if the role cannot be granted, changed or removed."""


def create_project(*, project: Project, by: User) -> Project:
    """Store a new project with `by` as its owner, record the act, and return the project. Raises
    FieldsError for invalid settings, and RateroomError if the name was taken in the meantime."""
    check_scope(by, Scope.PEOPLE)
    project.clean()
    check_fields(project, [field.name for field in Project._meta.fields])
    try:
        with transaction.atomic():
            project.save(force_insert=True)
            Membership.objects.create(project=project, user=by, role=Membership.Role.OWNER)
            record(by, Act.Verb.CREATED, project)
    except IntegrityError as error:
        raise _name_taken() from error
    return project


def change_project(*, project: Project, changes: Mapping[str, object], by: User) -> bool:
    """Change the project's settings in `changes`. Return False if nothing changes. Raises
    FieldsError for invalid settings, and RateroomError if the name was taken in the meantime."""
    try:
        with transaction.atomic():
            return _change(project, changes, by)
    except IntegrityError as error:
        raise _name_taken() from error


def _change(project: Project, changes: Mapping[str, object], by: User) -> bool:
    locked = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    before = {name: getattr(locked, name) for name in changes}
    after = {name: value for name, value in changes.items() if before[name] != value}
    for name, value in changes.items():
        setattr(locked, name, value)
        setattr(project, name, value)
    check_fields(locked, changes)
    if after:
        locked.save(update_fields=list(after))
        record_amended(by, locked, before=before, after=after)
    return bool(after)


def _name_taken() -> RateroomError:
    return RateroomError(_("This name is already taken."), field="name")


@transaction.atomic
def join(*, project: Project, user: User, role: str) -> Membership:
    """Give a person a role in the project, record the act, and return the membership. People who
    already have a role keep it."""
    membership, created = Membership.objects.get_or_create(
        project=project, user=user, defaults={"role": role}
    )
    if created:
        record(user, Act.Verb.JOINED, user, project_id=project.pk, after={"role": role})
    return membership


@transaction.atomic
def change_role(*, project: Project, user_id: int, role: str, by: User) -> bool:
    """Change a member's role, and record the act. Return False if nothing changes. Raises
    RoleRefused if the project would have no owner left."""
    check_scope(by, Scope.PEOPLE)
    membership = _locked(project, user_id)
    if membership is None or membership.role == role:
        return False
    if role != Membership.Role.OWNER:
        _refuse_last_owner(membership)
    before, membership.role = membership.role, role
    membership.save(update_fields=["role"])
    _note(membership, by=by, before={"role": before}, after={"role": role})
    return True


@transaction.atomic
def end_role(*, project: Project, user_id: int, by: User) -> bool:
    """Remove a member from the project, and record the act. Return False if the person is not a
    member. Raises RoleRefused for the project's last owner."""
    check_scope(by, Scope.PEOPLE)
    membership = _locked(project, user_id)
    if membership is None:
        return False
    _refuse_last_owner(membership)
    membership.delete()
    _note(membership, by=by, before={"role": membership.role})
    return True


def _locked(project: Project, user_id: int) -> Membership | None:
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    members = Membership.objects.select_related("user")
    return members.filter(project=project, user_id=user_id).first()


def _note(membership: Membership, *, by: User, **changes: dict[str, object]) -> None:
    record(by, Act.Verb.ROLE_CHANGED, membership.user, project_id=membership.project_id, **changes)


def _refuse_last_owner(membership: Membership) -> None:
    if membership.role != Membership.Role.OWNER:
        return
    owners = Membership.objects.filter(
        project=membership.project_id, role=Membership.Role.OWNER
    ).exclude(pk=membership.pk)
    if not owners.exists():
        raise RoleRefused(
            _("A project needs an owner. To change this role, add another owner first.")
        )


@dataclass(frozen=True)
class Member:
    """A row in the list of members. `alone` is true if the member is the project's only owner."""

    membership: Membership
    alone: bool


def members_of(project: Project) -> list[Member]:
    """Return the members of the project, sorted by role (owners first) and then by name."""
    ordered = _memberships(project).order_by(*(key.order(backwards=False) for key in BY_ROLE))
    return _members(project, list(ordered))


def _memberships(project: Project) -> QuerySet[Membership]:
    ranks = [When(role=role, then=Value(rank)) for rank, role in enumerate(Membership.Role.values)]
    memberships = project.memberships.select_related("user")
    return memberships.annotate(rank=Case(*ranks), username=F("user__username"))


def _members(project: Project, memberships: Sequence[Membership]) -> list[Member]:
    owner = Membership.Role.OWNER
    alone = project.memberships.filter(role=owner)[:2].count() == 1
    return [Member(membership, alone and membership.role == owner) for membership in memberships]


def members_window(project: Project, cursor: Cursor | None) -> tuple[list[Member], Window]:
    """Return one page of the members, in the order of `members_of`, and the window, which has the
    cursors of the adjacent pages."""
    page = window(_memberships(project), BY_ROLE, cursor, size=PER_PAGE)
    return _members(project, page.rows), page
