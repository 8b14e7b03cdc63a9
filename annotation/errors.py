"""The pages for what a view did not foresee."""

import sys

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

TRY_AGAIN = 30  # seconds


def server_error(request: HttpRequest) -> HttpResponse:
    """503 while the database is away, as it is during a restart; else 500. Neither page asks the database."""
    away = isinstance(sys.exc_info()[1], OperationalError)
    page = render(None, "503.html" if away else "500.html", status=503 if away else 500)  # type: ignore[arg-type]
    if away:
        page["Retry-After"] = str(TRY_AGAIN)
    return page
