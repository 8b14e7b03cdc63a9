"""The page of a batch's quality checks. For a draft, it shows settings and gold HITs. After
publication, it shows results."""

from collections.abc import Iterator

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from core.database.keyset import cursor_of
from core.errors import RateroomError
from core.tabular.uploaded import uploaded
from desk.asking import asks_first
from desk.pages import Question
from desk.quality.forms import ChecksForm, CopiesForm
from desk.refusals import refusals_in, refusals_shown
from desk.steps.steps import saved_address
from hits.access import batch_for_researcher
from hits.batches.cost_preview import cost_preview
from hits.batches.drafting import change_draft
from hits.models import Batch
from hits.review.exclusions import included_again
from people.access import is_writer, user_of
from quality.declared.reconsidering import Undone
from quality.gold.by_hand import remove_key
from quality.gold.degraded import MOST_COPIES, make_degraded_gold
from quality.gold.retiring import retire_gold
from quality.gold.rows import budget_of, gold_window
from quality.gold.uploading import set_gold


def checks_page(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show the settings and gold HITs of a draft's quality checks, with a form for users who can
    change them. After publication, show the results."""
    batch = batch_for_researcher(user_of(request), pk, write=request.method == "POST")
    context = {
        **frame,
        "title": _("Quality checks"),
        "batch": batch,
        "may_write": is_writer(user_of(request), batch.project_id),
    }
    if batch.state == Batch.State.DRAFT:
        return _draft(request, context, batch)
    if request.method == "POST":
        raise PermissionDenied
    gold, page = gold_window(batch, cursor_of(request.GET))
    context |= {"budget": budget_of(batch), "gold": gold, "window": page}
    return TemplateResponse(request, "desk/quality/results.html", context)


def _draft(request: HttpRequest, context: dict[str, object], batch: Batch) -> HttpResponse:
    is_sent = request.method == "POST"
    form = ChecksForm(
        request.POST if is_sent else None, request.FILES if is_sent else None, instance=batch
    )
    if is_sent and form.is_valid():
        with refusals_in(form, "gold"):
            _save(request, batch, form)
            messages.success(request, _("Saved."))
            return redirect(saved_address(request, batch, "admin:batch_checks"))
    gold, page = gold_window(batch, cursor_of(request.GET))
    context |= {
        "form": form,
        "copies_form": CopiesForm(batch),
        "gold": gold,
        "window": page,
        **_cost(batch.pk),
    }
    return TemplateResponse(request, "desk/quality/draft.html", context)


@transaction.atomic
def _save(request: HttpRequest, batch: Batch, form: ChecksForm) -> None:
    changes = {name: form.cleaned_data[name] for name in form.Meta.fields}
    change_draft(batch_id=batch.pk, changes=changes)
    if file := form.cleaned_data["gold"]:
        with uploaded(file) as path:
            set_gold(batch_id=batch.pk, path=path, by=user_of(request))


def _cost(batch_id: int) -> dict[str, object]:
    """Return the cost of the draft with its quality checks, or an error message if it cannot be
    computed."""
    batch = Batch.objects.select_related("project").get(pk=batch_id)
    try:
        preview = cost_preview(batch)
    except RateroomError as error:
        return {"cost_error": str(error)}
    return {"preview": preview, "cost": preview.cost, "currency": batch.project.currency}


@require_POST
def degrade(request: HttpRequest, pk: int) -> HttpResponse:
    """Create degraded copies of a draft's outputs as gold HITs. Redirect to the page of the
    checks."""
    user = user_of(request)
    batch = batch_for_researcher(user, pk, write=True)
    form = CopiesForm(batch, request.POST)
    with refusals_shown(request):
        if form.is_valid():
            number = make_degraded_gold(batch_id=batch.pk, by=user, **form.cleaned_data)
            text = ngettext(
                "%(number)d degraded copy added as gold.",
                "%(number)d degraded copies added as gold.",
                number,
            )
            messages.success(request, text % {"number": number})
        else:
            words = _(
                "Choose a system, a way to degrade its outputs, and a number of copies "
                "up to %(most)s."
            )
            messages.error(request, words % {"most": MOST_COPIES})
    return redirect(reverse("admin:batch_checks", args=[pk]) + "#gold")


@require_POST
def remove(request: HttpRequest, pk: int, key: int) -> HttpResponse:
    """Remove a HIT's known answers from a draft."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    with refusals_shown(request):
        if item := remove_key(batch_id=batch.pk, key_id=key, by=user_of(request)):
            messages.success(request, _("Known answers for “%(item)s” removed.") % {"item": item})
    return redirect(_page_of_keys(request, pk))


def _page_of_keys(request: HttpRequest, pk: int) -> str:
    page = "training" if request.POST.get("from") == "training" else "checks"
    return reverse(f"admin:batch_{page}", args=[pk]) + "#gold"


def _asks_for_retirement(request: HttpRequest, pk: int, key: int) -> Question:
    batch = batch_for_researcher(user_of(request), pk, write=True)
    gold = get_object_or_404(batch.gold_keys.select_related("item"), pk=key)
    return Question(
        _("Retire the known answer of “%(item)s”?") % {"item": gold.item.external_id},
        [_("No one will get this HIT from now on. You cannot undo this.")],
        _("Retire"),
        back=batch.title,
        back_address=_page_of_keys(request, pk),
    )


@asks_first(_asks_for_retirement)
def retire(request: HttpRequest, pk: int, key: int) -> HttpResponse:
    """Retire a gold HIT of the batch, with a reason. Show what was undone as a result."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    if not batch.gold_keys.filter(pk=key).exists():
        raise Http404
    with refusals_shown(request):
        undone = retire_gold(key_id=key, reason=request.POST.get("reason", ""), by=user_of(request))
        if undone is not None:
            messages.success(
                request,
                _("Known answer retired. The HIT no longer counts and is no longer assigned."),
            )
            for text in _undone_in_words(undone):
                messages.success(request, text)
    return redirect(_page_of_keys(request, pk))


def _undone_in_words(undone: Undone) -> Iterator[str]:
    if number := undone.counted_again:
        yield included_again(number)
    if number := undone.overturned:
        text = ngettext(
            "%(number)s rejected response approved and paid.",
            "%(number)s rejected responses approved and paid.",
            number,
        )
        yield text % {"number": number}
