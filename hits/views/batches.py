"""Around the work: the list of batches, a batch's page with its instructions, starting, and the end."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from hits.access import batch_for_annotator
from hits.claims import NothingLeft, claim_assignment, enrol
from hits.models import Assignment, Batch, Enrolment
from hits.open_batches import open_batches
from people.models import AnnotatorRequest, User
from surveys.translations import in_language


def see_other(name: str, *args: object) -> HttpResponseRedirect:
    """303: the browser follows with a GET, whatever it sent."""
    response = redirect(name, *args)
    response.status_code = 303
    return response


@login_required
@require_GET
def home(request: AnnotatorRequest) -> HttpResponse:
    """The open batches."""
    return render(request, "hits/home.html", {"open_batches": open_batches(request.user)})


@login_required
@require_GET
def batch_page(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Pay, time, instructions and consent of one batch, and the button that starts it."""
    batch = batch_for_annotator(request.user, pk)
    enrolment = Enrolment.objects.filter(batch=batch, annotator=request.user).first()
    return render(
        request,
        "hits/batch.html",
        {
            "batch": batch,
            "rubric": in_language(batch.rubric_version.spec, batch.language or get_language()),
            "consent_needed": bool(batch.consent_text) and (enrolment is None or enrolment.consent_at is None),
            "held": _held(batch, request.user),
        },
    )


def _held(batch: Batch, user: User) -> Assignment | None:
    return Assignment.objects.filter(batch=batch, annotator=user, state=Assignment.State.HELD).first()


@login_required
@require_POST
def start(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Enrol (with consent where it is asked) and hand out the first HIT."""
    batch = batch_for_annotator(request.user, pk)
    enrol(annotator=request.user, batch=batch, consent_given=request.POST.get("consent") == "yes")
    return next_hit(request, batch)


def next_hit(request: AnnotatorRequest, batch: Batch) -> HttpResponse:
    """Claim and go there; to the end page when nothing can be handed out."""
    try:
        following: Assignment | NothingLeft = claim_assignment(annotator=request.user, batch=batch)
    except NothingLeft as reason:
        following = reason
    return go_on(request, batch.pk, following)


def go_on(request: AnnotatorRequest, batch_id: int, following: Assignment | NothingLeft) -> HttpResponse:
    """To the next HIT, or to where it is said why there is none."""
    if isinstance(following, Assignment):
        return see_other("assignment", following.pk)
    if following.code == "consent_needed":
        messages.warning(request, _("Please read and tick the consent below before you start."))
        return see_other("batch", batch_id)
    messages.info(request, str(following))
    return see_other("done", batch_id)


@login_required
@require_GET
def done(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """What was done in the batch, what it earned, and what else is open."""
    batch = batch_for_annotator(request.user, pk)
    own = Assignment.objects.filter(batch=batch, annotator=request.user, state__in=Assignment.ANSWERED)
    states = dict(own.values_list("state").annotate(many=Count("pk")))
    approved, waiting = states.get(Assignment.State.APPROVED, 0), states.get(Assignment.State.SUBMITTED, 0)
    return render(
        request,
        "hits/done.html",
        {
            "batch": batch,
            "done": sum(states.values()),
            "waiting": waiting,
            "earned": approved * batch.reward,
            "pending": waiting * batch.reward,
            "others": [one for one in open_batches(request.user) if one.left and one.batch.pk != batch.pk],
        },
    )
