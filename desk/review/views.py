"""The review page: one response at a time, to approve, reject or skip."""

from dataclasses import asdict

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from desk.annotators.acts import acts_on
from desk.annotators.figures import Figures
from desk.projects import projects_looked_at
from desk.review.answers import compared
from desk.review.forms import ExclusionForm, RejectionForm
from desk.review.queue import Queued, before_in, first_batch_waiting, next_in, queue_of, waiting_in
from hits.access import batch_for_researcher
from hits.models import Assignment, Batch, Enrolment, HeldDecision
from hits.money.escrow import price
from hits.page.answered import answered_page
from hits.page.views.assignments import allow_linked_media
from hits.progress.running import median_seconds
from hits.queue.suspensions import hold_on
from hits.review.bulk import BY_HAND
from hits.review.decisions import Rejection, approve_assignments, reject_assignments
from hits.review.exclusions import (
    LONGEST,
    exclude_assignments,
    included_again,
    take_back_exclusions,
)
from hits.review.flags import evidence_of
from hits.review.undoing import hold_decision, undo_decision
from hits.states import ANSWERED, State
from people.access import is_writer, projects_of, user_of
from people.models import User
from quality.annotators.flag_rows import flag_rows


def review_queue(request: HttpRequest, frame: dict[str, object]) -> HttpResponse:
    """Redirect to the first response to review, in the batch that the query names or else in any
    batch. If there is none, show a page that says so."""
    pk = whole_number(request.GET.get("batch", ""))
    if pk is not None:
        batch: Batch | None = batch_for_researcher(user_of(request), pk)
    else:
        batch = first_batch_waiting(projects_looked_at(request))
    queue = _queue(batch) if batch else []
    if queue:
        query = f"?{request.GET.urlencode()}" if "undo" in request.GET else ""
        return redirect(reverse("admin:review_answer", args=[queue[0].assignment.pk]) + query)
    context = {**frame, "title": _("Review"), "undoable": _undoable(request)}
    return TemplateResponse(request, "desk/review_done.html", context)


