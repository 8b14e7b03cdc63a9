"""Celery envelopes of recruiting."""

import logging

from celery import shared_task

from database.outages import AWAY
from recruiting.links import mailing

logger = logging.getLogger(__name__)


# A mail server that does not answer raises OSError, and so does one that refuses.
@shared_task(autoretry_for=(OSError, *AWAY), retry_backoff=5, retry_backoff_max=300, max_retries=8)
def mail_link(invitation_id: int, site: str) -> None:
    """Send a link into a batch to its address."""
    if not mailing.mail_link(invitation_id=invitation_id, site=site):
        logger.info("Link %s needs no mail.", invitation_id)
