"""Views of an annotator's own work: batches, earnings, HITs, appeals and messages."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from hits.access import assignment_for_annotator, batch_for_annotator
from hits.messages import LONGEST, NotSent, mark_read, unread_answers, write_to_researchers
from hits.models import Assignment, Enrolment
from hits.money.earnings import (
    dates_of_payment,
    money_by_project,
    payments_to,
    training_paid,
    work_by_batch,
)
from hits.page.answered import page_as_shown
from hits.page.views.assignments import allow_linked_media
from hits.page.views.batches import see_other
from hits.review.appeals import make_appeal
from hits.states import ANSWERED
from people.models import AnnotatorRequest

SHOWN = 200


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def thread(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show the latest messages between the person and the researchers, oldest first, and mark the
    researchers' messages as read. POST sends a message."""
    batch = batch_for_annotator(request.user, pk)
    enrolment = Enrolment.objects.filter(batch=batch, annotator=request.user).first()
    if enrolment is None:
        raise Http404
    problem, status, text = "", 200, request.POST.get("text", "")
    if request.method == "POST":
        try:
            write_to_researchers(enrolment_id=enrolment.pk, annotator=request.user, text=text)
        except NotSent as error:
            problem, status = str(error), 422
        else:
            messages.success(request, _("Message sent."))
            return see_other("messages", pk)
    written = list(enrolment.messages.order_by("-pk")[:SHOWN])[::-1]
    newest = written[-1].pk if written else 0
    mark_read(enrolment=enrolment, by_annotator=False, newest=newest)
    context = {
        "batch": batch,
        "written": written,
        "text": text,
        "longest": LONGEST,
        "problem": problem,
    }
    return render(request, "hits/messages.html", context, status=status)


PER_PAGE = 50
PAYMENTS = 12  # payments shown per project


@login_required
@require_safe
def own_work(request: AnnotatorRequest) -> HttpResponse:
    """Show the person's earnings in all batches, and one page of the person's submitted HITs,
    newest first. `?batch=` shows only the HITs of one batch."""
    rows = Assignment.objects.filter(annotator=request.user, state__in=ANSWERED)
    batch = whole_number(request.GET.get("batch", ""))
    if batch is not None:
        rows = rows.filter(batch=batch)
    rows = (
        rows.select_related("batch__project", "appeal")
        .defer("batch__consent_text")
        .order_by("-submitted_at", "-pk")
    )
    payments = payments_to(request.user)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    paid_at = dates_of_payment(list(page), payments)
    for assignment in page:
        assignment.paid_at = paid_at.get(assignment.pk)  # type: ignore[attr-defined]
    money = [
        (of_project, [paid for paid in reversed(payments) if paid.project == of_project.pk])
        for of_project in money_by_project(request.user)
    ]
    return render(
        request,
        "hits/own_work.html",
        {
            "batches": work_by_batch(request.user),
            "money": [(of_project, paid[:PAYMENTS]) for of_project, paid in money],
            "training": training_paid(request.user),
            "page": page,
            "unread": unread_answers(request.user),
            "chosen": "" if batch is None else batch,
        },
    )


@login_required
@require_safe
def own_answer(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show one HIT that the person has submitted: its content, the answers, and the decision."""
    assignment = assignment_for_annotator(request.user, pk)
    if assignment.state not in ANSWERED:
        raise Http404
    paid_at = dates_of_payment([assignment], payments_to(request.user))
    assignment.paid_at = paid_at.get(assignment.pk)  # type: ignore[attr-defined]
    page = page_as_shown(assignment, viewer=request.user.pk)
    context = {
        "rubric": page.rubric,
        "stimulus": page.stimulus,
        "panels": page.panels,
        "assignment": assignment,
        "batch": assignment.batch,
    }
    response = render(request, "hits/own_answer.html", context)
    return allow_linked_media(request, response, page.stimulus)


@login_required
@require_POST
def appeal(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Submit an appeal by the annotator against the rejection of one HIT."""
    assignment = assignment_for_annotator(request.user, pk)
    try:
        make_appeal(
            annotator=request.user, assignment_id=assignment.pk, text=request.POST.get("text", "")
        )
    except RateroomError as error:
        messages.error(request, str(error))
    return see_other("own_work")
