"""The second origin (`MEDIA_ORIGIN`), which serves only media and HTML outputs, at signed URLs.
Requests to this origin have no session, and its responses set no cookies."""

import re
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.middleware.security import SecurityMiddleware

from stimuli.pages import page_response
from stimuli.serving import media_response
from stimuli.shown import CONTENT_TYPES, seconds_open_to_all

ADDRESS = re.compile(r"/media/([0-9a-f]{32})/(([0-9a-f]{64})\.([a-z0-9]{1,5}))")
PAGE = re.compile(r"/media/page/([0-9a-f]{48})")
OVER = "This address is no longer valid. Reload the page that showed the picture or clip.\n"
PLAIN = "text/plain; charset=utf-8"


def media_host() -> str | None:
    """Return the lower-case host of MEDIA_ORIGIN without its port, or None if it is not set."""
    return urlsplit(settings.MEDIA_ORIGIN).hostname


class MediaOriginMiddleware:
    """Middleware that answers all requests to the host of the media origin. It must come before the
    middleware for sessions, pages, probes and static files."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.media = SecurityMiddleware(_answer)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        host, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
        if not host or host != media_host():
            return self.get_response(request)
        response = cast("HttpResponseBase", self.media(request))
        # The site's pages can show the file. Other pages cannot, unless they belong to the same
        # site.
        policy = "cross-origin" if settings.PAGES_APART else "same-site"
        response.headers["Cross-Origin-Resource-Policy"] = policy
        return response


def _answer(request: HttpRequest) -> HttpResponseBase:
    match = ADDRESS.fullmatch(request.path_info)
    page = PAGE.fullmatch(request.path_info)
    if not match and not page:
        return _refused(404, "There are only media files at this address.\n")
    if request.method not in {"GET", "HEAD"}:
        return HttpResponseNotAllowed(["GET", "HEAD"])
    if match:
        return _medium(request, match)
    return (page and page_response(page[1])) or _refused(403, OVER)


def _medium(request: HttpRequest, match: re.Match[str]) -> HttpResponseBase:
    mac, name, sha256, extension = match.groups()
    seconds = seconds_open_to_all(name, mac)
    if seconds is None:
        return _refused(403, OVER)
    content_type = CONTENT_TYPES.get(extension, "")
    try:
        # Shared caches can store the file, because their clients know its address.
        return media_response(request, sha256, content_type, seconds=seconds, scope="public")
    except Http404:
        return _refused(404, "There is no such file.\n")


def _refused(status: int, text: str) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(text, status=status, content_type=PLAIN, headers=headers)
