"""Celery tasks for Prolific. The tasks load rows by id and call plain functions."""

import logging

from celery import shared_task

from core.database.locks import Work, alone_at
from core.errors import RateroomError
from recruiting.prolific.api.client import PanelError
from recruiting.prolific.ending import end_sittings
from recruiting.prolific.following import follow_study, to_follow
from recruiting.prolific.hooks import handle
from recruiting.prolific.models import HookEvent
from recruiting.prolific.outbox import attend, to_do

logger = logging.getLogger(__name__)
AT_ONCE = 200


@shared_task
def take_event(event_id: int) -> None:
    """Fetch and store the state of the submission that a webhook names. If Prolific does not reply,
    `follow` handles the event later."""
    if not handle(event_id=event_id):
        logger.warning(
            "Prolific did not reply about event %s. The event is handled later.", event_id
        )


@shared_task
def follow() -> None:
    """Check the studies in progress, and retry webhooks that could not be handled. This task runs
    every minute, because some workspaces have no webhooks."""
    waiting = HookEvent.objects.filter(handled_at=None).order_by("received_at")
    for pk in waiting.values_list("pk", flat=True)[:AT_ONCE]:
        if not handle(event_id=pk):
            break
    for study in to_follow():
        try:
            follow_study(study=study)
        except PanelError as error:
            logger.warning("Study %s could not be updated: %s", study.pk, error)
        except RateroomError:
            logger.exception("Study %s could not be updated.", study.pk)


@shared_task
def send_calls() -> None:
    """End the sittings that are over on this site, send calls to Prolific, and look up unknown
    outcomes. This task runs every minute and after each decision. Only one run at a time sends
    calls, because Prolific does not accept concurrent payments."""
    with alone_at(Work.PANEL_CALLS, 0, wait=False) as alone:
        if not alone:
            return
        end_sittings()
        for pk in to_do().values_list("pk", flat=True)[:AT_ONCE]:
            try:
                attend(call_id=pk)
            except RateroomError:
                logger.exception("Call %s to Prolific failed.", pk)
