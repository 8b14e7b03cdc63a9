"""Deletion of a person's data: requesting a deletion, cancelling it, and carrying it out when it is
due. The person's names are removed from all text and JSON columns, including future ones, except
columns that a keeper excludes."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial, reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from celery import current_app
from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db import connection, transaction
from django.db.models import (
    CharField,
    Field,
    FileField,
    ForeignKey,
    JSONField,
    Model,
    Q,
    QuerySet,
    TextField,
)
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from people.access import projects_for
from people.acts import record
from people.models import Act, Erasure, Membership, User
from people.personal_data.keepers import DONE_BY, keepers, projects_of_person
from people.personal_data.names import Names, names_of

if TYPE_CHECKING:
    Column = Field[object, object]

TEXTS = (CharField, TextField, JSONField, ArrayField)
STEPS = 4  # maximum number of steps from a row to the person
KEY = "key"  # keys of repeats: here, names that are also words are kept


def swept_columns() -> dict[type[Model], list["Column"]]:
    """Return the columns that can contain names, by model: texts, JSON and lists of texts. Columns
    with choices or names of stored files are left out, and so are columns that a keeper
    excludes."""
    apart = {name for keeper in keepers() for name in keeper.apart}
    return {
        model: fields
        for model in apps.get_models()
        if model._meta.managed and not model._meta.proxy and model._meta.label not in apart
        if (fields := [each for each in model._meta.concrete_fields if _is_swept(each, apart)])
    }


def _is_swept(field: "Column", apart: set[str]) -> bool:
    if isinstance(field, FileField) or field.choices or field.primary_key:
        return False
    if isinstance(field, ArrayField):
        base = field.base_field
        return isinstance(base, TEXTS) and not base.choices and _name(field) not in apart
    return isinstance(field, TEXTS) and _name(field) not in apart


def _name(field: "Column") -> str:
    return f"{field.model._meta.label}.{field.name}"


def sweep(user: User, names: Names) -> int:
    """Replace the person's names with the account's new, neutral name. Distinctive names are
    replaced everywhere. Other names are replaced only in rows about the person. Return the number
    of changed rows."""
    changed, instead = 0, user.get_username()
    replaced = partial(names.replaced, instead=instead)
    also = {label: path for keeper in keepers() for label, path in keeper.about.items()}
    for model, fields in swept_columns().items():
        if names.telling:
            naming = _naming(model, fields, names)
            changed += _sweep(naming, fields, partial(replaced, telling_only=True))
        paths = [*_paths(model, STEPS), *filter(None, [also.get(model._meta.label)])]
        own = [field for field in fields if field.name != KEY]
        if paths and own:
            rows = model._default_manager.filter(reduce(or_, (Q(**{p: user.pk}) for p in paths)))
            changed += _sweep(rows, own, partial(replaced, telling_only=False))
    return changed


def _paths(model: type[Model], steps: int) -> Iterator[str]:
    """Yield the lookups that lead from the model's rows to the person whom they are about. Foreign
    keys in DONE_BY, which name the author of an action, are not followed."""
    for field in model._meta.concrete_fields:
        if not isinstance(field, ForeignKey) or field.name in DONE_BY:
            continue
        if field.related_model is User:
            yield field.name
        elif steps > 1:
            target: Any = field.related_model
            yield from (f"{field.name}__{path}" for path in _paths(target, steps - 1))


def _naming(model: type[Model], fields: Sequence["Column"], names: Names) -> QuerySet[Any, Any]:
    texts = {f"{field.name}_swept": Cast(field.name, TextField()) for field in fields}
    wanted = [
        Q(**{f"{field.name}_swept__icontains": _written(field, name)})
        for field in fields
        for name in names.telling
    ]
    return model._default_manager.annotate(**texts).filter(reduce(or_, wanted))


def _written(field: "Column", name: str) -> str:
    """Return the name as it is written in this column. JSON columns escape some characters."""
    return json.dumps(name, ensure_ascii=False)[1:-1] if isinstance(field, JSONField) else name


def _sweep(
    rows: QuerySet[Any, Any], fields: Iterable["Column"], replaced: Callable[[object], object]
) -> int:
    by_name = {field.name: field for field in fields}
    changed = 0
    locked = rows.order_by("pk").select_for_update(of=("self",), no_key=True)
    for row in list(locked.values("pk", *by_name)):
        cleaned = {name: _fitting(field, replaced(row[name])) for name, field in by_name.items()}
        different = {name: value for name, value in cleaned.items() if value != row[name]}
        if different:
            changed += rows.model._default_manager.filter(pk=row["pk"]).update(**different)
    return changed


def _fitting(field: "Column", value: object) -> object:
    """Return `value` cut to the column's maximum length, because the new name can be longer than
    the old one."""
    if isinstance(value, list) and isinstance(field, ArrayField):
        return [_fitting(field.base_field, each) for each in value]
    longest = getattr(field, "max_length", None)
    return value[:longest] if longest and isinstance(value, str) else value


ERASE = "people.tasks.erase_person"
DAYS_TO_THINK = 30


class NotErasable(RateroomError):
    """Raised if the person's data cannot be deleted now, or cannot be deleted by this user."""


