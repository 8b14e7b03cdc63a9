"""Reporting a HIT as broken, and undoing a return."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from hits.access import assignment_for_annotator
from hits.broken.reporting import LONGEST, NotReportable, report_broken
from hits.models import Assignment, BrokenReport, Enrolment
from hits.page.views.batches import next_hit, see_other
from hits.queue.enrolments import has_room
from hits.queue.undoing import undo_return
from people.models import AnnotatorRequest

GIVE_BACK = "give back"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Report a problem with the HIT, then continue with it or with the next."""
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
        messages.success(request, _("The HIT is yours again."))
        return see_other("assignment", pk)
    own = Enrolment.objects.filter(batch=assignment.batch_id, annotator=request.user)
    if has_room(own.select_related("batch").get()):
        why = _("You cannot get this HIT again. Someone else has it, or its time is over.")
    else:
        why = _("You have done all the HITs one person may do in this batch. Thank you!")
    messages.warning(request, why)
    return see_other("batch", assignment.batch_id)
