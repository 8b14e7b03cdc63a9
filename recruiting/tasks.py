"""Celery envelopes of recruiting."""

import logging

from people.tasks import mail_task
from recruiting.links import mailing

logger = logging.getLogger(__name__)


@mail_task
def mail_link(invitation_id: int, site: str) -> None:
    """Send a link into a batch to its address."""
    if not mailing.mail_link(invitation_id=invitation_id, site=site):
        logger.info("Link %s needs no mail.", invitation_id)
