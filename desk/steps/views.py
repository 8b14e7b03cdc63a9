"""The pages of a draft's steps. One view shows a step, saves it, and redirects to the next."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from analysis.power.asking import ask_for_power
from core.errors import RateroomError
from desk.steps.asked import asked_context, save_asked
from desk.steps.cost import amendment_address, use_offer, use_terms
from desk.steps.data import data_of
from desk.steps.forms import ComparedForm, ParticipantsForm, PayForm, StepForm
from desk.steps.power import PowerForm, first_form, power_context
from desk.steps.publish import publish_context, publish_with_funds
from desk.steps.steps import FORMS, PUBLISH, next_address, places_on, step_address
from hits.access import batch_for_researcher
from hits.batches.amendments import AMENDABLE
from hits.batches.cost_preview import cost_preview
from hits.batches.drafting import change_draft
from hits.batches.previewing import HitsInOrder
from hits.batches.sampling import drawn_ids, eligible_count
from hits.batches.terms.draft import starting_terms
from hits.models import Batch
from hits.page.views.preview import number_wanted
from hits.terms import TERMS
from people.access import is_writer, user_of
from recruiting.cost import cost_context
from recruiting.publishing import decide
from stimuli.models import Item

SIZES = ("desk", "phone")


def look_context(request: HttpRequest, batch: Batch) -> dict[str, object]:
    """Return the template variables to preview the HIT that the query names, with the numbers of
    the HITs before and after it. The query is for example `?item=2&size=phone`, or `?find=` with an
    item's id."""
    try:
        hits = HitsInOrder(batch)
    except RateroomError as error:
        return {"problem": str(error)}
    find = request.GET.get("find", "").strip()
    wanted = number_wanted(request.GET, hits)
    number = min(max(wanted or 1, 1), hits.total or 1)
    size = request.GET.get("size", "desk")
    missing = _("“%(name)s” was not found.") % {"name": find}
    return {
        "preview": hits.preview,
        "number": number,
        "total": hits.total,
        "missing": missing if find and wanted != number else "",
        "size": size if size in SIZES else SIZES[0],
        "previous": number - 1,
        "next": number + 1 if number < hits.total else None,
    }


LISTED = 60  # drawn ids to show


def compared_context(batch: Batch) -> dict[str, object]:
    """Return the template variables with the number of items, the sample's cost, and the ids of its
    first items. If no sample can be drawn, the variable `problem` says why."""
    eligible = eligible_count(batch)
    context: dict[str, object] = {
        "items": Item.objects.filter(dataset=batch.dataset_id).count(),
        "eligible": eligible,
        "per_page": batch.rubric_version.spec.outputs.per_page,
    }
    try:
        context["preview"] = cost_preview(batch, eligible=eligible)
        context["drawn"] = drawn_ids(batch, most=LISTED, eligible=eligible)
    except RateroomError as error:
        context["problem"] = str(error)
    return context


Context = dict[str, object]


def batch_step(request: HttpRequest, frame: Context, pk: int, step: str) -> HttpResponse:
    """Show a step of a draft. A POST saves the step and goes on, or shows its problems. For a
    published batch, and for users who cannot change the draft, only the locked terms are shown."""
    user, is_post = user_of(request), request.method == "POST"
    batch = batch_for_researcher(user, pk, write=is_post or step != PUBLISH)
    if step not in FORMS:
        raise Http404
    if batch.state != Batch.State.DRAFT and not (step == "power" and batch.state in AMENDABLE):
        if step != PUBLISH or is_post:
            return redirect("admin:batch_running", pk)
        return _page(request, frame, batch, step, {"only_locked": True})
    if step == PUBLISH and not is_post and not is_writer(user, batch.project_id):
        return _page(request, frame, batch, step, {"only_locked": True})
    prefetch_related_objects([batch], "systems")
    try:
        return PAGES[step](request, frame, batch)
    except RateroomError as error:
        messages.error(request, str(error))
        if batch.state != Batch.State.DRAFT:
            return redirect("admin:batch_running", pk)
        # A page that cannot be shown redirects to the one that explains why there is no sample.
        return redirect(step_address(batch, step if is_post else "compared"))


def _page(
    request: HttpRequest, frame: Context, batch: Batch, step: str, context: Context
) -> HttpResponse:
    preview: Any = context.get("preview")
    shared = {
        "title": batch.title,
        "batch": batch,
        "currency": batch.project.currency,
        "places": places_on(request, batch, preview=preview),
    }
    return TemplateResponse(request, f"desk/steps/{step}.html", {**frame, **shared, **context})