def why_not_erasable(user: User) -> str:
    """Return why the person's data cannot be deleted, or "" if it can be deleted."""
    if not user.is_active and user.erasures.filter(done_at__isnull=False).exists():
        return _("This person’s data were deleted.")
    if user.is_superuser or user.is_demo or Membership.objects.filter(user=user).exists():
        return _("Anyone with a role in a project or on this site must give up the role first.")
    against = (keeper.against(user) for keeper in keepers())
    return next((reason for reason in against if reason), "")


def may_erase(by: User, user: User) -> bool:
    """Return whether `by` can delete the person's data without anyone else's consent. This is true
    for superusers, and for owners of all projects that have data about the person. With an API
    token for one project, it is true only if no other project has data about the person."""
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
    """Request the deletion of the person's data, and return the request. It is due at `at`, by
    default DAYS_TO_THINK days from now. If a request is already pending, the earlier of the two
    times applies.

    Raises NotErasable if the data cannot be deleted.
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
    """Cancel the person's pending deletion request. Return False if there is none."""
    waiting = Erasure.objects.filter(user=user, stopped_at=None, done_at=None)
    if waiting.update(stopped_at=timezone.now()) != 1:
        return False
    _note(Act.Verb.ERASURE_STOPPED, user, by)
    return True


@transaction.atomic
def perform_erasure(*, erasure_id: int) -> bool:
    """Delete the data about the person in all apps, in one transaction. Return False if the request
    was cancelled, is already done, or is not due. Raises NotErasable if the data cannot be deleted
    now."""
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
    names = names_of(user)  # collected before an app deletes any
    with connection.cursor() as cursor:
        # Allows triggers of append-only tables to blank names and texts in this transaction.
        cursor.execute("select set_config('rateroom.erasing', 'on', true)")
    for keeper in keepers():
        if keeper.erase is not None:
            gone.update(keeper.erase(user, erasure.texts))
    user.refresh_from_db()
    gone["texts that named them"] = sweep(user, names)
    erasure.done_at, erasure.gone = timezone.now(), {name: n for name, n in gone.items() if n}
    erasure.save(update_fields=["done_at", "gone"])
    for project in sorted(projects):
        record(by, Act.Verb.ERASED, user, project_id=project, after=erasure.gone)
    return True


def due_erasures() -> list[int]:
    """Return the ids of the deletion requests that are due."""
    due = Erasure.objects.filter(stopped_at=None, done_at=None, due_at__lte=timezone.now())
    return list(due.order_by("pk").values_list("pk", flat=True))


def _note(verb: str, user: User, by: User | None) -> None:
    for project in sorted(projects_of_person(user)):
        record(by, verb, user, project_id=project)
