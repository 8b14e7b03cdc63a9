"""Terms that can change after publication: those that promise nothing, and the audience, because a
security gap must be closed at once."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batch_locks import lock_batch
from hits.models import Batch
from hits.terms import TERMS, open_names
from people.access import owns
from people.acts import record_amended
from people.models import User

FOR_OWNERS = frozenset(term.name for term in TERMS if term.owner_only)


class Promised(RateroomError):
    """The batch is published, and it promised this term."""


def open_terms(batch: Batch, by: User) -> frozenset[str]:
    """Return the names of a published batch's terms that `by` can still change."""
    promises_code = batch.completion != Batch.Completion.NONE
    return open_names(is_owner=owns(by, batch.project), promises_code=promises_code)


def closed_terms(batch: Batch, by: User) -> frozenset[str]:
    """Return the names of a draft's terms that `by` cannot change because they are not an owner."""
    return frozenset() if owns(by, batch.project) else FOR_OWNERS


@transaction.atomic
def change_open_terms(*, batch_id: int, changes: Mapping[str, object], by: User) -> bool:
    """Change these fields of a published batch; return False if they have these values already.
    Raises Promised, and Django's ValidationError for values that no batch can have."""
    batch = lock_batch(batch_id)
    before = {name: getattr(batch, name) for name in changes}
    after = {name: value for name, value in changes.items() if before[name] != value}
    if unfit := sorted(set(after) - open_terms(batch, by)):
        raise Promised(
            _("The batch is published, so these cannot change: %(names)s.")
            % {"names": ", ".join(unfit)},
            where="Batch",
            remedy=_("Duplicate the batch, and change the copy."),
        )
    for name, value in after.items():
        setattr(batch, name, value)
    others = {field.name for field in Batch._meta.fields} - set(after)
    batch.clean_fields(exclude=others)
    if after:
        batch.validate_constraints()
        batch.save(update_fields=list(after))
        record_amended(by, batch, before=before, after=after)
    return bool(after)
