"""Static files for the tests' live server: served from memory, and cached by the browser."""

import mimetypes
import posixpath
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.http import Http404, HttpRequest, HttpResponse

KEPT = "max-age=3600"


def give_from_memory() -> None:
    """Make live servers that start later serve static files from memory."""
    StaticFilesHandler.serve = _serve


def _serve(handler: StaticFilesHandler, request: HttpRequest) -> HttpResponse:
    content, kind = _file(handler.file_path(request.path))
    return HttpResponse(content, content_type=kind, headers={"Cache-Control": KEPT})


@cache
def _file(path: str) -> tuple[bytes, str]:
    place = finders.find(posixpath.normpath(path).lstrip("/"))
    if place is None:
        raise Http404(f"'{path}' could not be found")
    kind, _encoding = mimetypes.guess_type(place)
    return Path(place).read_bytes(), kind or "application/octet-stream"
