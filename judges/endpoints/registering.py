"""Storing and changing endpoints. Changes are recorded as acts, without API keys or addresses."""

from collections.abc import Iterable

from django.db import transaction

from judges.models import JudgeEndpoint
from people.acts import record
from people.models import Act, User

KEY_FIELDS = {"key", "new_key", "from_environment"}


@transaction.atomic
def store_endpoint(
    *, endpoint: JudgeEndpoint, by: User, changed: Iterable[str] = ()
) -> JudgeEndpoint:
    """Create or update an endpoint that a form has validated, record the act, and return the
    endpoint. For an existing endpoint, only the fields in `changed` are saved. The API key is saved
    too if a field in `KEY_FIELDS` has changed."""
    is_new, names = endpoint.pk is None, set(changed)
    if is_new:
        endpoint.save()
    else:
        fields = {field.name for field in JudgeEndpoint._meta.concrete_fields} & names
        sealed = {"sealed_key"} if names & KEY_FIELDS else set()
        endpoint.save(update_fields=fields | sealed)
    record(
        by,
        Act.Verb.CREATED if is_new else Act.Verb.AMENDED,
        endpoint,
        after=None if is_new else {"fields": sorted(names)},
    )
    return endpoint
