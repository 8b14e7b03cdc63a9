"""Views of the HIT page: show, rate, return and submit a HIT, and go to the next page.

The page's script sends the same form as a browser without scripts, but asks for JSON. The JSON
response then contains the next page.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.messages import get_messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.database.whole_numbers import whole_number
from hits.access import assignment_for_annotator
from hits.models import Assignment, Enrolment
from hits.page import drafts
from hits.page.form import fill, with_unasked
from hits.page.query import HitPage
from hits.page.shell import cached_shell, figures_of, slot
from hits.page.slots import stimulus_html
from hits.page.views.batches import destination, next_hit, see_other
from hits.queue.claiming import NothingLeft, prefetch_assignment
from hits.queue.drafts import Save, StaleDraft, answers_in
from hits.queue.enrolments import has_room_for_late
from hits.queue.releasing import ReturnsSpent, return_assignment
from hits.queue.submitting import (
    AnsweredBefore,
    AssignmentLost,
    Submission,
    may_submit_late,
    submit_and_claim,
    submit_assignment,
)
from hits.queue.suspensions import hold_on
from hits.states import ANSWERED
from people.models import AnnotatorRequest
from stimuli.shown import media_of_hit, outside_origins
from surveys.base import Stimulus


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def assignment_page(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show one HIT. A POST submits the answers, unless the form's `action` is one of these (3
    stands for the latest draft revision that the page has):

    `return 3` returns the HIT, after a confirmation if there are answers. `return sure` needs no
    confirmation. `break 3` leads to the break page, and `report 3` to the form for reporting a
    problem.

    If JSON is requested, the response to an accepted submission is {"next": address, "html": page}.
    "html" is left out if the next page is not a HIT. The response to a refused submission is 422
    {"html": this page with the problems}. If the assignment is lost, it is 410 {"error": reason,
    "next": address}.

    `action=keep` submits the answers but assigns no further HIT, so "next" is null.
    """
    if request.method == "POST":
        action, _space, detail = request.POST.get("action", "").partition(" ")
        if action == "break":
            return _stop_for_now(request, pk, detail)
        if action == "report":
            return _to_report(request, pk, detail)
        return _give_back(request, pk, detail) if action == "return" else _submit(request, pk)
    return _open(request, drafts.shown_page(request, pk))


def _open(request: AnnotatorRequest, page: HitPage) -> HttpResponse:
    if page.state in ANSWERED:
        messages.info(request, _("You have already submitted this HIT."))
        return see_other("done", page.batch.pk)
    if page.prefetched:
        return see_other("batch", page.batch.pk)
    if page.open:
        return _show(request, page, page.draft)
    late = may_submit_late(annotator=request.user, assignment_id=page.pk)
    if late and "late" in request.GET:
        return _show(request, page, page.draft)
    enrolment = _part(request, page)
    context = {
        "assignment": page,
        "batch": page.batch,
        "late": late,
        "capped": not has_room_for_late(enrolment),
        "hold": hold_on(enrolment.batch, request.user, enrolment),
        "end_route": enrolment.end_route,
    }
    return render(request, "hits/ended.html", context, status=410)


def _part(request: AnnotatorRequest, page: HitPage) -> Enrolment:
    parts = Enrolment.objects.select_related("batch")
    return parts.get(batch=page.batch.pk, annotator=request.user)


SURE = "sure"


def _give_back(request: AnnotatorRequest, pk: int, detail: str) -> HttpResponse:
    """Return the HIT. If answers would be lost and `detail` is not "sure", show a page that asks
    for confirmation instead."""
    assignment = assignment_for_annotator(request.user, pk)
    if detail != SURE:
        _keep_answers(request, pk, detail)
        page = drafts.shown_page(request, pk)
        if page.open and any(page.draft.values()):
            return render(request, "hits/give_back.html", {"assignment": page, "batch": page.batch})
    try:
        returned = return_assignment(annotator=request.user, assignment_id=pk)
    except ReturnsSpent as refusal:
        messages.warning(request, str(refusal))
        return see_other("assignment", pk)
    if returned:
        messages.success(
            request, _("HIT returned. You are not paid for it, and it does not count against you.")
        )
    return see_other("batch", assignment.batch_id)


def _stop_for_now(request: AnnotatorRequest, pk: int, revision: str) -> HttpResponse:
    assignment = assignment_for_annotator(request.user, pk)
    _keep_answers(request, pk, revision)
    return see_other("break", assignment.batch_id)


