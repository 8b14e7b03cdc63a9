"""`/livez`, `/readyz` and `/metrics`: answered before all else, as a probe comes by plain HTTP and
names no host of ours."""

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
    """Answers the three addresses; everything else goes on."""

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
    """Report that this process answers, without asking other services. To a PUT it says how long it
    waited for the body: `check --deploy` finds out by it whether a front server buffers requests.
    """
    headers = dict(NO_STORE)
    if request.method == "PUT":
        began = time.monotonic()
        request.read(PROBE_BYTES)
        headers[BODY_SECONDS] = f"{time.monotonic() - began:.2f}"
    return HttpResponse("ok\n", content_type="text/plain", headers=headers)


def ready(_request: HttpRequest) -> JsonResponse:
    """Show whether requests can be served: {"database": …, "cache": …, "media": …}, each "ok" or
    what is wrong, with 200 or 503.

    Without its media the site is ready all the same: answers still have to be taken in.
    """
    states = parts.states()
    is_ready = all(states[part] == parts.OK for part in parts.NEEDED)
    return JsonResponse(states, status=200 if is_ready else 503, headers=NO_STORE)


def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics for Prometheus, for requests with the token; 404 if no token is set."""
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
