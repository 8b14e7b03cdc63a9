"""Pages to extend a batch (form, cost and confirmation), and buttons to copy a batch."""

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.database.keyset import LATEST_FIRST, PER_PAGE, cursor_of, window
from core.errors import RateroomError
from desk.amending.forms import FORMS, AmendmentForm, MainBatchForm, RowsForm
from desk.pages import new_key
from desk.refusals import refusals_in, refusals_shown
from desk.steps.data import lead_to, refuse_interrupted
from desk.steps.publish import add_funds, funds_form
from hits.access import batch_for_researcher
from hits.batches.amendments import AMENDABLE, amend_batch, plan_amendment
from hits.batches.pilots import duplicate_batch, make_main_batch, mark_pilot
from hits.batches.terms.published import counts_people
from hits.batches.wishes import Plan
from hits.models import Amendment, Batch
from hits.money.escrow import price
from payments.posting import available
from people.access import user_of
from recruiting.around.attaching import copy_pages
from stimuli.folders import as_table
from stimuli.imports import prepare_rows


def amend(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show the possible amendments. If the form or the query requests an amendment, show its cost.
    If the person confirms it, extend the batch."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    if batch.state not in AMENDABLE:
        return redirect("admin:batch_running", batch.pk)
    sent = (request.POST if request.method == "POST" else request.GET).copy()
    form, plan = None, None
    if request.method == "POST" or "kind" in sent:
        kind = sent.get("kind", "")
        if kind not in FORMS:
            raise Http404
        sent.setdefault("key", new_key())
        form = FORMS[kind](batch, sent, auto_id=f"{kind}_%s")
        if form.is_valid():
            with refusals_in(form):
                if "confirm" in request.POST:
                    return _amended(request, batch, form)
                plan = plan_amendment(batch, form.wish())
    amendments = batch.amendments.select_related("made_by")
    context = {
        **frame,
        **_context(batch, form, plan),
        "title": _("Extend the batch"),
        "window": window(amendments, LATEST_FIRST, cursor_of(request.GET), size=PER_PAGE),
    }
    return TemplateResponse(request, "desk/amending/amend.html", context)


@require_POST
def add_rows(request: HttpRequest, pk: int) -> HttpResponse:
    """Store an uploaded table of more items for the batch's dataset, and redirect to the page about
    its columns."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    form = RowsForm(request.POST, request.FILES)
    there = reverse("admin:amend", args=[batch.pk])
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["table"])))
        return lead_to(request, there)
    with refusals_shown(request):
        refuse_interrupted(request)
        table, archive = form.cleaned_data["table"]
        with as_table(table, archive) as (rows, media):
            record = prepare_rows(
                dataset=batch.dataset,
                table=rows,
                archive=media,
                version=batch.rubric_version_id,
                created_by=user_of(request),
            )
        there = reverse("admin:rows_columns", args=[batch.pk, record.pk])
    return lead_to(request, there)


def _amended(request: HttpRequest, batch: Batch, form: AmendmentForm) -> HttpResponse:
    key, by = form.cleaned_data["key"], user_of(request)
    with transaction.atomic():
        add_funds(batch.project, request.POST, by=by)
        amend_batch(batch_id=batch.pk, wish=form.wish(), key=key, by=by)
    messages.success(request, _("Batch extended. Any added cost has been reserved."))
    return redirect("admin:batch_running", batch.pk)


def _context(batch: Batch, form: AmendmentForm | None, plan: Plan | None) -> dict[str, object]:
    forms = [
        (
            Amendment.Kind(kind),
            form if form is not None and form.kind == kind else _blank(batch, kind),
        )
        for kind in FORMS
        if kind != Amendment.Kind.PEOPLE or counts_people(batch)
    ]
    balance = available(batch.project)
    return {
        "batch": batch,
        "currency": batch.project.currency,
        "forms": forms,
        "rows": RowsForm(auto_id="rows_%s"),
        "is_drawn": batch.sample_rule != Batch.SampleRule.ALL,
        "form": form,
        "plan": plan,
        "training": batch.training_pay * plan.details.get("people", 0) if plan else 0,
        "available": balance,
        "funds": funds_form(plan.cost - balance) if plan and plan.cost > balance else None,
        "price": price(batch),
    }


def _blank(batch: Batch, kind: str) -> AmendmentForm:
    return FORMS[kind](batch, initial={"key": new_key()}, auto_id=f"{kind}_%s")


@require_POST
def duplicate(request: HttpRequest, pk: int) -> HttpResponse:
    """Create a draft with the same terms and pages, and redirect to the draft."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    with transaction.atomic():
        copy = duplicate_batch(batch=batch, by=user_of(request))
        copy_pages(source=batch, target=copy, by=user_of(request))
    messages.success(
        request, _("Draft created with the terms of the original batch. You can change the draft.")
    )
    return redirect("admin:batch_step", copy.pk, "publish")


@require_POST
def pilot(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark the batch as a pilot, or remove the mark."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    mark_pilot(batch=batch, is_pilot=request.POST.get("is_pilot") == "yes", by=user_of(request))
    return redirect("admin:batch_running", batch.pk)


def main_batch(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Ask which items and people to exclude, then create the main batch of a pilot as a draft."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    form = MainBatchForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                main = make_main_batch(pilot=batch, by=user_of(request), **form.cleaned_data)
                copy_pages(source=batch, target=main, by=user_of(request))
        except RateroomError as error:
            messages.error(request, str(error))
            return redirect("admin:batch_running", batch.pk)
        messages.success(
            request,
            _("Draft created with the terms of the original batch. You can change the draft."),
        )
        return redirect("admin:batch_step", main.pk, "publish")
    context = {**frame, "title": _("Create main batch"), "batch": batch, "form": form}
    return TemplateResponse(request, "desk/amending/main_batch.html", context)