def review_answer(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show a response with its HIT, other people's responses, the review queue, and the form for
    the decision."""
    assignment = _answer(request, pk)
    batch = assignment.batch
    may_write = is_writer(user_of(request), batch.project_id)
    decision = getattr(assignment, "held_decision", None)
    page = answered_page(assignment, viewer=user_of(request).pk)
    median = median_seconds([batch]).get(batch.pk)
    queue = queue_of(batch, median=median)
    context = {
        **frame,
        **vars(page),
        **(_about(assignment.enrolment, may_write=may_write) if assignment.enrolment else {}),
        "title": _("Review"),
        "assignment": assignment,
        "batch": batch,
        "comparison": compared(assignment, page.panels),
        "price": price(batch),
        "waiting": waiting_in(batch).count(),
        "queue": queue,
        "next": next_in(queue, assignment),
        "previous": before_in(queue, assignment),
        "median": median,
        "evidence": evidence_of(assignment, median=median),
        "exclusions": assignment.exclusions.select_related("excluded_by", "taken_back_by"),
        "excluded_by_hand": assignment.exclusions.filter(rule=BY_HAND, taken_back_at=None).exists(),
        "rejection": RejectionForm(),
        "exclusion": ExclusionForm(auto_id="exclude_%s"),
        "may_write": may_write,
        "held": decision,
        "undoable": _undoable(request),
        "may_decide": may_write and assignment.state == State.SUBMITTED and decision is None,
    }
    response = TemplateResponse(request, "desk/review.html", context)
    return allow_linked_media(request, response, page.stimulus)


def _about(person: Enrolment, *, may_write: bool) -> dict[str, object]:
    figures = Figures.of(person)
    hold = hold_on(person.batch, person.annotator, person)
    return {
        "hold": hold,
        "figures": figures,
        "flags": flag_rows(figures.flags),
        "acts": acts_on(person, hold) if may_write else [],
    }


def _queue(batch: Batch) -> list[Queued]:
    return queue_of(batch, median=median_seconds([batch]).get(batch.pk))


@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve or reject the response, and go to the next one. With `exclude` or `readmit`, exclude
    the response from the results or include it again, and return to its page."""
    assignment = _answer(request, pk)
    batch = batch_for_researcher(user_of(request), assignment.batch_id, write=True)
    decision = request.POST.get("decision", "approve")
    if decision in {"exclude", "readmit"}:
        _leave_out(request, batch, pk, back=decision == "readmit")
        return redirect("admin:review_answer", pk)
    following = next_in(_queue(batch), assignment)
    rejection = _rejection(request, assignment) if decision == "reject" else None
    try:
        done, outcome = _decided(assignment, user_of(request), rejection)
    except RateroomError as error:
        messages.error(request, str(error))
        return redirect("admin:review_answer", pk)
    if not done:
        messages.warning(request, _("Someone else has already reviewed this response."))
    elif outcome:
        messages.success(request, outcome)
    route = reverse("admin:review_answer", args=[following.pk]) if following else None
    return redirect(
        (route or reverse("admin:review")) + (f"?undo={pk}" if done and not outcome else "")
    )


def _decided(assignment: Assignment, by: User, rejection: Rejection | None) -> tuple[bool, str]:
    """Store the decision. Return whether it was stored, and a message. The message is "" if the
    decision can still be undone, because the next page then offers this."""
    if settings.REVIEW_UNDO_SECONDS:
        return hold_decision(assignment=assignment, by=by, rejection=rejection), ""
    batch, ids = assignment.batch, [assignment.pk]
    if rejection is None:
        done = approve_assignments(batch=batch, ids=ids, by=by)
        return done == 1, _("Approved and paid.")
    done = reject_assignments(batch=batch, ids=ids, by=by, **asdict(rejection))
    return done == 1, _("Response rejected. It is not paid, and someone else can do the HIT.")


@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo the user's own decision before it takes effect, and return to the response."""
    assignment = _answer(request, pk)
    batch_for_researcher(user_of(request), assignment.batch_id, write=True)
    if undo_decision(assignment=assignment, by=user_of(request)):
        messages.success(request, _("Decision undone. The response is waiting for review again."))
    else:
        messages.warning(
            request,
            _(
                "It is too late to undo this. Paid responses stay paid. You can still overturn "
                "a rejection."
            ),
        )
    return redirect("admin:review_answer", pk)


def _undoable(request: HttpRequest) -> HeldDecision | None:
    """Return the user's decision that the query parameter `undo` names, or None if it has taken
    effect or does not exist."""
    pk = whole_number(request.GET.get("undo", ""))
    if pk is None:
        return None
    decisions = HeldDecision.objects.filter(assignment=pk, decided_by=user_of(request))
    return decisions.select_related("assignment__enrolment").first()


def _rejection(request: HttpRequest, assignment: Assignment) -> Rejection:
    """Return the rejection in the form. The evidence consists of the ticked sentences and the
    entered text."""
    batch = assignment.batch
    offered = evidence_of(assignment, median=median_seconds([batch]).get(batch.pk))
    ticked = set(request.POST.getlist("shown"))
    sentences = [text for number, text in enumerate(offered) if str(number) in ticked]
    evidence = "\n".join([*sentences, request.POST.get("evidence", "").strip()]).strip()
    reason, category = request.POST.get("reason", ""), request.POST.get("category", "")
    return Rejection(reason[:LONGEST], category, evidence[:LONGEST])


def _leave_out(request: HttpRequest, batch: Batch, pk: int, *, back: bool) -> None:
    by = user_of(request)
    if back:
        take_back_exclusions(batch=batch, ids=[pk], rule=BY_HAND, by=by)
        messages.success(request, included_again(1))
        return
    form = ExclusionForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Give a reason in a sentence."))
        return
    reason = form.cleaned_data["reason"]
    exclude_assignments(batch=batch, ids=[pk], rule=BY_HAND, by=by, reason=reason)
    text = ngettext("%(number)s response excluded.", "%(number)s responses excluded.", 1)
    messages.success(request, text % {"number": 1})


def _answer(request: HttpRequest, pk: int) -> Assignment:
    """Return the response. Raises Http404 if the user has no role in its project."""
    assignment = (
        Assignment.objects.filter(
            pk=pk, state__in=ANSWERED, batch__project__in=projects_of(request)
        )
        .select_related(
            "batch__project",
            "batch__rubric_version__rubric",
            "hit__item",
            "enrolment__annotator_figures",
            "enrolment__annotator",
            "enrolment__batch",
            "held_decision",
            "decided_by",
        )
        .first()
    )
    if assignment is None:
        raise Http404
    return assignment
