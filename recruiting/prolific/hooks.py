"""Webhooks from Prolific. A webhook is accepted only once, and only if it is signed.

Webhooks can arrive late, twice and in any order. Therefore, we only use a webhook to learn which
submission to check. Then we ask Prolific for the submission's current state.
"""

import json

from django.db import transaction
from django.utils import timezone

from recruiting.prolific.api.client import Client, PanelError, Refused
from recruiting.prolific.api.shapes import SUBMISSION_EVENT
from recruiting.prolific.api.signatures import hook_is_genuine
from recruiting.prolific.following import note_submission
from recruiting.prolific.models import HookEvent, Submission, Workspace

LONGEST = 100


class HookRefused(Exception):
    """Raised if the request is not a webhook, or if Prolific did not sign it."""


def receive(
    *, workspace_id: int, body: bytes, timestamp: str, signature: str, event: str
) -> int | None:
    """Store a webhook and return the id of the stored event, which the caller must handle. Return
    None if the event was received before or is not about our data. Raises HookRefused."""
    workspace = Workspace.objects.filter(pk=workspace_id).first()
    if workspace is None or not hook_is_genuine(
        workspace.hook_secret, timestamp=timestamp, body=body, signature=signature
    ):
        raise HookRefused
    try:
        content = json.loads(body)
        event_type, session = content["event_type"], content["resource_id"]
    except (ValueError, KeyError, TypeError):
        raise HookRefused from None
    if not event or len(event) > LONGEST or event_type != SUBMISSION_EVENT:
        return None
    if not Submission.objects.filter(
        session=str(session), study__batch__project=workspace.project_id
    ).exists():
        return None
    row, created = HookEvent.objects.get_or_create(
        workspace=workspace, event=event, defaults={"session": str(session)}
    )
    return row.pk if created else None


def handle(*, event_id: int) -> bool:
    """Fetch and store the state of the submission that the webhook names. Return False if Prolific
    does not reply, so that the event must be handled again later."""
    events = HookEvent.objects.select_related("workspace").filter(handled_at=None)
    row = events.filter(pk=event_id).first()
    if row is None:
        return True
    try:
        with Client(row.workspace.token) as client:
            submission = client.submission(row.session)
    except Refused:
        submission = None  # it was deleted at Prolific, so there is nothing to check
    except PanelError:
        return False
    with transaction.atomic():
        if submission is not None:
            note_submission(session=row.session, shape=submission)
        HookEvent.objects.filter(pk=row.pk).update(handled_at=timezone.now())
    return True
