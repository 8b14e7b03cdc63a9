"""The activity log. Each action of a researcher is stored as one row, in the transaction that makes
the changes."""

from collections.abc import Mapping

from django.db.models import Model, QuerySet

from people.models import Act, Project, User
from people.requests.ids import request_id, token_id


def record(
    actor: User | None,
    verb: str,
    subject: Model,
    *,
    project_id: int | None = None,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
) -> None:
    """Record that `actor` (None for the site itself) performed the action `verb`, an `Act.Verb`, on
    `subject`. The request's API token is recorded too.

    Call this in the function that changes the data, and in its transaction, so that actions that
    are rolled back are not recorded. The subject of an action in a batch is the batch. `project_id`
    is needed if `subject` is not a project and has no `project_id`.

    `before` and `after` map names to the changed values, which can be JSON, decimals and times. If
    many rows change, record their number instead of each row.
    """
    if project_id is None:
        is_project = isinstance(subject, Project)
        project_id = subject.pk if is_project else getattr(subject, "project_id", None)
    Act.objects.create(
        actor=actor,
        verb=Act.Verb(verb),
        project_id=project_id,
        subject_type=subject._meta.label_lower,
        subject_id=subject.pk,
        subject_name=str(subject)[: Act._meta.get_field("subject_name").max_length],
        before=dict(before) if before is not None else None,
        after=dict(after) if after is not None else None,
        request_id=request_id(),
        token_id=token_id(),
    )


def record_amended(
    actor: User, subject: Model, *, before: Mapping[str, object], after: Mapping[str, object]
) -> None:
    """Record that `actor` changed the values in `after`. `before` must have the earlier value of
    each of them."""
    record(
        actor, Act.Verb.AMENDED, subject, before={name: before[name] for name in after}, after=after
    )


def acts_of(subject: Model) -> QuerySet[Act]:
    return Act.objects.filter(subject_type=subject._meta.label_lower, subject_id=subject.pk)
