"""The id of each request, and the API token that it uses. Acts record both. The response contains
the id too, so that an act can be matched with its request."""

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
    """Return the id of the current request. In a task, return the id of the request that sent the
    task. Return "" if there is none."""
    return _current.get()


def token_id() -> int | None:
    """Return the id of the current request's API token, or None if there is no token."""
    return _token.get()


def note_token(pk: int) -> None:
    """Record that the current request uses the API token with the id `pk`."""
    _token.set(pk)


@contextmanager
def as_request(name: str, token: int | None = None) -> Iterator[None]:
    """Run the `with` block as part of the request with the id `name` and this API token. Tasks use
    this to continue the request that sent them."""
    before, token_before = _current.set(name), _token.set(token)
    try:
        yield
    finally:
        _current.reset(before)
        _token.reset(token_before)


class RequestIdMiddleware:
    """The middleware that creates an id for each request. Ids sent by clients are ignored, because
    clients can send anything."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with as_request(uuid4().hex):
            response = self.get_response(request)
            response[HEADER] = request_id()
        return response
