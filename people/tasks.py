"""Celery tasks for emails and deletions. Each task only calls the function that does the work."""

import logging
from collections.abc import Callable

from celery import Task, shared_task

from core.database.outages import AWAY, Arguments
from people.invitations import mailing
from people.notices import sending
from people.personal_data import erasing
from people.personal_data.erased_list import erase_and_list
from people.sign_in.resets import send_reset_links

logger = logging.getLogger(__name__)


def mail_task(function: Callable[Arguments, None]) -> Task[Arguments, None]:
    """Return a Celery task that is retried if the database cannot be reached, or if sending an
    email raises OSError."""
    return shared_task(
        autoretry_for=(OSError, *AWAY), retry_backoff=5, retry_backoff_max=300, max_retries=8
    )(function)


@mail_task
def mail_reset_links(email: str, language: str) -> None:
    """Email a link for resetting the password to each account with this email address."""
    count = send_reset_links(email=email, language=language)
    logger.info("A password reset was requested; links sent: %s.", count)


@mail_task
def mail_invitation(invitation_id: int) -> None:
    """Email the link of an invitation to its address."""
    if not mailing.mail_invitation(invitation_id=invitation_id):
        logger.info("Invitation %s needs no email.", invitation_id)


@mail_task
def mail_notice(notice_id: int) -> None:
    if not sending.mail_notice(notice_id=notice_id):
        logger.info("Notice %s has already been sent.", notice_id)


@shared_task
def send_late_notices() -> None:
    """Send again the emails whose task was lost. Runs every half hour."""
    if late := sending.send_late():
        logger.warning("%s notices were not mailed in time; they are sent for again.", late)


@shared_task
def erase_person(erasure_id: int) -> None:
    try:
        if erase_and_list(erasure_id=erasure_id):
            logger.info("Erasure %s is done.", erasure_id)
    except erasing.NotErasable as problem:
        logger.warning("Erasure %s waits: %s", erasure_id, problem)


@shared_task
def erase_due() -> None:
    """Send a task for each deletion of a person's data that is due. Runs every ten minutes."""
    for erasure_id in erasing.due_erasures():
        erase_person.delay(erasure_id)
