"""The pages for internal errors. A full disk, an unreachable database and an unreachable media
store each have a page of their own."""

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from annotation.incoming.uploads import UploadNotKept
from api.problems import plain_problem
from core.database.outages import AWAY, drop_broken_connections
from stimuli.store.errors import RETRY_SECONDS as STORE_RETRY_SECONDS
from stimuli.store.errors import StoreAway

RETRY_SECONDS = 5
API = "/api/"
KEPT = {"assignment"}  # pages whose forms can be sent again; not a login, which has a password


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page for an internal error or, for an API request, problem details. Django calls
    this function while it handles the exception."""
    error = sys.exc_info()[1]
    if request.path.startswith(API):
        return _to_a_program(error)
    if isinstance(error, UploadNotKept):
        return HttpResponse(render_to_string("507.html", {"reason": error}), status=507)
    if isinstance(error, StoreAway):
        return _store_away(error)
    if not isinstance(error, AWAY):
        return HttpResponse(render_to_string("500.html"), status=500)
    drop_broken_connections()
    response = _away(request)
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


def _to_a_program(error: BaseException | None) -> HttpResponse:
    """Return problem details for an API request that failed with an internal error."""
    if not isinstance(error, AWAY):
        return plain_problem(
            500, "The site had an error. Its log has the details under the request's id."
        )
    drop_broken_connections()
    response = plain_problem(503, "The database is not responding.")
    response["Retry-After"] = str(RETRY_SECONDS)
    return response


def _store_away(error: StoreAway) -> HttpResponse:
    headers = {"Retry-After": str(STORE_RETRY_SECONDS), "Cache-Control": "no-store"}
    page = render_to_string("503_store.html", {"error": error})
    return HttpResponse(page, status=503, headers=headers)


def _away(request: HttpRequest) -> HttpResponse:
    if request.content_type == "application/json":
        return JsonResponse({"error": _("The database is not responding.")}, status=503)
    name = request.resolver_match.url_name if request.resolver_match else None
    # Rendered without the request, whose user and messages would query the database again.
    page = render_to_string(
        "503.html",
        {
            "action": request.get_full_path(),
            "sent": request.method == "POST",
            "fields": list(request.POST.items())
            if request.method == "POST" and name in KEPT
            else [],
        },
    )
    return HttpResponse(page, status=503)
