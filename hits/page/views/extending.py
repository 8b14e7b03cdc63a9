"""More time for a HIT, requested by a script or by a plain form whose answers are stored."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from hits.models import Assignment
from hits.page import drafts
from hits.page.views.batches import see_other
from hits.queue.drafts import Save, answers_in
from hits.queue.extensions import Extension, NoExtensionLeft, extend_assignment, offer
from hits.queue.submitting import AssignmentLost
from people.models import AnnotatorRequest

LATEST = 253_402_300_799  # the last second of the year 9999


@login_required
@require_POST
def extend(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Extend the posted `_deadline`. The response is JSON if requested, otherwise the HIT with the
    answers entered."""
    deadline = request.POST.get("_deadline", "")
    if not (deadline.isascii() and deadline.isdigit()) or int(deadline[:20]) > LATEST:
        raise Http404
    try:
        extended = extend_assignment(
            annotator=request.user, assignment_id=pk, deadline=int(deadline)
        )
    except Assignment.DoesNotExist:
        raise Http404 from None
    except (AssignmentLost, NoExtensionLeft) as refusal:
        return _refused(request, pk, refusal)
    if _is_script(request):
        return JsonResponse(_told(extended))
    _keep(request, pk)
    until = {"time": f"{_hour(extended)} UTC"}
    messages.success(request, _("This HIT is yours until %(time)s.") % until)
    return see_other("assignment", pk)


def _is_script(request: AnnotatorRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _hour(extended: Extension) -> str:
    return time_format(timezone.localtime(extended.deadline_at), "H:i")


def _told(extended: Extension) -> dict[str, object]:
    return {
        "deadline": int(extended.deadline_at.timestamp()),
        "now": timezone.now().timestamp(),
        "until": _("until %(time)s UTC") % {"time": _hour(extended)},
        "left": extended.extensions_left,
        "offer": offer(extended.extensions_left, extended.allotted_seconds),
    }


def _refused(
    request: AnnotatorRequest, pk: int, refusal: AssignmentLost | NoExtensionLeft
) -> HttpResponse:
    if _is_script(request):
        return JsonResponse(
            {"error": str(refusal)}, status=410 if isinstance(refusal, AssignmentLost) else 409
        )
    if isinstance(refusal, NoExtensionLeft):
        _keep(request, pk)
    messages.warning(request, str(refusal))
    return see_other("assignment", pk)


def _keep(request: AnnotatorRequest, pk: int) -> None:
    """Save the posted answers, because a form without scripts saves no drafts before this
    request."""
    latest = drafts.latest(request, pk)
    save = Save(revision=latest.revision if latest else 0, data=answers_in(request.POST))
    drafts.save(request, pk, save)
