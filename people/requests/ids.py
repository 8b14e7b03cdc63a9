"""An id for each request, and its API token. Acts record both, and the reply has the id, so that
each leads to the other."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import uuid4

from django.http import HttpRequest
from django.http.response import HttpResponseBase

HEADER = "X-Request-Id"
_current: ContextVar[str] = ContextVar("request_id", default="")
_token: ContextVar[int | None] = ContextVar("token_id", default=None)


def request_id() -> str:
    """Return the id of the current request, or in a task of the request that sent it; blank for
    none."""
    return _current.get()


def token_id() -> int | None:
    """Return the id of the API token that the request came with; None for a request without one."""
    return _token.get()


def note_token(pk: int) -> None:
    """Set the API token of the current request to `pk`."""
    _token.set(pk)


@contextmanager
def as_request(name: str, token: int | None = None) -> Iterator[None]:
    """Run the code inside with this id and token, as in a task that a request has sent."""
    before, token_before = _current.set(name), _token.set(token)
    try:
        yield
    finally:
        _current.reset(before)
        _token.reset(token_before)


class RequestIdMiddleware:
    """Middleware that creates the id. An id in the request could be anything, so it is ignored."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with as_request(uuid4().hex):
            response = self.get_response(request)
            response[HEADER] = request_id()
        return response
