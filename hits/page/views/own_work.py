"""An annotator's own page: batches, earnings, every HIT with its state, and objecting to a
rejection."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from hits.access import assignment_for_annotator
from hits.models import Assignment
from hits.money.earnings import money_by_project, work_by_batch
from hits.page.views.batches import see_other
from hits.review.appeals import make_appeal
from hits.states import ANSWERED
from people.converters import whole_number
from people.models import AnnotatorRequest
from tabular.errors import RateroomError

PER_PAGE = 50


@login_required
@require_safe
def own_work(request: AnnotatorRequest) -> HttpResponse:
    """Batches and money as a whole, and the HITs, the latest first, by pages; `?batch=` shows one
    batch's."""
    rows = Assignment.objects.filter(annotator=request.user, state__in=ANSWERED)
    batch = whole_number(request.GET.get("batch", ""))
    if batch is not None:
        rows = rows.filter(batch=batch)
    rows = (
        rows.select_related("batch__project", "appeal")
        .defer("batch__consent_text")
        .order_by("-submitted_at", "-pk")
    )
    return render(
        request,
        "hits/own_work.html",
        {
            "batches": work_by_batch(request.user),
            "money": money_by_project(request.user),
            "page": Paginator(rows, PER_PAGE).get_page(request.GET.get("page")),
            "chosen": "" if batch is None else batch,
        },
    )


@login_required
@require_POST
def appeal(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Object to the rejection of one HIT."""
    assignment = assignment_for_annotator(request.user, pk)
    try:
        make_appeal(annotator=request.user, assignment_id=assignment.pk, text=_text(request))
    except RateroomError as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request, _("Your objection is with the researcher; the answer will stand on this page.")
        )
    return see_other("own_work")


def _text(request: HttpRequest) -> str:
    return request.POST.get("text", "")
