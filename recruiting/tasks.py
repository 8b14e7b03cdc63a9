"""Celery envelopes of recruiting."""

import logging

from celery import shared_task

from people.tasks import mail_task
from recruiting.links import mailing
from recruiting.sittings.ending import end_resting

logger = logging.getLogger(__name__)


@mail_task
def mail_link(invitation_id: int) -> None:
    """Send a link into a batch to its address."""
    if not mailing.mail_link(invitation_id=invitation_id):
        logger.info("Link %s needs no mail.", invitation_id)


@shared_task
def end_resting_sittings() -> None:
    """End sittings that nobody has gone on with for a day; runs every ten minutes."""
    if number := end_resting():
        logger.info("%s sittings had rested too long and are over.", number)
