"""Entry and exit pages for people from Prolific, and the webhook endpoint. GET requests change
nothing."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from hits.page.views.batches import see_other
from people.models import AnnotatorRequest, User
from people.requests.limits import count_try
from recruiting.around.door import Door, door_of
from recruiting.around.outcomes import CannotLeave, ClosingFirst
from recruiting.guests.entry import Proof, browser_of, let_in
from recruiting.guests.making import may_sign_in
from recruiting.models import Outcome
from recruiting.prolific.entering import (
    Entry,
    EntryRefused,
    enter,
    is_known_as,
    pass_through,
    study_of,
)
from recruiting.prolific.hooks import HookRefused, receive
from recruiting.prolific.leaving import has_declined, is_due, latest_submission, leave, way_back
from recruiting.prolific.models import Study, Submission
from recruiting.prolific.tasks import take_event
from recruiting.route import first_page
from recruiting.sittings.work import earned_in

MOST_HOOK_BYTES = 64 * 1024


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the work and the pay to someone from Prolific, with buttons to begin and to decline. A
    POST request carries out the choice."""
    study = study_of(pk)
    if study is None:
        raise Http404
    try:
        entry = Entry.of(request.POST if request.method == "POST" else request.GET)
        _refuse_other_account(request, study, entry)
        if request.method == "POST":
            return _post(request, study, entry)
        token = request.GET.get("prolific_token", "")
        proof = pass_through(study=study, entry=entry, token=token)
    except EntryRefused as refusal:
        return _entry(request, study, problem=str(refusal), status=403)
    return _entry(request, study, entry=entry, proof=proof)


def _post(request: HttpRequest, study: Study, entry: Entry) -> HttpResponse:
    try:
        count_try(request, action="panel_entry", account=f"prolific {study.pk}")
    except ValidationError as error:
        return _entry(request, study, problem=error.messages[0], status=429)
    proof = request.POST.get("proof", "")
    door = _door(request, study)
    if not door.opens and "decline" not in request.POST:
        return _entry(request, study, entry=entry, proof=proof, status=422)
    return _enter(request, study, entry, door)


def _door(request: HttpRequest, study: Study) -> Door:
    return door_of(study.batch, people=browser_of(request).people, raw=request.POST.dict())


def _enter(request: HttpRequest, study: Study, entry: Entry, door: Door) -> HttpResponse:
    proof = request.POST.get("proof", "")
    arrival = enter(study=study, entry=entry, proof=proof, browser=browser_of(request))
    submission, sitting = arrival.submission, arrival.submission.sitting
    declines = "decline" in request.POST and not sitting.enrolment.submitted
    if declines and arrival.proof is Proof.NONE:
        raise EntryRefused(_("You can close this page."))
    let_in(
        request, person=arrival.person, proof=arrival.proof, sitting=sitting, is_own=arrival.is_new
    )
    if declines:
        return _leave(request, submission, outcome=Outcome.NO_CONSENT)
    if not arrival.is_new and is_due(submission):
        return see_other("prolific_leave", study.batch_id)
    door.agree(sitting.enrolment)
    return see_other(first_page(batch_id=study.batch_id, user=arrival.person))


def _refuse_other_account(request: HttpRequest, study: Study, entry: Entry) -> None:
    """Raise EntryRefused if the person is logged in to an account that is not known to belong to
    the entry's participant."""
    user = request.user
    if not isinstance(user, User) or may_sign_in(user):
        return
    if not is_known_as(user, study=study, entry=entry):
        raise EntryRefused(
            _("You are logged in as %(name)s.") % {"name": user.get_username()},
            remedy=_("Log out first, or open the study in a private window."),
        )


def _entry(
    request: HttpRequest,
    study: Study,
    *,
    entry: Entry | None = None,
    proof: str = "",
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "study": study,
        "batch": study.batch,
        "entry": entry,
        "proof": proof,
        "problem": problem,
        "door": None if problem else _door(request, study),
    }
    return render(request, "recruiting/prolific/enter.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave_page(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show the completion code or, if the person must do something else first, show that. A POST
    request ends the session."""
    submission = latest_submission(user=request.user, batch_id=pk)
    if submission is None:
        raise Http404
    if request.method == "POST":
        return _leave(request, submission)
    return _way_out(request, submission)


def _leave(request: HttpRequest, submission: Submission, *, outcome: str = "") -> HttpResponse:
    try:
        leave(submission=submission, outcome=outcome)
    except ClosingFirst as page:
        return see_other(page.route)
    except CannotLeave as reason:
        declines = outcome == Outcome.NO_CONSENT
        return _way_out(request, submission, problem=str(reason), status=409, declines=declines)
    return see_other("prolific_leave", submission.study.batch_id)


def _way_out(
    request: HttpRequest,
    submission: Submission,
    *,
    problem: str = "",
    status: int = 200,
    declines: bool = False,
) -> HttpResponse:
    sitting, code = submission.sitting, submission.sitting.code_given
    context = {
        "earned": earned_in(sitting),
        "ended_at": sitting.ended_at,
        "batch": submission.study.batch,
        "code": code,
        "address": way_back(code) if code else "",
        "has_declined": declines or has_declined(submission),
        "problem": problem,
    }
    return render(request, "recruiting/prolific/leave.html", context, status=status)


# Prolific's server sends the request without a CSRF token, so its signature is checked instead.
@csrf_exempt
@require_POST
def hook(request: HttpRequest, pk: int) -> HttpResponse:
    """Store a webhook from Prolific, and start a task that handles it. Prolific gets a reply at
    once."""
    if len(request.body) > MOST_HOOK_BYTES:
        return HttpResponse(status=413)
    try:
        event_id = receive(
            workspace_id=pk,
            body=request.body,
            timestamp=request.headers.get("X-Prolific-Request-Timestamp", ""),
            signature=request.headers.get("X-Prolific-Request-Signature", ""),
            event=request.headers.get("X-Event-ID", ""),
        )
    except HookRefused:
        return HttpResponse(status=403)
    if event_id is not None:
        take_event.delay(event_id)
    return HttpResponse(status=204)
