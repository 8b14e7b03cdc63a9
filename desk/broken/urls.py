"""The addresses of HITs reported as broken, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.broken import views


def broken_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("broken/", framed(views.broken_hits), name="broken_hits"),
        path("broken/<bigint:pk>/", guarded(views.broken_hit), name="broken_hit"),
        path("broken/<bigint:pk>/decide/", framed(views.decide), name="decide_broken"),
    ]
