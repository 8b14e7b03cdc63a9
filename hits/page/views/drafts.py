"""JSON views that save a draft, and return a draft with its earlier versions."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.http import require_http_methods

from hits.models import Assignment
from hits.page import drafts
from hits.page.drafts import read_json
from hits.queue.drafts import Save, Saved, StaleDraft
from hits.queue.submitting import AssignmentLost
from people.models import AnnotatorRequest

MAX_BYTES = 256 * 1024
MAX_NUMBER = 2**31 - 1


@login_required
@require_http_methods(["GET", "POST"])
def draft(request: AnnotatorRequest, pk: int) -> JsonResponse:
    """GET returns the newest draft with its earlier versions. POST saves a draft (the fields of
    `drafts.Save` as JSON) and returns the draft's new revision and time.

    If another page has saved a newer draft, the status is 409 and the response contains that draft.
    The status is 410 if the annotator no longer has the HIT.
    """
    try:
        return _save(request, pk) if request.method == "POST" else _read(request, pk)
    except Assignment.DoesNotExist:
        raise Http404 from None
    except StaleDraft as stale:
        return JsonResponse({"error": str(stale), **_whole(stale.newest)}, status=409)
    except AssignmentLost as lost:
        return JsonResponse({"error": str(lost)}, status=410)


def _save(request: AnnotatorRequest, pk: int) -> JsonResponse:
    saved = drafts.save(request, pk, _posted(request))
    return JsonResponse({"revision": saved.revision, "saved": saved.saved_at.isoformat()})


def _read(request: AnnotatorRequest, pk: int) -> JsonResponse:
    newest, versions = drafts.read(request, pk)
    earlier = [
        {"revision": version.revision, "saved": version.saved_at.isoformat(), "data": version.data}
        for version in versions
    ]
    response = JsonResponse({**_whole(newest), "earlier": earlier})
    response["Cache-Control"] = "no-store"
    return response


def _whole(saved: Saved) -> dict[str, object]:
    return {
        "revision": saved.revision,
        "saved": saved.saved_at.isoformat(),
        "data": saved.data,
        "writer": saved.writer,
        "number": saved.number,
    }


def _posted(request: HttpRequest) -> Save:
    """Return the posted draft. Raises Http404 if the data is too large or malformed, because
    Rateroom's own pages never send such data."""
    try:
        if len(request.body) > MAX_BYTES:
            raise Http404
        posted = read_json(request.body)
        return Save(
            revision=_number(posted["revision"]),
            data=_texts(posted["data"]),
            writer=_stored(posted.get("writer", ""))[:32],
            number=min(max(_number(posted.get("number", 0)), 0), MAX_NUMBER),
            complete=min(max(_number(posted.get("complete", 0)), 0), 999),
            aside=_texts(posted["aside"]) if posted.get("aside") else None,
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Http404 from None


def _number(posted: object) -> int:
    if not isinstance(posted, int) or isinstance(posted, bool):
        raise TypeError(posted)
    return posted


def _texts(posted: Any) -> dict[str, str]:
    return {_stored(key): _stored(value) for key, value in posted.items()}


def _stored(value: object) -> str:
    """Return the text without characters that the database cannot store. NULs are removed, and lone
    surrogates are replaced with "?". Raises TypeError for other values."""
    if not isinstance(value, str):
        raise TypeError(value)
    return value.replace("\0", "").encode(errors="replace").decode()
