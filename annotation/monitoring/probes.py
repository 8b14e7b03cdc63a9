"""The URLs `/livez`, `/readyz` and `/metrics`. Requests to them are answered before any other
middleware runs, because a probe uses plain HTTP and none of the site's host names."""

import hmac
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase

from annotation.incoming.front_server import BODY_SECONDS, PROBE_BYTES
from annotation.monitoring import parts
from annotation.monitoring.metrics import exposition

NO_STORE = {"Cache-Control": "no-store"}


class ProbesMiddleware:
    """Middleware that answers requests to the three probe URLs and passes on all other requests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.pages: dict[str, Callable[[HttpRequest], HttpResponse]] = {
            "/livez": live,
            "/readyz": ready,
            "/metrics": metrics,
        }

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        page = self.pages.get(request.path)
        return self.get_response(request) if page is None else page(request)


def live(request: HttpRequest) -> HttpResponse:
    """Report that this process answers, without contacting other services. For a PUT request, also
    report how long the process waited for the body. `check --deploy` uses this time to test whether
    a front server buffers requests."""
    headers = dict(NO_STORE)
    if request.method == "PUT":
        began = time.monotonic()
        request.read(PROBE_BYTES)
        headers[BODY_SECONDS] = f"{time.monotonic() - began:.2f}"
    return HttpResponse("ok\n", content_type="text/plain", headers=headers)


def ready(_request: HttpRequest) -> JsonResponse:
    """Return the state of the site's parts, {"database": …, "cache": …, "media": …}, with status
    200 or 503. A part's state is "ok" or its problem.

    The site is ready even without its media store, so that annotators can submit answers.
    """
    states = parts.states()
    is_ready = all(states[part] == parts.OK for part in parts.NEEDED)
    return JsonResponse(states, status=200 if is_ready else 503, headers=NO_STORE)


def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics for Prometheus. The status is 401 if the request does not have the token,
    and 404 if METRICS_TOKEN is not set."""
    if not settings.METRICS_TOKEN:
        return HttpResponse(status=404)
    authorization = request.headers.get("Authorization", "")
    if not hmac.compare_digest(authorization.encode(), f"Bearer {settings.METRICS_TOKEN}".encode()):
        return HttpResponse(
            "Send the header “Authorization: Bearer” with METRICS_TOKEN.\n",
            status=401,
            content_type="text/plain; charset=utf-8",
            headers=NO_STORE | {"WWW-Authenticate": "Bearer"},
        )
    body, content_type = exposition()
    return HttpResponse(body, headers=NO_STORE | {"Content-Type": content_type})
