"""Setting the qualification that people need to claim HITs in a batch."""

from django.db import transaction
from django.utils.translation import gettext as _

from hits.batch_locks import lock_batch
from hits.models import Batch, Enrolment, Qualification
from hits.queue.prefetched import free_prefetched_of
from people.acts import record
from people.models import Act, User
from quality.qualifications.granting import NotGranted


@transaction.atomic
def require_qualification(
    *, batch: Batch, qualification: Qualification | None, by: User | None
) -> bool:
    """Change the qualification that people need to claim HITs in the batch, and log this. If
    `qualification` is None, everyone in the audience can claim HITs. Return False if nothing
    changes. Raises NotGranted if the batch's own test gives the qualification.

    People without the qualification can finish a HIT that they have claimed.
    """
    locked = lock_batch(batch.pk)
    before = locked.required_qualification
    if before == qualification:
        return False
    if qualification is not None and qualification.pk == locked.tested_qualification_id:
        raise NotGranted(
            _(
                "A batch cannot require the qualification that its own test grants, because no "
                "one could take the test. Choose a different qualification."
            )
        )
    if qualification is not None and qualification.project_id != locked.project_id:
        raise ValueError("A qualification of another project.")
    Batch.objects.filter(pk=batch.pk).update(required_qualification=qualification)
    if qualification is not None:
        enrolled = Enrolment.objects.filter(batch=batch).exclude(
            annotator__in=qualification.people.filter(revoked_at__isnull=True).values("user")
        )
        free_prefetched_of(
            batch_id=batch.pk, annotator_ids=list(enrolled.values_list("annotator", flat=True))
        )
    record(
        by,
        Act.Verb.AMENDED,
        batch,
        before={"qualification required": str(before) if before else None},
        after={"qualification required": str(qualification) if qualification else None},
    )
    return True
