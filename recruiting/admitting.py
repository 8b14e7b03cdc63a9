"""Admitting and enrolling people who come to a batch through a link or from a panel."""

from django.db import transaction

from hits.batches.audience import admit_whoever_comes
from hits.models import Batch, Enrolment
from hits.queue.claiming import enrol
from people.models import User

OPEN_STATES = (Batch.State.LIVE, Batch.State.PAUSED)


@transaction.atomic
def admit_to_batch(*, batch: Batch, user: User, channel: str, cap: int | None = None) -> Enrolment:
    """Admit and enrol a person who came through `channel`, with at most `cap` HITs. Return the
    enrolment. A person who has already claimed HITs keeps their channel and limit. Raises
    NothingLeft if the person was blocked or the batch is not open to them."""
    admit_whoever_comes(batch=batch, user=user, origin=channel)
    enrolment = enrol(annotator=user, batch=batch, consent_given=False)
    if enrolment.channel != channel and not enrolment.claims:
        enrolment.channel, enrolment.cap = channel, cap
        enrolment.save(update_fields=["channel", "cap"])
    return enrolment
