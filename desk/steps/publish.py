"""The last step of creating a batch, “Check and publish”: the cost, the result of the pre-publish
check, and publishing. The publish button also adds missing funds."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from desk.payments.forms import FundsForm
from hits.access import batch_for_researcher
from hits.background.asking import decision_on, preflight_tasks
from hits.batches.preflight.running import preflight
from hits.batches.preflight.standing import is_long
from hits.models import BackgroundTask, Batch
from payments.posting import deposit
from people.access import user_of
from people.models import Project, User
from recruiting.cost import cost_context
from recruiting.publishing import _looked_at, publish


class AlreadyPublished(RateroomError):
    """Raised if someone else has already published the batch. No funds are added in this case."""


def publish_context(batch: Batch, *, by: User) -> dict[str, Any]:
    """Return the template variables with the cost, the form for missing funds, and the result of
    the pre-publish check. While a check is running, `looking` is its task."""
    context = cost_context(batch)
    if "cost_error" in context:
        return context
    if context["left"] < 0:
        context["funds"] = funds_form(-context["left"])
    preview = context["preview"]
    if not is_long(preview.readings[0].reading.count * batch.systems.count()):
        context["preflight"] = preflight(batch, eligible=preview.eligible)
        return context
    if decision := decision_on(batch):
        context["looking"] = decision
    seen = _looked_at(batch, decision, by=by)
    context["looking" if isinstance(seen, BackgroundTask) else "preflight"] = seen
    return context


@transaction.atomic
def publish_with_funds(batch: Batch, sent: Mapping[str, str], *, by: User) -> None:
    """Add the submitted funds, if any, and publish the draft in one transaction. Raises
    RateroomError, and changes nothing, if this is impossible."""
    add_funds(batch.project, sent, by=by)
    if not publish(batch, by=by) and "amount" in sent:
        raise AlreadyPublished(_("This batch is already published. No money was added."))


def funds_form(missing: Decimal) -> FundsForm:
    """Return the form to add the missing funds to the project."""
    form = FundsForm(initial={"amount": missing})
    form.fields["amount"].label = _("Add funds")
    return form


def add_funds(project: Project, sent: Mapping[str, str], *, by: User) -> None:
    """Add the submitted amount, if any, to the project's funds. Raises RateroomError if the amount
    is invalid."""
    if "amount" not in sent:
        return
    form = FundsForm(sent)
    if not form.is_valid():
        raise RateroomError(_("Enter a positive amount with up to two decimals."))
    deposit(project=project, by=by, **form.cleaned_data)


def preflight_part(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the progress of the pre-publish check's task. If the task has ended, make the page
    reload."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    task = whole_number(request.GET.get("task", ""))
    looking = preflight_tasks(batch).filter(pk=task or 0).first()
    if looking is None or not looking.is_under_way:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "desk/steps/_looking.html", {"looking": looking})
