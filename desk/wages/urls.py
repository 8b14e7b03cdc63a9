"""The addresses of a batch's pay by the hour, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.wages import views


def wage_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("wages/<bigint:pk>/", framed(views.wages), name="wages"),
        path("wages/<bigint:pk>/top-up/", guarded(views.top_up), name="top_up"),
    ]
