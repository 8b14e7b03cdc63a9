"""The last step: what the pre-flight found, all that was chosen, what it costs, and the button that
promises it."""

from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from desk.steps.cost import cost_context
from hits.access import batch_for_researcher
from hits.background.asking import (
    ask_for_decision,
    ask_for_preflight,
    decision_on,
    preflight_tasks,
)
from hits.batch_locks import lock_batch
from hits.batches.audience import who_may_work
from hits.batches.preflight.choices import (
    accept_findings,
    decide_on,
    take_items_in,
    unmask_outputs,
)
from hits.batches.preflight.running import Preflight, preflight
from hits.batches.preflight.standing import is_long, is_long_draft, standing
from hits.batches.publishing import publish_batch
from hits.models import BackgroundTask, Batch
from people.access import user_of
from people.models import User
from recruiting.around.attaching import pages_of, refuse_unchanged_example
from recruiting.around.models import Page


class NotLookedAt(RateroomError):  # noqa: N818 - named for what is the case
    """The pre-flight has not looked at the draft as it is."""


def publish_context(batch: Batch, *, by: User) -> dict[str, Any]:
    """The pre-flight, or the task that is `looking` for it; the choices, each with its step; the
    cost; who may work."""
    context = {
        **cost_context(batch),
        **who_may_work(batch),
        "systems": batch.systems.count(),
        "declared_rules": list(batch.declared_rules.all()),
    }
    if "cost_error" in context:
        return context
    preview = context["preview"]
    if not is_long(preview.readings[0].reading.count * context["systems"]):
        context["preflight"] = preflight(batch, eligible=preview.eligible)
        return context
    if decision := decision_on(batch):
        context["looking"] = decision
    seen = _looked_at(batch, decision, by=by)
    context["looking" if isinstance(seen, BackgroundTask) else "preflight"] = seen
    return context


def look(batch: Batch, *, by: User) -> Preflight | BackgroundTask:
    """What the checks find in the draft, or the task of the worker that is at it, where many
    outputs are to be looked at. Raises RateroomError where no sample can be drawn."""
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
    """Keep what was decided about one finding: `accept`, `leave_out` or `mask`, or `take_in` and
    `unmask` again; a worker does it where many outputs are looked at for it. Raises
    RateroomError."""
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
    """Promise the draft's terms; what was found and not decided on is accepted by whoever
    publishes. False when it was published before. Raises RateroomError, and NotLookedAt where a
    worker has yet to look at many outputs."""
    draft = lock_batch(batch.pk)  # so that what is looked at is what is promised
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
            _("The pre-flight found what annotators could not rate."),
            where=_("Publish"),
            remedy=_("Mend it, or leave those items out."),
        )
    accept_findings(batch_id=batch.pk, findings=seen.open, by=by)
    return publish_batch(batch_id=batch.pk, by=by)


def _seen(draft: Batch) -> Preflight:
    """What a worker found, or what the checks find now. Raises NotLookedAt where no worker has
    looked at many outputs."""
    if seen := standing(draft):
        return seen
    if is_long_draft(draft):
        raise _not_looked_at()
    return preflight(draft)


def _not_looked_at() -> NotLookedAt:
    return NotLookedAt(
        _("The pre-flight has not looked at the draft as it is now."),
        where=_("Publish"),
        remedy=_("Wait until it is done, and see what it found."),
    )


def preflight_part(request: HttpRequest, pk: int) -> HttpResponse:
    """How far the `task` is that the page shows; when it has ended the page is to load itself
    anew."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    task = whole_number(request.GET.get("task", ""))
    looking = preflight_tasks(batch).filter(pk=task or 0).first()
    if looking is None or not looking.is_under_way:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "desk/steps/_looking.html", {"looking": looking})
