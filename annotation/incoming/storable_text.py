"""Handling of text that cannot be stored, in one place for all views."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, QueryDict, UnreadablePostError
from django.http.response import HttpResponseBase

NUL = "\0"


class StorableTextMiddleware:
    """Middleware that refuses, with status 400, a NUL character in a URL or a cookie, because our
    pages never create one there.

    PostgreSQL cannot store NUL characters. They are removed from form fields, because people can
    paste them by accident. Code that decodes other request bodies (JSON) checks the texts itself.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        query = request.META.get("QUERY_STRING", "")
        if "%00" in query or NUL in f"{query}{request.path}{''.join(request.COOKIES.values())}":
            raise BadRequest("A NUL character in the address or in a cookie.")
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, _kwargs: object
    ) -> None:
        try:
            posted = request.POST
        # the request was cut off; the view reports this when it reads the form
        except UnreadablePostError:
            return
        if any(
            NUL in name or any(NUL in value for value in values) for name, values in posted.lists()
        ):
            request.POST = _without_nul(posted)  # type: ignore[assignment]


def _without_nul(posted: QueryDict) -> QueryDict:
    clean = QueryDict(mutable=True, encoding=posted.encoding)
    for name, values in posted.lists():
        clean.setlist(name.replace(NUL, ""), [value.replace(NUL, "") for value in values])
    clean._mutable = False  # noqa: SLF001 - as Django itself closes one
    return clean
