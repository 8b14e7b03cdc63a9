"""The HIT page: rating, returning, submitting, and saving what is filled in so far."""

import json
from collections.abc import Mapping

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
from hits.submissions import PlaceLost, StaleDraft, Submission, save_draft, submit_and_claim
from hits.views.batches import go_on, next_hit, see_other
from people.models import AnnotatorRequest
from surveys.base import Stimulus

MAX_DRAFT_BYTES = 256 * 1024


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def assignment_page(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """One HIT. POST with `action=return` gives it back; any other POST submits the answers."""
    if request.method == "POST":
        return _give_back(request, pk) if request.POST.get("action") == "return" else _submit(request, pk)
    page = hit_page_for_annotator(request.user, pk, get_language())
    if page.state in Assignment.ANSWERED:
        messages.info(request, _("That HIT is submitted; your answers are safe."))
        return see_other("done", page.batch.pk)
    if not page.open:
        return render(request, "hits/ended.html", {"assignment": page, "batch": page.batch}, status=410)
    return _show(request, page, page.draft)


def _give_back(request: AnnotatorRequest, pk: int) -> HttpResponse:
    assignment = assignment_for_annotator(request.user, pk)
    if return_assignment(annotator=request.user, assignment_id=pk):
        messages.success(request, _("You gave that HIT back. It does not count against you."))
    return see_other("batch", assignment.batch_id)


def _submit(request: AnnotatorRequest, pk: int) -> HttpResponse:
    raw = request.POST.dict()
    try:
        result, following = submit_and_claim(
            annotator=request.user,
            assignment_id=pk,
            raw=raw,
            confirmed=request.POST.get("confirmed", "").split(),
            language=get_language(),
        )
    except Assignment.DoesNotExist:
        raise Http404 from None
    except PlaceLost as lost:
        messages.warning(request, str(lost))
        return next_hit(request, assignment_for_annotator(request.user, pk).batch)
    if following is not None:
        return go_on(request, result.assignment.batch_id, following)
    return _show(request, hit_page_for_annotator(request.user, pk, get_language()), raw, result)


def _show(
    request: AnnotatorRequest, page: HitPage, raw: Mapping[str, object], result: Submission | None = None
) -> HttpResponse:
    if raw or result or page.frame_key is None or get_messages(request) or settings.DEBUG:
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
        "draft_url": reverse("draft", args=[page.pk]),
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
