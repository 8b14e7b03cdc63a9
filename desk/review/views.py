"""The review: one answer a page, approved, rejected or passed over."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from desk.projects import projects_looked_at
from desk.review.answers import compared
from desk.review.queue import first_waiting, next_waiting, previous_answer, waiting_in
from hits.access import batch_for_researcher
from hits.models import Assignment
from hits.money.escrow import price
from hits.page.answered import answered_page
from hits.review.decisions import approve_assignments, reject_assignments
from hits.states import ANSWERED, State
from people.access import is_writer, projects_of, user_of
from tabular.errors import RateroomError


def review_queue(request: HttpRequest, frame: dict[str, Any]) -> HttpResponse:
    """To the first answer that waits, in the batch that the query names or in any; a page that says
    so where none does."""
    batch = request.GET.get("batch", "")
    if batch.isascii() and batch.isdigit():
        chosen = batch_for_researcher(user_of(request), int(batch))
        assignment = waiting_in(chosen).first()
    else:
        assignment = first_waiting(projects_looked_at(request))
    if assignment is not None:
        return redirect("admin:review_answer", assignment.pk)
    return TemplateResponse(request, "desk/review_done.html", {**frame, "title": _("Review")})


def review_answer(request: HttpRequest, frame: dict[str, Any], pk: int) -> TemplateResponse:
    """What was shown, the answers, what others answered, and the decision."""
    assignment = _answer(request, pk)
    batch = assignment.batch
    page = answered_page(assignment, viewer=user_of(request).pk)
    context = {
        **frame,
        **vars(page),
        "title": _("Review"),
        "assignment": assignment,
        "batch": batch,
        "comparison": compared(assignment, page.panels),
        "price": price(batch),
        "waiting": waiting_in(batch).count(),
        "next": next_waiting(assignment),
        "previous": previous_answer(assignment),
        "may_decide": assignment.state == State.SUBMITTED
        and is_writer(user_of(request), batch.project_id),
    }
    return TemplateResponse(request, "desk/review.html", context)


@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve or reject the answer, and go on to the next that waits."""
    assignment = _answer(request, pk)
    batch = batch_for_researcher(user_of(request), assignment.batch_id, write=True)
    following = next_waiting(assignment)
    try:
        if request.POST.get("decision") == "reject":
            done = reject_assignments(
                batch=batch,
                ids=[pk],
                reason=request.POST.get("reason", ""),
                by=user_of(request),
            )
            outcome = _("Rejected: nothing is paid, and the HIT is open for somebody else.")
        else:
            done = approve_assignments(batch=batch, ids=[pk], by=user_of(request))
            outcome = _("Approved and paid.")
    except RateroomError as error:
        messages.error(request, str(error))
        return redirect("admin:review_answer", pk)
    if done:
        messages.success(request, outcome)
    else:
        messages.warning(request, _("Somebody had decided on this answer before you."))
    return redirect("admin:review_answer", following.pk) if following else redirect("admin:review")


def _answer(request: HttpRequest, pk: int) -> Assignment:
    """An answered assignment of a batch that the person has a role in; otherwise there is none."""
    assignment = (
        Assignment.objects.filter(
            pk=pk, state__in=ANSWERED, batch__project__in=projects_of(request)
        )
        .select_related("batch__project", "batch__rubric_version__rubric", "hit__item", "enrolment")
        .first()
    )
    if assignment is None:
        raise Http404
    return assignment
