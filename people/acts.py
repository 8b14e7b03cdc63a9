"""Activity: one row for each act of a researcher, in the transaction that does it."""

from collections.abc import Mapping

from django.db.models import Model, QuerySet

from people.models import Act, User
from people.requests.ids import request_id, token_id


def record(
    *,
    actor: User | None,
    verb: str,
    subject: Model,
    project_id: int | None,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
) -> None:
    """Note that `actor` (None: the site itself) did `verb`, an `Act.Verb`, to `subject`.

    Called by the function that writes, inside its transaction: an act that is undone was none. What
    happens in a batch has the batch as its subject. `before` and `after` hold what changed, by
    name, as what JSON can hold, decimals and times; of many rows the number, not each. The API
    token that the request came with is recorded too.
    """
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
    *,
    actor: User,
    subject: Model,
    project_id: int | None,
    before: Mapping[str, object],
    after: Mapping[str, object],
) -> None:
    """Note that `actor` changed the names in `after`; of `before` only these are stored."""
    record(
        actor=actor,
        verb=Act.Verb.AMENDED,
        subject=subject,
        project_id=project_id,
        before={name: before[name] for name in after},
        after=after,
    )


def acts_of(subject: Model) -> QuerySet[Act]:
    return Act.objects.filter(subject_type=subject._meta.label_lower, subject_id=subject.pk)
