"""Views before, between and after HITs: Home, a batch's page with its instructions, the start,
breaks, and the end."""

from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from hits.access import batch_for_annotator, batch_for_researcher
from hits.batches.open_list import OpenBatch, open_batch, open_batches
from hits.batches.training import before_work
from hits.messages import unread_answers
from hits.models import Assignment, Batch, Enrolment
from hits.money.earnings import summary
from hits.page import drafts
from hits.queue.claiming import NothingLeft, PageFirst, claim_assignment, enrol
from hits.queue.completion import completion_address, give_code_at_end
from hits.queue.suspensions import hold_on
from hits.queue.undoing import undoable_return
from people.models import AnnotatorRequest, User
from surveys.languages.translations import in_language


def see_other(name: str, *args: object) -> HttpResponseRedirect:
    """Return a redirect with status 303, so that the browser follows it with a GET. `name` is a URL
    name, or an address if it contains a slash."""
    address = name if "/" in name else reverse(name, args=args)
    return HttpResponseRedirect(address, status=303)


@login_required(redirect_field_name=None)  # the login leads each person to their own first page
@require_GET
def home(request: AnnotatorRequest) -> HttpResponse:
    context = {"open_batches": open_batches(request.user), "unread": unread_answers(request.user)}
    return render(request, "hits/home.html", context)


@login_required
@require_GET
def batch_page(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show the pay, time, instructions and consent text of one batch, and the button that starts
    work.

    Members of the project who cannot work on the batch see the preview instead.
    """
    try:
        batch = batch_for_annotator(request.user, pk)
    except Http404:
        batch_for_researcher(request.user, pk)
        messages.info(
            request, _("You have a role in this project, so you only see a preview of its HITs.")
        )
        return see_other("preview", pk)
    enrolment = _enrolment(request.user, batch)
    listing = open_batch(request.user, batch)
    begins_sitting = listing.sitting is not None and listing.sitting.may_begin
    return render(
        request,
        "hits/batch.html",
        {
            "batch": batch,
            "open": listing,
            "start_address": reverse("begin_sitting" if begins_sitting else "start", args=[pk]),
            "end_route": enrolment.end_route if enrolment else "",
            "rubric": in_language(batch.rubric_version.spec, batch.language or get_language()),
            "consent_needed": bool(batch.consent_text)
            and (enrolment is None or enrolment.consent_at is None),
            "read_before": enrolment is not None and enrolment.instructions_at is not None,
            "hold": hold_on(batch, request.user, enrolment),
            "enrolment": enrolment,
            "given_back": enrolment
            and not request.user.bound
            and undoable_return(annotator=request.user, batch=batch),
            "before_work": before_work(batch) if not _is_at_work(enrolment) else None,
        },
    )


def _is_at_work(enrolment: Enrolment | None) -> bool:
    """Return whether the person can get the next HIT without seeing another page first."""
    return enrolment is not None and not enrolment.next_route


def _claimed(batch: Batch, user: User) -> Assignment | None:
    return Assignment.objects.in_work().filter(batch=batch, annotator=user).first()


def _enrolment(user: User, batch: Batch) -> Enrolment | None:
    return Enrolment.objects.filter(batch=batch, annotator=user).first()


@login_required
@require_POST
def start(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Enrol the person, with consent if the batch requires it. Then redirect to the person's first
    HIT, or to the page that explains why no HIT is available."""
    batch = batch_for_annotator(request.user, pk)
    form = request.POST
    try:
        enrol(
            annotator=request.user,
            batch=batch,
            consent_given=form.get("consent") == "yes",
            instructions_read=form.get("instructions") == "read",
        )
    except NothingLeft as refusal:  # the last HIT was taken after the page was loaded
        messages.warning(request, str(refusal))
        return see_other("home")
    return next_hit(request, batch)


def next_hit(request: AnnotatorRequest, batch: Batch) -> HttpResponse:
    """Claim a HIT and redirect to it, or to the page that explains why no HIT is available."""
    try:
        following: Assignment | NothingLeft = claim_assignment(annotator=request.user, batch=batch)
    except NothingLeft as reason:
        following = reason
        if reason.is_the_end:
            give_code_at_end(annotator_id=request.user.pk, batch_id=batch.pk)
    return see_other(destination(request, batch.pk, following))


def destination(
    request: AnnotatorRequest, batch_id: int, following: Assignment | NothingLeft
) -> str:
    """Return the address of the next HIT, or of the page to show instead. Add a message that says
    why there is no HIT if that page does not explain it."""
    if isinstance(following, Assignment):
        return reverse("assignment", args=[following.pk])
    if isinstance(following, PageFirst):
        return following.route
    if following.code == "break":
        return reverse("break", args=[batch_id])
    if following.code == "consent_needed":
        messages.warning(request, _("Please read and accept the consent text before you start."))
        return reverse("batch", args=[batch_id])
    messages.info(request, str(following))
    if following.code == "sitting_needed":
        return reverse("batch", args=[batch_id])
    return reverse("done", args=[batch_id])


@login_required
@require_GET
def break_page(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show the break page: the progress, what happens to a claimed HIT, and how to continue.
    Redirect people who have not started to the batch's page."""
    batch = batch_for_annotator(request.user, pk)
    enrolment = _enrolment(request.user, batch)
    if enrolment is None:
        return see_other("batch", batch.pk)
    listing = open_batch(request.user, batch)
    return render(
        request,
        "hits/break.html",
        {
            "batch": batch,
            "open": listing,
            "summary": summary(request.user, batch),
            "draft": drafts.latest(request, listing.claimed_id),
            "closing_page": enrolment.closing_page,
            "end_route": enrolment.end_route,
        },
    )


@login_required
@require_GET
def done(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show the person's work in the batch, the pay for it, the completion code, and how to
    continue. Other batches that are open to the person are listed too."""
    batch = batch_for_annotator(request.user, pk)
    enrolment = _enrolment(request.user, batch)
    listing = open_batch(request.user, batch)
    if request.user.bound is not None:
        listing = replace(listing, code="")  # the page at the end of the session shows the code
    return render(
        request,
        "hits/done.html",
        {
            "batch": batch,
            "open": listing,
            "look_again": _worth_another_look(listing),
            "summary": summary(request.user, batch),
            "hold": hold_on(batch, request.user, enrolment),
            "end_route": enrolment.end_route if enrolment else "",
            "closing_page": enrolment.closing_page if enrolment else "",
            "code_is_due": enrolment is not None and bool(enrolment.completion_code),
            "code_address": listing.code and completion_address(batch.completion_url, listing.code),
            "others": _others(request.user, batch),
        },
    )


def _others(user: User, batch: Batch) -> list[OpenBatch]:
    if user.bound is not None:
        return []
    listings = open_batches(user)
    return [other for other in listings if other.batch.pk != batch.pk and other.hits_left]


def _worth_another_look(listing: OpenBatch) -> bool:
    """Return whether a person without HITs left should check again later. This is true while others
    are working on HITs that may become available again, or if the person will get a completion
    code."""
    if listing.hits_left or not listing.may_work or listing.batch.state != Batch.State.LIVE:
        return False
    gives_code = listing.batch.completion != Batch.Completion.NONE
    code_due = gives_code and not listing.code and listing.done > 0
    others_work = Assignment.objects.filter(batch=listing.batch, state=Assignment.State.CLAIMED)
    return code_due or (not listing.capped and others_work.exists())
