"""The addresses of a batch's checks, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.quality import views


def quality_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("hits/batch/<bigint:pk>/checks/", framed(views.checks_page), name="batch_checks"),
        path(
            "hits/batch/<bigint:pk>/checks/gold/<bigint:key>/retire/",
            guarded(views.retire),
            name="retire_gold",
        ),
    ]
