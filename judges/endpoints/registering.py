"""Endpoints that are stored and changed: each an act, which names neither key nor address."""

from collections.abc import Iterable

from django.db import transaction

from judges.models import JudgeEndpoint
from people.acts import record
from people.models import Act, User


@transaction.atomic
def store_endpoint(
    *, endpoint: JudgeEndpoint, by: User, changed: Iterable[str] = ()
) -> JudgeEndpoint:
    """Store an endpoint that its form has checked; `changed` names the fields of one that there
    was."""
    is_new = endpoint.pk is None
    endpoint.save()
    record(
        actor=by,
        verb=Act.Verb.CREATED if is_new else Act.Verb.AMENDED,
        subject=endpoint,
        project_id=endpoint.project_id,
        after=None if is_new else {"fields": sorted(changed)},
    )
    return endpoint
