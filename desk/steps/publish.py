"""The last step: what the pre-flight found, all that was chosen, what it costs, and the button that
promises it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from core.database.whole_numbers import whole_number
from hits.access import batch_for_researcher
from hits.background.asking import (
    decision_on,
    preflight_tasks,
)
from hits.batches.audience import who_may_work
from hits.batches.preflight.running import preflight
from hits.batches.preflight.standing import is_long
from hits.models import BackgroundTask, Batch
from people.access import user_of
from people.models import User
from recruiting.cost import cost_context
from recruiting.publishing import (
    _looked_at,
)


def publish_context(batch: Batch, *, by: User) -> dict[str, object]:
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


def preflight_part(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the progress of the page's `task`; when it has ended, the page reloads."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    task = whole_number(request.GET.get("task", ""))
    looking = preflight_tasks(batch).filter(pk=task or 0).first()
    if looking is None or not looking.is_under_way:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "desk/steps/_looking.html", {"looking": looking})
