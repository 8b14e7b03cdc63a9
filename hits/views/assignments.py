"""The HIT page: rating, returning, submitting, and saving what is filled in so far."""

import json
from collections.abc import Mapping
from contextlib import suppress

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
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from hits.access import assignment_for_annotator
from hits.claims import return_assignment
from hits.filling import fill
from hits.frames import frame, slot
from hits.models import Assignment
from hits.pages import HitPage, hit_page_for_annotator
from hits.shown import outside_origins
from hits.submissions import PlaceLost, StaleDraft, Submission, may_submit_late, save_draft, submit_and_claim
from hits.views.batches import go_on, next_hit, see_other
from people.models import AnnotatorRequest
from surveys.base import Stimulus

MAX_DRAFT_BYTES = 256 * 1024
NOT_ANSWERS = {"csrfmiddlewaretoken", "action", "confirmed", "seen"}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def assignment_page(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """One HIT. POST with `action=return` gives it back, `break 3` stops for now; any other POST submits the answers."""
    if request.method == "POST":
        action, _space, detail = request.POST.get("action", "").partition(" ")
        if action == "break":
            return _stop_for_now(request, pk, detail)
        return _give_back(request, pk) if action == "return" else _submit(request, pk)
    page = hit_page_for_annotator(request.user, pk)
    if page.state in Assignment.ANSWERED:
        messages.info(request, _("That HIT is submitted; your answers are safe."))
        return see_other("done", page.batch.pk)
    if page.open:
        return _show(request, page, page.draft)
    late = may_submit_late(annotator=request.user, assignment_id=pk)
    if late and "late" in request.GET:
        return _show(request, page, page.draft)
    context = {"assignment": page, "batch": page.batch, "late": late}
    return render(request, "hits/ended.html", context, status=410)


def _give_back(request: AnnotatorRequest, pk: int) -> HttpResponse:
    assignment = assignment_for_annotator(request.user, pk)
    if return_assignment(annotator=request.user, assignment_id=pk):
        messages.success(
            request,
            _("You gave that HIT back. It earns nothing and does not count against you; what you submitted is kept."),
        )
    return see_other("batch", assignment.batch_id)


def _stop_for_now(request: AnnotatorRequest, pk: int, revision: str) -> HttpResponse:
    """To the break page with the HIT still held; `revision` is that of the draft as the page last knew it."""
    assignment = assignment_for_annotator(request.user, pk)
    data = {key: str(value) for key, value in request.POST.items() if value and key not in NOT_ANSWERS}
    if data and revision.isdecimal():
        # Newer answers from a script or another tab stay as they are.
        with suppress(StaleDraft, PlaceLost):
            save_draft(annotator=request.user, assignment_id=pk, revision=int(revision), data=data)
    return see_other("break", assignment.batch_id)


def _submit(request: AnnotatorRequest, pk: int) -> HttpResponse:
    raw = request.POST.dict()
    try:
        result, following = submit_and_claim(
            annotator=request.user, assignment_id=pk, raw=raw, confirmed=request.POST.get("confirmed", "").split()
        )
    except Assignment.DoesNotExist:
        raise Http404 from None
    except PlaceLost as lost:
        messages.warning(request, str(lost))
        return next_hit(request, assignment_for_annotator(request.user, pk).batch)
    if following is not None:
        return go_on(request, result.assignment.batch_id, following)
    return _show(request, hit_page_for_annotator(request.user, pk), raw, result)


def _show(
    request: AnnotatorRequest, page: HitPage, raw: Mapping[str, object], result: Submission | None = None
) -> HttpResponse:
    if raw or result or not page.open or page.frame_key is None or get_messages(request) or settings.DEBUG:
        response = _rendered(request, page, raw, result)
    else:
        response = HttpResponse(_framed(request, page, page.frame_key))
    # A HIT page in the browser's history must ask again: the HIT may be submitted by now.
    response["Cache-Control"] = "no-store"
    return allow_linked_media(request, response, page.stimulus)


def _rendered(
    request: HttpRequest, page: HitPage, raw: Mapping[str, object], result: Submission | None
) -> HttpResponse:
    problems = result.checked.problems if result and result.checked else ()
    concerns = result.concerns if result else ()
    context = _context(page) | {
        "panels": fill(page.rubric, page.stimulus, raw, problems),
        "problems": problems,
        "concerns": concerns,
        "confirmed": request.POST.get("confirmed", ""),
        "revision": page.revision,
        "draft_url": reverse("draft", args=[page.pk]) if page.open else "",
    }
    return render(request, "hits/assignment.html", context, status=422 if problems or concerns else 200)


def _context(page: HitPage) -> dict[str, object]:
    return {
        "assignment": page,
        "batch": page.batch,
        "rubric": page.rubric,
        "stimulus": page.stimulus,
        "finished": page.finished,
        "earned": page.earned,
    }


def _framed(request: AnnotatorRequest, page: HitPage, key: tuple[object, ...]) -> str:
    """The page without answers, messages and problems: the frame that all its raters share, and what is theirs."""
    staff = request.user.is_staff
    context = _context(page)
    found = frame(
        (key, staff, get_language()), lambda: render_to_string("hits/assignment.html", _slots(page, context, staff))
    )
    return found.filled(
        {
            "csrf": get_token(request),
            "name": escape(request.user.get_username()),
            "facts": render_to_string("hits/_facts.html", context),
            "stimulus": render_to_string("hits/_stimulus.html", context),
            "draft_url": reverse("draft", args=[page.pk]),
            "revision": str(page.revision),
        }
    )


def _slots(page: HitPage, context: dict[str, object], staff: bool) -> dict[str, object]:
    """The page's context with a slot for whatever is one rater's or one HIT's."""
    someone = {"is_authenticated": True, "is_staff": staff, "get_username": slot("name")}
    return context | {
        "panels": fill(page.rubric, page.stimulus, {}),
        "csrf_token": slot("csrf"),
        "user": someone,
        "revision": slot("revision"),
        "draft_url": slot("draft_url"),
        "framed": {"facts": slot("facts"), "stimulus": slot("stimulus")},
    }


def allow_linked_media(request: HttpRequest, response: HttpResponse, stimulus: Stimulus) -> HttpResponse:
    """Let this one page show media from exactly the origins that its item links to."""
    origins = sorted(outside_origins(stimulus))
    if not origins:
        return response
    csp_update({"img-src": origins, "media-src": origins})(lambda _request: response)(request)
    return response


@login_required
@require_POST
def draft(request: AnnotatorRequest, pk: int) -> JsonResponse:
    """Save what is filled in: {"revision": n, "data": {question key: value}} → the new revision and time."""
    assignment = assignment_for_annotator(request.user, pk)
    revision, data = _read_draft(request)
    try:
        saved = save_draft(annotator=request.user, assignment_id=assignment.pk, revision=revision, data=data)
    except StaleDraft as stale:
        return JsonResponse({"error": str(stale), "revision": stale.revision}, status=409)
    except PlaceLost as lost:
        return JsonResponse({"error": str(lost)}, status=410)
    return JsonResponse({"revision": saved.revision, "saved": time_format(timezone.localtime(saved.saved_at), "H:i:s")})


def _read_draft(request: HttpRequest) -> tuple[int, dict[str, str]]:
    """The posted draft; 404 for what no page of ours sends."""
    try:
        if len(request.body) > MAX_DRAFT_BYTES:
            raise Http404
        posted = json.loads(request.body)
        return int(posted["revision"]), {str(key): str(value) for key, value in posted["data"].items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Http404 from None
