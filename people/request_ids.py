"""A name for each request: acts bear it, and the reply tells it, so that one can be found by the
other."""

from collections.abc import Callable
from contextvars import ContextVar
from uuid import uuid4

from django.http import HttpRequest
from django.http.response import HttpResponseBase

HEADER = "X-Request-Id"
_current: ContextVar[str] = ContextVar("request_id", default="")


def request_id() -> str:
    """Of the request that is being answered; blank where there is none, as in a task."""
    return _current.get()


class RequestIdMiddleware:
    """Draws the name: one that came with the request could be another's, or anything."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        token = _current.set(uuid4().hex)
        try:
            response = self.get_response(request)
            response[HEADER] = request_id()
        finally:
            _current.reset(token)
        return response
