"""Pages about a batch on Prolific: the workspace, the study with its cost and its submissions, and
one submission."""

from copy import copy
from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from core.database.keyset import LATEST_FIRST, PER_PAGE, Key, cursor_of, window
from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from desk.recruiting.prolific.forms import (
    DEVICES,
    BonusForm,
    PlacesForm,
    RejectForm,
    StudyForm,
    WorkspaceForm,
)
from desk.refusals import refusals_shown
from hits.access import batch_for_researcher
from hits.models import Batch
from people.access import is_writer, owns, user_of
from people.factors.confirmation import ask_to_confirm, is_confirmed, typed_before, typed_in
from people.models import User
from recruiting.prolific.access import submission_for_researcher
from recruiting.prolific.api.shapes import StudyAction, StudyState, SubmissionState
from recruiting.prolific.connecting import WorkspaceRefused, connect
from recruiting.prolific.deciding import (
    approve_sitting,
    part_is_paid,
    pay_sitting_bonus,
    reject_sitting,
    request_return,
)
from recruiting.prolific.following import FINAL, GIVEN_UP
from recruiting.prolific.models import OutgoingCall, Study, Submission, Workspace
from recruiting.prolific.outbox import settle
from recruiting.prolific.studies.addresses import require_public, study_address
from recruiting.prolific.studies.creating import make_study, remove_study
from recruiting.prolific.studies.eligibility import earlier_studies
from recruiting.prolific.studies.planning import (
    POSSIBLE,
    look_at_study,
    move_study,
    plan_study,
    raise_places,
)
from recruiting.prolific.studies.settings import current_settings
from recruiting.prolific.tasks import send_calls
from recruiting.prolific.topping_up import part_due, pay_part
from recruiting.sittings.work import work_of

BY_TIME = (Key("submitted_at"), Key("pk"))
USUAL_HITS = 20
ACTION_WORDS = {
    StudyAction.PUBLISH: _lazy("Publish on Prolific"),
    StudyAction.PAUSE: _lazy("Pause on Prolific"),
    StudyAction.START: _lazy("Resume on Prolific"),
    StudyAction.STOP: _lazy("Stop on Prolific"),
}


FORM = "prolific"  # name of the form whose values wait for a confirmation