def _to_report(request: AnnotatorRequest, pk: int, revision: str) -> HttpResponse:
    assignment_for_annotator(request.user, pk)
    _keep_answers(request, pk, revision)
    return see_other("report_broken", pk)


def _keep_answers(request: AnnotatorRequest, pk: int, revision: str) -> None:
    """Save the posted answers as a draft. Do nothing if `revision` is not the revision of the
    newest draft, so that newer answers are not replaced."""
    data = answers_in(request.POST)
    base_revision = whole_number(revision)
    if data and base_revision is not None:
        # Newer answers from a script or another tab are not overwritten.
        with suppress(StaleDraft, AssignmentLost):
            save = Save(revision=base_revision, data=data)
            drafts.save(request, pk, save)


def _submit(request: AnnotatorRequest, pk: int) -> HttpResponse:
    by_script = request.get_preferred_type(["text/html", "application/json"]) == "application/json"
    try:
        result, following = _submit_form(request, pk)
    except Assignment.DoesNotExist:
        raise Http404 from None
    except AssignmentLost as lost:
        return _lost(request, pk, lost, by_script=by_script)
    if not result.accepted:
        page = drafts.shown_page(request, pk)
        raw = with_unasked(page.rubric, page.stimulus, request.POST.dict(), page.draft)
        response = _show(request, page, raw, result)
        if not by_script:
            return response
        return JsonResponse({"html": response.content.decode()}, status=422)
    address = following and destination(request, result.assignment.batch_id, following)
    if not by_script:
        return see_other(address or "own_work")
    if not isinstance(following, Assignment):
        return JsonResponse({"next": address})
    page = drafts.shown_page(request, following.pk)
    response = _show(request, page, page.draft)
    return JsonResponse({"next": address, "html": response.content.decode()})


def _submit_form(
    request: AnnotatorRequest, pk: int
) -> tuple[Submission, Assignment | NothingLeft | None]:
    sent: dict[str, Any] = {
        "annotator": request.user,
        "assignment_id": pk,
        "raw": request.POST.dict(),
        "confirmed": request.POST.get("confirmed", "").split(),
        "language": get_language(),
    }
    if request.POST.get("action") == "keep":
        return submit_assignment(**sent), None
    return submit_and_claim(**sent)


def _lost(
    request: AnnotatorRequest, pk: int, lost: AssignmentLost, *, by_script: bool
) -> HttpResponse:
    batch = assignment_for_annotator(request.user, pk).batch
    if by_script:
        following = reverse("batch", args=[batch.pk])
        return JsonResponse({"error": str(lost), "next": following}, status=410)
    if isinstance(lost, AnsweredBefore):
        context = {"batch": batch, "lost": lost, "assignment_id": pk}
        return render(request, "hits/not_stored.html", context, status=410)
    messages.warning(request, str(lost))
    return next_hit(request, batch)


def _show(
    request: AnnotatorRequest,
    page: HitPage,
    raw: Mapping[str, object],
    result: Submission | None = None,
) -> HttpResponse:
    key = page.shell_key
    bound = request.user.bound is not None
    first = _offers_link(request, page)
    personal = bool(raw or result or bound or first or not page.open or get_messages(request))
    if personal or key is None or settings.DEBUG:
        response = _rendered(request, page, raw, result)
    else:
        response = HttpResponse(_from_shell(request, page, key))
    # The browser must reload a HIT page from its history, since the HIT may be submitted by now.
    response["Cache-Control"] = "no-store"
    return allow_linked_media(request, response, page.stimulus)


def _rendered(
    request: AnnotatorRequest, page: HitPage, raw: Mapping[str, object], result: Submission | None
) -> HttpResponse:
    problems = result.checked.problems if result and result.checked else ()
    concerns = result.concerns if result else ()
    unwatched = result.unwatched if result else ""
    enrolment = None if page.open else _part(request, page)
    context = _context(page) | {
        "figures": figures_of(page),
        "hold": enrolment and hold_on(enrolment.batch, request.user, enrolment),
        "unwatched": unwatched,
        "panels": fill(page.rubric, page.stimulus, raw, problems),
        "problems": problems,
        "concerns": concerns,
        "confirmed": request.POST.get("confirmed", "") if result else "",
        "draft": _draft_state(page),
        "offers_link": _offers_link(request, page),
    }
    return render(
        request,
        "hits/assignment.html",
        context,
        status=422 if problems or concerns or unwatched else 200,
    )


