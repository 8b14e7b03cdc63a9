"""Celery tasks for recruitment."""

import logging

from celery import shared_task

from people.tasks import mail_task
from recruiting.links import confirming, mailing, places
from recruiting.sittings.ending import end_resting

logger = logging.getLogger(__name__)


@mail_task
def mail_link(invitation_id: int) -> None:
    """Email a link to a batch to the address stored with the link."""
    if not mailing.mail_link(invitation_id=invitation_id):
        logger.info("Link %s needs no email.", invitation_id)


@mail_task
def mail_confirmation(invitation_id: int, token: str, address: str, language: str) -> None:
    """Email a link that confirms an email address."""
    confirming.mail_confirmation(
        invitation_id=invitation_id, token=token, address=address, language=language
    )


@shared_task
def forget_newcomers() -> None:
    """Delete the `Newcomer` records of people who are no longer new. Runs every ten minutes."""
    if number := places.forget_newcomers():
        logger.info("The networks of %s people were deleted.", number)


@shared_task
def end_resting_sittings() -> None:
    """End the sessions that had no activity for a day. Runs every ten minutes."""
    if number := end_resting():
        logger.info("%s sittings had rested too long and are over.", number)