def prolific_page(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponseBase:
    """Show the batch's study on Prolific. Owners of the project can enter the workspace's token,
    and create and control the study."""
    user = user_of(request)
    batch = batch_for_researcher(user, pk)
    workspace = Workspace.objects.filter(project=batch.project_id).first()
    study = Study.objects.filter(batch=batch).select_related("batch__project__prolific").first()
    is_owner = owns(user, batch.project)
    action = request.POST.get("action")
    form = WorkspaceForm(
        request.POST if action == "connect" else None,
        # A copy, so that values of a rejected form do not change the workspace.
        instance=copy(workspace) if workspace else Workspace(project=batch.project),
        initial=typed_before(request, FORM) if request.method == "GET" else None,
    )
    study_form = StudyForm(request.POST if action == "make" else None)
    if not study_form.is_bound and not (study and study.outside_id):
        study_form.initial = asdict(current_settings(batch))
    if request.method == "POST":
        if not is_owner:
            raise PermissionDenied
        if action == "connect" and form.is_valid() and not is_confirmed(request):
            return ask_to_confirm(request, back=request.path, name=FORM, typed=typed_in(form))
        if action == "connect":
            done = _connect(request, form, user)
        elif action == "make":
            done = _make(request, batch, study_form, user)
        else:
            done = _act(request, batch, study, user)
        if done:
            return redirect("admin:prolific", pk)
        study = Study.objects.filter(batch=batch).first()
    there = study if study and study.outside_id else None
    context = {
        **frame,
        "title": "Prolific",
        "batch": batch,
        "workspace": workspace,
        "study": study,
        "form": form,
        "study_form": study_form,
        "has_errors": bool(form.errors or study_form.errors),
        "is_owner": is_owner,
        **(_study_context(request, there) if there else _plan_context(request, batch, study)),
    }
    if plan := context.get("plan"):
        study_form.say_least_time(plan.least_time)
    return TemplateResponse(request, "desk/prolific/batch.html", context)


def _connect(request: HttpRequest, form: WorkspaceForm, user: User) -> bool:
    """Save the Prolific workspace from the form. Return False if the form has errors and must be
    shown again."""
    if not form.is_valid():
        return False
    try:
        done = connect(workspace=form.save(commit=False), by=user, changed=form.changed_data)
    except WorkspaceRefused as refused:
        name = refused.field if refused.field in form.fields else None
        form.add_error(name, f"{refused.what} {refused.remedy}")
        return False
    if done.problem:
        messages.warning(request, done.problem)
    else:
        messages.success(request, _("Workspace saved. Prolific accepted the token."))
    return True


def _make(request: HttpRequest, batch: Batch, form: StudyForm, user: User) -> bool:
    """Create the study on Prolific. Return False if the form has errors and must be shown again."""
    if not form.is_valid():
        return False
    hits = whole_number(request.POST.get("hits", "")) or 0
    try:
        make_study(batch=batch, hits=hits, by=user, settings=form.settings())
    except RateroomError as error:
        form.refuse(error)
        return False
    messages.success(request, _("Draft created on Prolific. No one can see it yet."))
    return True


def _act(request: HttpRequest, batch: Batch, study: Study | None, user: User) -> bool:
    action = request.POST.get("action", "")
    if study is None:
        raise Http404
    with refusals_shown(request):
        if action == "remove":
            remove_study(batch=batch, by=user)
            messages.success(request, _("“%(name)s” removed.") % {"name": _("Prolific study")})
        elif action == "look":
            look_at_study(study=study)
        elif action == "places":
            form = PlacesForm(request.POST)
            places = form.cleaned_data["places"] if form.is_valid() else 0
            raise_places(study=study, places=places, by=user)
            messages.success(request, _("Saved."))
        elif action in list(StudyAction):
            move_study(study=study, action=StudyAction(action), by=user)
    return True


def _plan_context(request: HttpRequest, batch: Batch, study: Study | None) -> dict[str, Any]:
    """Return template variables with the planned study for the requested number of HITs per
    session, or an error message if it cannot be planned."""
    usual = batch.sitting_hits or min(batch.code_after or USUAL_HITS, batch.hits_made or USUAL_HITS)
    wanted = whole_number((request.POST or request.GET).get("hits", ""))
    hits = wanted or (study.hits_per_sitting if study else usual)
    plan, problem = None, ""
    try:
        plan = plan_study(batch=batch, hits=hits)
    except RateroomError as error:
        problem = str(error)
    return {"plan": plan, "hits": hits, "plan_problem": problem, **_sent_context(batch)}


def _sent_context(batch: Batch) -> dict[str, object]:
    """Return template variables with the study's URL, a message if this URL is not public, and the
    earlier studies whose participants are blocked."""
    address, problem = study_address(batch), ""
    try:
        require_public(address)
    except RateroomError as error:
        problem = str(error)
    return {"address": address, "address_problem": problem, "earlier": earlier_studies(batch)}


def _study_context(request: HttpRequest, study: Study) -> dict[str, Any]:
    """Return template variables with the possible actions on the study and a page of its
    submissions."""
    rows = Submission.objects.filter(study=study).select_related("sitting__enrolment")
    page = window(
        rows.annotate(pseudonym=F("sitting__enrolment__pseudonym")),
        LATEST_FIRST,
        cursor_of(request.GET),
        size=PER_PAGE,
    )
    actions = POSSIBLE.get(StudyState(study.state), ())
    is_draft = study.state == StudyState.UNPUBLISHED
    return {
        "actions": [(action.value, ACTION_WORDS[action]) for action in actions],
        "is_draft": is_draft,
        "devices": [label for value, label in DEVICES if value in study.devices],
        "submissions": page.rows,
        "window": page,
        "places_form": PlacesForm(initial={"places": study.places + 1}),
        **(_sent_context(study.batch) if is_draft else {}),
    }


def submission_page(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show a Prolific submission: its responses, state, decisions, bonus, and the calls to
    Prolific. A POST performs an action on it."""
    user = user_of(request)
    submission = submission_for_researcher(user, pk, write=request.method == "POST")
    batch = submission.study.batch
    reject_form, bonus_form = RejectForm(), BonusForm()
    if request.method == "POST":
        action = request.POST.get("action", "")
        reject_form = RejectForm(request.POST) if action == "reject" else reject_form
        bonus_form = BonusForm(request.POST) if action == "bonus" else bonus_form
        if _decide(request, submission, user, reject_form, bonus_form):
            send_calls.delay()
            return redirect("admin:prolific_submission", pk)
    context = {
        **frame,
        "title": str(submission.sitting.enrolment),
        "batch": batch,
        "submission": submission,
        "window": window(
            work_of(submission.sitting), BY_TIME, cursor_of(request.GET), size=PER_PAGE
        ),
        "calls": submission.calls.order_by("-pk"),
        "may_write": is_writer(user, batch.project_id),
        "is_owner": owns(user, batch.project),
        "part": part_due(submission),
        "awaits": submission.state == SubmissionState.AWAITING_REVIEW,
        "is_given_up": submission.state in GIVEN_UP,
        "may_return": submission.state not in (*GIVEN_UP, *FINAL),
        "part_is_paid": part_is_paid(submission),
        "reject_form": reject_form,
        "bonus_form": bonus_form,
    }
    return TemplateResponse(request, "desk/prolific/submission.html", context)


def _decide(
    request: HttpRequest,
    submission: Submission,
    user: User,
    reject_form: RejectForm,
    bonus_form: BonusForm,
) -> bool:
    """Perform the action of the button. Return False if a form has errors and must be shown
    again."""
    action = request.POST.get("action", "")
    with refusals_shown(request):
        if action == "approve":
            approve_sitting(submission_id=submission.pk, by=user)
        elif action == "reject":
            if not reject_form.is_valid():
                return False
            reject_sitting(submission_id=submission.pk, by=user, **reject_form.cleaned_data)
        elif action == "bonus":
            _require_owner(user, submission)
            if not bonus_form.is_valid():
                return False
            pay_sitting_bonus(submission_id=submission.pk, by=user, **bonus_form.cleaned_data)
        elif action == "part":
            _require_owner(user, submission)
            pay_part(submission_id=submission.pk, by=user)
        elif action == "return":
            request_return(submission_id=submission.pk, reason="", by=user)
        elif action in {"paid", "unpaid"}:
            _require_owner(user, submission)
            _settle(submission, request.POST.get("call", ""), happened=action == "paid", by=user)
    return True


def _settle(submission: Submission, call: str, *, happened: bool, by: User) -> None:
    call_id = whole_number(call) or 0
    if not OutgoingCall.objects.filter(pk=call_id, submission=submission).exists():
        raise Http404
    settle(call_id=call_id, happened=happened, by=by)


def _require_owner(user: User, submission: Submission) -> None:
    if not owns(user, submission.study.batch.project):
        raise PermissionDenied