def _offers_link(request: AnnotatorRequest, page: HitPage) -> bool:
    """Return whether the page offers guests their personal link. It does so after a guest's first
    submission, because guests who lose their session could not continue without this link."""
    return request.user.is_guest and request.user.bound is None and page.finished == 1


def _draft_state(page: HitPage) -> dict[str, object]:
    """Return the data that the page's script needs to save further versions of the draft."""
    return {
        "url": reverse("draft", args=[page.pk]) if page.open else "",
        "person": page.person,
        "revision": page.revision,
        "saved": page.saved_at.isoformat() if page.saved_at else "",
        "saved_by": page.saved_by,
    }


def _context(page: HitPage) -> dict[str, object]:
    return {
        "assignment": page,
        "batch": page.batch,
        "rubric": page.rubric,
        "stimulus": page.stimulus,
    }


def _from_shell(request: AnnotatorRequest, page: HitPage, key: tuple[object, ...]) -> str:
    """Return the HTML of a page without answers, messages and problems. The cached shell is filled
    in for this annotator and HIT."""
    staff = request.user.is_staff
    context = _context(page)
    shell = cached_shell(
        (key, staff, get_language(), page.extensions_left > 0),
        lambda: render_to_string("hits/assignment.html", _slots(page, context, staff)),
    )
    return shell.filled(
        {
            "csrf": get_token(request),
            "user": str(request.user.pk),
            "name": escape(request.user.get_username()),
            "stimulus": stimulus_html(page, context),
            **_recalled(page),
            **{f"draft_{name}": escape(value) for name, value in _draft_state(page).items()},
            **{f"figure_{name}": escape(value) for name, value in figures_of(page).items()},
        }
    )


def _recalled(page: HitPage) -> dict[str, str]:
    """Return the HTML that repeats each output in the sections about this output, by slot name. The
    dict is empty if the rubric does not repeat outputs."""
    outputs = page.stimulus.outputs if page.rubric.recalls_outputs else ()
    return {
        f"recall_{output.letter}": render_to_string(
            "hits/_recall.html", {"rubric": page.rubric, "output": output}
        )
        for output in outputs
    }


def _slots(page: HitPage, context: dict[str, object], staff: bool) -> dict[str, object]:
    """Return the template context for rendering the shell. Each value that depends on the annotator
    or the HIT is replaced with a slot."""
    someone = {
        "is_authenticated": True,
        "is_staff": staff,
        "pk": slot("user"),
        "get_username": slot("name"),
    }
    letters = [output.letter for output in page.stimulus.outputs]
    return context | {
        "panels": fill(page.rubric, page.stimulus, {}),
        "csrf_token": slot("csrf"),
        "user": someone,
        "draft": {name: slot(f"draft_{name}") for name in _draft_state(page)},
        "figures": {name: slot(f"figure_{name}") for name in figures_of(page)},
        "framed": {
            "stimulus": slot("stimulus"),
            "recalls": {letter: slot(f"recall_{letter}") for letter in letters},
        },
    }


def allow_linked_media(
    request: HttpRequest, response: HttpResponse, stimulus: Stimulus
) -> HttpResponse:
    """Change the response's content security policy to allow images and media from the origins that
    the item links to. Return the response."""
    origins = sorted(outside_origins(stimulus))
    if not origins:
        return response
    csp_update({"img-src": origins, "media-src": origins})(lambda _request: response)(request)
    return response


@login_required
@require_POST
def prefetch(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Prefetch the annotator's next HIT, and return its address and media as JSON: {"next":
    address, "media": [{"url", "type", "kind"}]}. If there is no next HIT, the status is 204."""
    following = prefetch_assignment(annotator=request.user, assignment_id=pk)
    if following is None:
        return HttpResponse(status=204)
    hit = following.hit
    hit_media = media_of_hit(hit.item_id, hit.output_ids, viewer=request.user.pk)
    media = [
        {"url": medium.small_url or medium.url, "type": medium.content_type, "kind": medium.kind}
        for medium in hit_media.every()
    ]
    return JsonResponse({"next": reverse("assignment", args=[following.pk]), "media": media})
