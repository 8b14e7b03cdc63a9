"""Entry and exit pages for people from a panel. A GET request changes nothing."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from hits.page.views.batches import see_other
from people.models import AnnotatorRequest, User
from people.requests.limits import count_try
from people.requests.origins import client_network
from recruiting.around.door import Door, door_of
from recruiting.around.outcomes import CannotLeave, ClosingFirst
from recruiting.guests.entry import browser_of, let_in
from recruiting.models import Outcome, Panel, Sitting
from recruiting.panels.entering import Entry, EntryRefused, enter, entry_of
from recruiting.panels.leaving import latest_sitting, leave, may_stop, way_back
from recruiting.route import first_page
from recruiting.sittings.work import earned_in


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the work and the pay to someone from a panel, with buttons to begin and to decline. A
    POST request admits the person or records that they declined."""
    panel = get_object_or_404(Panel.objects.select_related("batch__project"), pk=pk)
    try:
        entry = entry_of(panel, request.GET.dict())
    except EntryRefused as refusal:
        return _entry_page(request, panel, str(refusal), status=403)
    door = door_of(
        panel.batch, cap=panel.cap, people=browser_of(request).people, raw=request.POST.dict()
    )
    if request.method != "POST":
        return _entry_page(request, panel, door=door)
    if not door.opens and "decline" not in request.POST:
        return _entry_page(request, panel, door=door, status=422)
    try:
        count_try(request, action="join", account=f"panel {panel.pk}")
        return _enter(request, panel, entry, door)
    except ValidationError as refusal:
        return _entry_page(request, panel, " ".join(refusal.messages), status=429)
    except EntryRefused as refusal:
        return _entry_page(request, panel, str(refusal), status=409)


def _enter(request: HttpRequest, panel: Panel, entry: Entry, door: Door) -> HttpResponse:
    network = client_network(request)
    arrival = enter(panel=panel, entry=entry, browser=browser_of(request), network=network)
    sitting, declines = arrival.sitting, "decline" in request.POST
    if declines and not arrival.is_new and not arrival.proof.is_enough:
        raise EntryRefused(_("Nothing changed."), remedy=_("You can close this page."))
    let_in(
        request, person=arrival.person, proof=arrival.proof, sitting=sitting, is_own=arrival.is_new
    )
    if declines:
        return _leave(request, panel, sitting, arrival.person, decline=True)
    if sitting.state != Sitting.State.ACTIVE:
        return redirect("panel_leave", panel.pk)
    door.agree(sitting.enrolment)
    return redirect(first_page(batch_id=panel.batch_id, user=arrival.person))


def _entry_page(
    request: HttpRequest,
    panel: Panel,
    problem: str = "",
    status: int = 200,
    *,
    door: Door | None = None,
) -> HttpResponse:
    context = {"panel": panel, "batch": panel.batch, "problem": problem, "door": door}
    return TemplateResponse(request, "recruiting/panel_enter.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave_page(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show the completion code, the link back to the panel, or what the person must do first. A
    POST request ends the sitting."""
    panel = get_object_or_404(Panel.objects.select_related("batch__project"), pk=pk)
    sitting = latest_sitting(panel=panel, user=request.user)
    if sitting is None:
        raise Http404
    if request.method == "POST":
        return _leave(request, panel, sitting, request.user, stop="stop" in request.POST)
    return _leave_page(request, panel, sitting, request.user)


def _leave(
    request: HttpRequest,
    panel: Panel,
    sitting: Sitting,
    user: User,
    *,
    decline: bool = False,
    stop: bool = False,
) -> HttpResponse:
    try:
        leave(panel=panel, sitting_id=sitting.pk, user=user, decline=decline, stop=stop)
    except ClosingFirst as page:
        return see_other(page.route)
    except CannotLeave as refusal:
        return _leave_page(request, panel, sitting, user, str(refusal), status=409)
    return see_other("panel_leave", panel.pk)


def _leave_page(
    request: HttpRequest,
    panel: Panel,
    sitting: Sitting,
    user: User,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    ended = sitting.state != Sitting.State.ACTIVE
    context = {
        "panel": panel,
        "batch": panel.batch,
        "ended": ended,
        "ended_at": sitting.ended_at,
        "may_stop": may_stop(sitting, user),
        "earned": earned_in(sitting),
        "code": sitting.code_given,
        "has_declined": sitting.outcome == Outcome.NO_CONSENT,
        "address": way_back(panel, sitting) if ended else "",
        "problem": problem,
    }
    return TemplateResponse(request, "recruiting/panel_leave.html", context, status=status)
