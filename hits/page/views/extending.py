"""Views that extend a HIT's deadline, report a problem with a HIT, and undo a return."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from hits.access import assignment_for_annotator
from hits.broken import LONGEST, NotReportable, report_broken
from hits.models import Assignment, BrokenReport, Enrolment
from hits.page import drafts
from hits.page.views.batches import next_hit, see_other
from hits.queue.drafts import Save, answers_in
from hits.queue.enrolments import has_room
from hits.queue.extensions import Extension, NoExtensionLeft, extend_assignment, offer
from hits.queue.submitting import AssignmentLost
from hits.queue.undoing import undo_return
from people.models import AnnotatorRequest

LATEST = 253_402_300_799  # the last second of the year 9999 in Unix time


@login_required
@require_POST
def extend(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Extend the deadline of the HIT. The posted `_deadline` is the deadline that the page shows.
    Return the new deadline as JSON if requested. Otherwise save the entered answers as a draft and
    redirect to the HIT."""
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
    """Save the posted answers as a draft. In a browser without scripts, the page has not saved
    one."""
    latest = drafts.latest(request, pk)
    save = Save(revision=latest.revision if latest else 0, data=answers_in(request.POST))
    drafts.save(request, pk, save)


GIVE_BACK = "give back"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show the form for reporting a problem with the HIT. POST stores the report and continues with
    this HIT or the next one."""
    assignment = assignment_for_annotator(request.user, pk)
    if assignment.state != Assignment.State.CLAIMED or assignment.prefetched:
        return see_other("assignment", pk)
    problem, status = "", 200
    if request.method == "POST":
        try:
            return _report(request, assignment)
        except NotReportable as error:
            problem, status = str(error), 422
    context = {
        "assignment": assignment,
        "batch": assignment.batch,
        "categories": BrokenReport.Category.choices,
        "reported": BrokenReport.objects.filter(assignment=assignment).first(),
        "chosen": request.POST.get("category", ""),
        "text": request.POST.get("text", ""),
        "longest": LONGEST,
        "problem": problem,
    }
    return render(request, "hits/report.html", context, status=status)


def _report(request: AnnotatorRequest, assignment: Assignment) -> HttpResponse:
    give_back = request.POST.get("then") == GIVE_BACK
    report_broken(
        annotator=request.user,
        assignment_id=assignment.pk,
        category=request.POST.get("category", ""),
        text=request.POST.get("text", ""),
        give_back=give_back,
    )
    messages.success(
        request,
        _("Thank you. The researcher will read your report. It does not count against you."),
    )
    if give_back:
        return next_hit(request, assignment.batch)
    return see_other("assignment", assignment.pk)


@login_required
@require_POST
def take_back(request: AnnotatorRequest, pk: int) -> HttpResponse:
    assignment = assignment_for_annotator(request.user, pk)
    if undo_return(annotator=request.user, assignment_id=pk):
        return see_other("assignment", pk)
    own = Enrolment.objects.filter(batch=assignment.batch_id, annotator=request.user)
    if has_room(own.select_related("batch").get()):
        why = _("You cannot get this HIT again. Someone else has it, or its time is over.")
    else:
        why = _("You have done the maximum number of HITs in this batch. Thank you!")
    messages.warning(request, why)
    return see_other("batch", assignment.batch_id)
