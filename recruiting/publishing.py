"""Publishing a draft: the pre-publish check, decisions on the findings, and the final step."""

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.background.asking import ask_for_decision, ask_for_preflight, decision_on
from hits.batch_locks import lock_batch
from hits.batches.preflight.choices import accept_findings, decide_on, take_items_in, unmask_outputs
from hits.batches.preflight.running import Preflight, preflight
from hits.batches.preflight.standing import is_long_draft, standing
from hits.batches.publishing import publish_batch
from hits.models import BackgroundTask, Batch
from people.models import User
from recruiting.around.attaching import pages_of, refuse_unchanged_example
from recruiting.around.consent_texts import write_consent_page
from recruiting.around.models import Page


class NotLookedAt(RateroomError):
    """Raised if the pre-publish check was not run on the current version of the draft."""


def look(batch: Batch, *, by: User) -> Preflight | BackgroundTask:
    """Return the findings of the pre-publish check on the draft. If there are many outputs, and a
    decision is still being applied or there are no current findings, return the background task
    instead. Raises RateroomError if no sample can be drawn."""
    if not is_long_draft(batch):
        return preflight(batch)
    return _looked_at(batch, decision_on(batch), by=by)


def _looked_at(
    batch: Batch, decision: BackgroundTask | None, *, by: User
) -> Preflight | BackgroundTask:
    if decision and decision.is_under_way:
        return decision
    return standing(batch) or ask_for_preflight(batch=batch, by=by)


def decide(batch: Batch, act: str, check: str, *, by: User) -> None:
    """Store a decision on the findings of one check. `act` is `accept`, `leave_out`, `mask`, or
    `take_in` or `unmask` to undo the last two. If there are many outputs, a background task leaves
    out the items or masks the outputs. Raises RateroomError."""
    if act in {"leave_out", "mask"}:
        if is_long_draft(batch):
            ask_for_decision(batch=batch, act=act, check=check, by=by)
        else:
            decide_on(batch=batch, act=act, check=check, by=by)
    elif act == "accept":
        seen = _seen(batch)
        findings = [finding for finding in seen.open if finding.check == check]
        accept_findings(batch_id=batch.pk, findings=findings, by=by)
    elif act == "unmask":
        unmask_outputs(batch_id=batch.pk)
    elif act == "take_in":
        take_items_in(batch_id=batch.pk, check=check)


@transaction.atomic
def publish(batch: Batch, *, by: User) -> bool:
    """Publish the draft, and accept its open findings on behalf of `by`. Return False if the batch
    was published before. Raises RateroomError, and NotLookedAt if a background task must check
    outputs first."""
    draft = lock_batch(batch.pk)  # so that the checked draft is the draft that is published
    if draft.state != Batch.State.DRAFT:
        return False
    if consent := pages_of(draft).get(Page.CONSENT):
        refuse_unchanged_example(consent.version)
    decision = decision_on(draft)
    if decision and decision.is_under_way:
        raise _not_looked_at()
    seen = _seen(draft)
    if seen.musts:
        raise RateroomError(
            _("Some items cannot be rated."),
            where=_("Publish"),
            remedy=_("Fix the problem, or leave those items out."),
        )
    accept_findings(batch_id=batch.pk, findings=seen.open, by=by)
    write_consent_page(draft=draft, by=by)
    return publish_batch(batch_id=batch.pk, by=by)


def _seen(draft: Batch) -> Preflight:
    """Return the findings that a background task has stored, or check the draft now. Raises
    NotLookedAt if there are many outputs that have not been checked."""
    if seen := standing(draft):
        return seen
    if is_long_draft(draft):
        raise _not_looked_at()
    return preflight(draft)


def _not_looked_at() -> NotLookedAt:
    return NotLookedAt(
        _("The draft has changed since the last check."),
        where=_("Publish"),
        remedy=_("Wait a moment, then load the page again."),
    )
