"""Early access to the systems' mean scores before a batch is closed. Each user's access is
recorded."""

from django.db import transaction

from hits.models import Batch
from people.acts import record
from people.models import Act, User


def has_unveiled(batch: Batch, user: User) -> bool:
    """Return whether the user has chosen to see the batch's mean scores before it is closed."""
    acts = Act.objects.filter(subject_type=Batch._meta.label_lower, subject_id=batch.pk)
    return acts.filter(actor=user, verb=Act.Verb.UNVEILED).exists()


def sees_means(batch: Batch, user: User) -> bool:
    """Return whether the user can see the systems' mean scores, because the batch is closed or the
    user has chosen to see them. This also applies to pilots."""
    return batch.state == Batch.State.CLOSED or has_unveiled(batch, user)


@transaction.atomic
def unveil_means(*, batch: Batch, by: User) -> bool:
    """Record that the user can see the mean scores from now on. Return False if the user can
    already see them."""
    locked = Batch.objects.select_for_update(no_key=True).get(pk=batch.pk)
    if locked.state == Batch.State.CLOSED or has_unveiled(locked, by):
        return False
    record(by, Act.Verb.UNVEILED, locked)
    return True
