"""Access to the systems' mean scores before a batch is closed. Each person's access is recorded."""

from django.db import transaction

from hits.models import Batch
from people.acts import record
from people.models import Act, User


def has_unveiled(batch: Batch, user: User) -> bool:
    """Return whether this person asked to see the mean scores of this batch."""
    acts = Act.objects.filter(subject_type=Batch._meta.label_lower, subject_id=batch.pk)
    return acts.filter(actor=user, verb=Act.Verb.UNVEILED).exists()


def sees_means(batch: Batch, user: User) -> bool:
    """Return whether this person can see the systems' mean scores, because the batch is closed or
    because the person asked to see them. Pilots follow the same rule."""
    return batch.state == Batch.State.CLOSED or has_unveiled(batch, user)


@transaction.atomic
def unveil_means(*, batch: Batch, by: User) -> bool:
    """Record that this person can see the mean scores from now on. Return False if the person could
    already see them, or if the batch is closed and nothing is hidden."""
    locked = Batch.objects.select_for_update(no_key=True).get(pk=batch.pk)
    if locked.state == Batch.State.CLOSED or has_unveiled(locked, by):
        return False
    record(by, Act.Verb.UNVEILED, locked)
    return True
