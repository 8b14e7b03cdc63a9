"""Deletion of a person's data: requested, cancelled, and done once it is due."""

from collections import Counter
from datetime import datetime, timedelta
from functools import partial

from celery import current_app
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from people.access import projects_for
from people.acts import record
from people.models import Act, Erasure, Membership, User
from people.personal_data.keepers import keepers, projects_of_person
from people.personal_data.names import names_of
from people.personal_data.sweeping import sweep

ERASE = "people.tasks.erase_person"
DAYS_TO_THINK = 30


class NotErasable(RateroomError):
    """The person's data cannot be erased now, or not by this person."""


def why_not_erasable(user: User) -> str:
    """In a sentence; blank where their data can be erased."""
    if not user.is_active and user.erasures.filter(done_at__isnull=False).exists():
        return _("The data of this person have already been deleted.")
    if user.is_superuser or user.is_demo or Membership.objects.filter(user=user).exists():
        return _("Anyone with a role in a project or on this site must give it up first.")
    against = (keeper.against(user) for keeper in keepers())
    return next((reason for reason in against if reason), "")


def may_erase(by: User, user: User) -> bool:
    """Return whether `by` may decide it alone: a superuser, and who owns every project that the
    person has to do with. A token for one project speaks for no other."""
    is_bound = by.limit is not None and by.limit.project_id is not None
    if by.is_superuser and by.is_active and not is_bound:
        return True
    projects = projects_of_person(user)
    owned = projects_for(by).filter(
        memberships__user=by, memberships__role=Membership.Role.OWNER, pk__in=projects
    )
    return bool(projects) and owned.count() == len(projects)


@transaction.atomic
def ask_erasure(
    *, user: User, origin: str, texts: bool, by: User | None, at: datetime | None = None
) -> Erasure:
    """Have the person's data erased at that time, DAYS_TO_THINK days from now where none is given;
    one that waits is given back, and done at the earlier of the two times.

    Raises NotErasable.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if problem := why_not_erasable(user):
        raise NotErasable(problem)
    due_at = at or timezone.now() + timedelta(days=DAYS_TO_THINK)
    erasure = Erasure.objects.filter(user=user, stopped_at=None, done_at=None).first()
    if erasure is None:
        erasure = Erasure.objects.create(
            user=user, origin=origin, texts=texts, asked_by=by, due_at=due_at
        )
        _note(Act.Verb.ERASURE_ASKED, user, by)
    else:
        erasure.due_at, erasure.texts = min(due_at, erasure.due_at), erasure.texts or texts
        erasure.save(update_fields=["due_at", "texts"])
    if erasure.due_at <= timezone.now():
        transaction.on_commit(partial(current_app.send_task, ERASE, args=(erasure.pk,)))
    return erasure


@transaction.atomic
def stop_erasure(*, user: User, by: User | None) -> bool:
    """Take back an erasure that is not done yet; False where there is none."""
    waiting = Erasure.objects.filter(user=user, stopped_at=None, done_at=None)
    if waiting.update(stopped_at=timezone.now()) != 1:
        return False
    _note(Act.Verb.ERASURE_STOPPED, user, by)
    return True


@transaction.atomic
def perform_erasure(*, erasure_id: int) -> bool:
    """Delete every app's data about the person, all of it or nothing; return False if it was
    cancelled or done before, or is not due. Raises NotErasable if something prevents it now."""
    due = Erasure.objects.filter(
        pk=erasure_id, stopped_at=None, done_at=None, due_at__lte=timezone.now()
    )
    erasure = due.select_for_update(of=("self",)).select_related("user", "asked_by").first()
    if erasure is None:
        return False
    user = User.objects.select_for_update(no_key=True).get(pk=erasure.user_id)
    if problem := why_not_erasable(user):
        raise NotErasable(problem)
    by = erasure.asked_by if erasure.asked_by_id != user.pk else None
    projects = projects_of_person(user)
    gone = Counter[str]()
    names = names_of(user)  # before any app forgets one
    with connection.cursor() as cursor:
        # Lets the triggers of append-only tables blank names and texts, until the transaction ends.
        cursor.execute("select set_config('rateroom.erasing', 'on', true)")
    for keeper in keepers():
        if keeper.erase is not None:
            gone.update(keeper.erase(user, erasure.texts))
    user.refresh_from_db()
    gone["texts that named them"] = sweep(user, names)
    erasure.done_at, erasure.gone = timezone.now(), {name: n for name, n in gone.items() if n}
    erasure.save(update_fields=["done_at", "gone"])
    for project in sorted(projects):
        record(actor=by, verb=Act.Verb.ERASED, subject=user, project_id=project, after=erasure.gone)
    return True


def due_erasures() -> list[int]:
    """Ids of those that are to be done now."""
    due = Erasure.objects.filter(stopped_at=None, done_at=None, due_at__lte=timezone.now())
    return list(due.order_by("pk").values_list("pk", flat=True))


def _note(verb: str, user: User, by: User | None) -> None:
    for project in sorted(projects_of_person(user)):
        record(actor=by, verb=verb, subject=user, project_id=project)
