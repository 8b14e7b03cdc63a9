"""`/livez`, `/readyz` and `/metrics`: answered before all else, as a probe comes by plain HTTP and
names no host of ours."""

import hmac
import time
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase

from annotation.monitoring.metrics import exposition
from stimuli.store import the_store
from stimuli.store.errors import StoreAway

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


def live(_request: HttpRequest) -> HttpResponse:
    """Report that this process answers, without asking other services."""
    return HttpResponse("ok\n", content_type="text/plain", headers=NO_STORE)


def ready(_request: HttpRequest) -> JsonResponse:
    """Show whether requests can be served: {"database": …, "cache": …, "media": …}, each "ok" or
    what is wrong, with 200 or 503.

    Without its media the site is ready all the same: answers still have to be taken in.
    """
    needed = {"database": _state_of(_ask_database), "cache": _state_of(_ask_cache)}
    is_ready = set(needed.values()) == {"ok"}
    states = needed | {"media": _state_of(_ask_store)}
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


class _NotReady(Exception):
    pass


def _state_of(ask: Callable[[], None]) -> str:
    try:
        ask()
    except _NotReady as reason:
        return str(reason)
    except Exception:  # noqa: BLE001 - whatever it is, it does not answer
        return "does not answer"  # details are no stranger's
    return "ok"


_migrated = False  # once seen it stays: a release brings new processes


def _ask_database() -> None:
    global _migrated  # noqa: PLW0603
    if _migrated:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
        return
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise _NotReady("is not migrated")
    _migrated = True


def _ask_cache() -> None:
    cache.get("ready")


STORE_SECONDS = 30.0  # for which an answer about the store stands, so that few probes wait for it
_store_seen: tuple[float, str] = (0.0, "")  # until when, and what keeps us from the store


def _ask_store() -> None:
    global _store_seen  # noqa: PLW0603
    until, problem = _store_seen
    if time.monotonic() > until:
        try:
            the_store().ask(hastily=True)
            problem = ""
        except StoreAway as error:
            problem = error.reason
        _store_seen = time.monotonic() + STORE_SECONDS, problem
    if problem:
        raise _NotReady(problem)
