"""A name for each request: acts bear it, and the reply tells it, so that one can be found by the
other."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import uuid4

from django.http import HttpRequest
from django.http.response import HttpResponseBase

HEADER = "X-Request-Id"
_current: ContextVar[str] = ContextVar("request_id", default="")


def request_id() -> str:
    """Of the request that is being answered; in a task, of the one that sent it. Else blank."""
    return _current.get()


@contextmanager
def as_request(name: str) -> Iterator[None]:
    """What runs within bears the name, as a task that a request sent."""
    token = _current.set(name)
    try:
        yield
    finally:
        _current.reset(token)


class RequestIdMiddleware:
    """Draws the name: one that came with the request could be another's, or anything."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with as_request(uuid4().hex):
            response = self.get_response(request)
            response[HEADER] = request_id()
        return response
