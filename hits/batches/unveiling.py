"""Early access to means by system, before a batch is closed: recorded with the person."""

from django.db import transaction

from hits.models import Batch
from people.acts import record
from people.models import Act, User


def has_unveiled(batch: Batch, user: User) -> bool:
    """Return whether this person asked for the means of this batch."""
    acts = Act.objects.filter(subject_type=Batch._meta.label_lower, subject_id=batch.pk)
    return acts.filter(actor=user, verb=Act.Verb.UNVEILED).exists()


def sees_means(batch: Batch, user: User) -> bool:
    """Return whether this person sees means by system: no answer can still change, or they asked.
    Pilots follow the same rule."""
    return batch.state == Batch.State.CLOSED or has_unveiled(batch, user)


@transaction.atomic
def unveil_means(*, batch: Batch, by: User) -> bool:
    """Note that this person looks at the means from now on. False if they did before, or where the
    batch is closed and nothing is hidden."""
    locked = Batch.objects.select_for_update(no_key=True).get(pk=batch.pk)
    if locked.state == Batch.State.CLOSED or has_unveiled(locked, by):
        return False
    record(actor=by, verb=Act.Verb.UNVEILED, subject=locked, project_id=locked.project_id)
    return True
