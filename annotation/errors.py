"""The pages for what a view did not foresee."""

import sys

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

TRY_AGAIN = 30  # seconds


def server_error(_request: HttpRequest) -> HttpResponse:
    """503 while the database is away, as it is during a restart; else 500. Neither page asks the database."""
    if isinstance(sys.exc_info()[1], OperationalError):
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": str(TRY_AGAIN)})
    return HttpResponse(render_to_string("500.html"), status=500)
