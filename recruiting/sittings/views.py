"""Pages for beginning, ending and viewing a session. A GET request changes nothing."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from hits.access import batch_for_annotator
from hits.batches.open_list import open_batch
from hits.models import Assignment
from hits.page.views.batches import destination, see_other
from hits.queue.claiming import NothingLeft, enrol
from hits.queue.completion import completion_address
from hits.queue.sittings import NoSittingLeft
from people.models import AnnotatorRequest
from recruiting.models import Outcome, Sitting
from recruiting.sittings.beginning import begin_own_sitting
from recruiting.sittings.ending import OWN_CHANNELS, SittingGoesOn, due_outcome, end_sitting
from recruiting.sittings.work import earned_in


@login_required
@require_POST
def begin_page(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Enrol the person, ask for consent if needed, begin a session, and open its first HIT."""
    batch = batch_for_annotator(request.user, pk)
    if batch.sitting_hits is None:
        raise Http404
    try:
        enrolment = enrol(
            annotator=request.user,
            batch=batch,
            consent_given=request.POST.get("consent") == "yes",
            instructions_read=request.POST.get("instructions") == "read",
        )
        following: Assignment | NothingLeft = begin_own_sitting(enrolment=enrolment)
    except NothingLeft as refusal:
        following = refusal
    except NoSittingLeft as refusal:
        messages.info(request, str(refusal))
        return see_other("done", pk)
    return see_other(destination(request, pk, following))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sitting_page(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show the person's latest session: progress, earnings, code, and how to continue. A POST
    request ends the session."""
    batch = batch_for_annotator(request.user, pk)
    own = Sitting.objects.filter(enrolment__annotator=request.user, enrolment__batch=batch)
    own = own.filter(channel__in=OWN_CHANNELS)
    sitting = (
        own.select_related("enrolment__annotator", "enrolment__batch__project")
        .order_by("-pk")
        .first()
    )
    if sitting is None:
        raise Http404
    if request.method == "POST":
        enrolment = sitting.enrolment
        if enrolment.closing_page and due_outcome(enrolment) == Outcome.DONE:
            return redirect(enrolment.closing_page)  # the page after this one shows the code
        try:
            end_sitting(sitting_id=sitting.pk, stop="stop" in request.POST)
        except SittingGoesOn as refusal:
            messages.info(request, str(refusal))
        return see_other("sitting", pk)
    return _sitting_page(request, sitting)


def _sitting_page(request: AnnotatorRequest, sitting: Sitting) -> HttpResponse:
    batch = sitting.enrolment.batch
    listing = open_batch(request.user, batch)
    earned = earned_in(sitting)
    is_open = sitting.state == Sitting.State.ACTIVE
    context = {
        "batch": batch,
        "sitting": sitting,
        "is_open": is_open,
        "open": listing,
        "earned": earned,
        "would_be_unpaid": listing.hits_left and earned.done < batch.sitting_paid_from,
        "unpaid": sitting.outcome == Outcome.PART and earned.done < batch.sitting_paid_from,
        "code_address": sitting.code_given
        and completion_address(batch.completion_url, sitting.code_given),
    }
    return TemplateResponse(request, "recruiting/sitting.html", context)