def _asked(request: HttpRequest, frame: Context, batch: Batch) -> HttpResponse:
    problem = ""
    if request.method == "POST":
        problem = save_asked(request, batch)
        if not problem:
            return redirect(next_address(request, batch, "asked"))
    return _page(request, frame, batch, "asked", {**asked_context(batch), "problem": problem})


def _save(batch: Batch, form: StepForm) -> Batch:
    systems = form.cleaned_data.get("systems")
    chosen = None if systems is None else [system.pk for system in systems]
    return change_draft(batch_id=batch.pk, changes=form.changes(), systems=chosen)


def _stored(request: HttpRequest, batch: Batch) -> Batch:
    """Return the batch as stored in the database, because a form with errors has changed
    `batch`."""
    return batch_for_researcher(user_of(request), batch.pk)


def _compared(request: HttpRequest, frame: Context, batch: Batch) -> HttpResponse:
    form = ComparedForm(request.POST or None, instance=batch)
    if request.method == "POST" and form.is_valid():
        return redirect(next_address(request, _save(batch, form), "compared"))
    stored = _stored(request, batch) if form.is_bound else batch
    return _page(request, frame, stored, "compared", {**compared_context(stored), "form": form})


def _people(request: HttpRequest, frame: Context, batch: Batch) -> HttpResponse:
    form = ParticipantsForm(request.POST or None, instance=batch)
    if request.method == "POST" and form.is_valid():
        return redirect(next_address(request, _save(batch, form), "people"))
    stored = _stored(request, batch) if form.is_bound else batch
    return _page(request, frame, stored, "people", _with_rare({"form": form}, form))


def _with_rare(context: Context, form: StepForm) -> Context:
    """Return the template variables with `has_wrong_rare` added, which says whether a field in the
    collapsed part has an error."""
    wrong = any(term.rare and term.name in form.errors for term in TERMS)
    return {**context, "has_wrong_rare": wrong}


def _pay(request: HttpRequest, frame: Context, batch: Batch) -> HttpResponse:
    if "use" in request.POST or "terms" in request.POST:
        use_offer(batch, request.POST.get("use", ""))
        use_terms(batch, request.POST.get("terms", ""))
        return redirect(step_address(batch, "pay"))
    form = PayForm(request.POST or None, instance=batch)
    if request.method == "POST" and form.is_valid():
        return redirect(next_address(request, _save(batch, form), "pay"))
    stored = _stored(request, batch) if form.is_bound else batch
    context = cost_context(stored, budget=request.GET.get("budget", ""))
    context |= {"form": form, "starting_terms": starting_terms(stored.rubric_version)}
    return _page(request, frame, stored, "pay", _with_rare(context, form))


def _power(request: HttpRequest, frame: Context, batch: Batch) -> HttpResponse:
    context = power_context(batch)
    task = context["task"]
    if request.headers.get("HX-Request"):
        if task is None or not task.is_under_way:
            return HttpResponse(headers={"HX-Refresh": "true"})
        return render(request, "desk/steps/_power.html", context)
    form = first_form(batch, task)
    if "use" in request.POST and batch.state != Batch.State.DRAFT:
        return redirect(amendment_address(batch, request.POST["use"]))
    if "use" in request.POST:
        use_offer(batch, request.POST["use"])
        return redirect(step_address(batch, "pay"))
    if request.method == "POST":
        form = PowerForm(batch, request.POST)
        if form.is_valid():
            ask_for_power(batch=batch, wish=form.wish(), by=user_of(request))
            return redirect(step_address(batch, "power"))
    return _page(request, frame, batch, "power", {**context, "form": form})


def _look(request: HttpRequest, frame: Context, batch: Batch) -> HttpResponse:
    if request.method == "POST":
        return redirect(next_address(request, batch, "look"))
    return _page(request, frame, batch, "look", look_context(request, batch))


def _publish(request: HttpRequest, frame: Context, batch: Batch) -> HttpResponse:
    if request.method == "POST":
        if act := request.POST.get("act"):
            decide(batch, act, request.POST.get("check", ""), by=user_of(request))
            return redirect(step_address(batch, "publish"))
        publish_with_funds(batch, request.POST, by=user_of(request))
        messages.success(
            request, _("The HITs are being created. The batch goes live once they are ready.")
        )
        return redirect("admin:batch_running", batch.pk)
    return _page(request, frame, batch, "publish", publish_context(batch, by=user_of(request)))


PAGES: dict[str, Callable[[HttpRequest, Context, Batch], HttpResponse]] = {
    "data": data_of,
    "asked": _asked,
    "compared": _compared,
    "people": _people,
    "pay": _pay,
    "power": _power,
    "look": _look,
    "publish": _publish,
}
