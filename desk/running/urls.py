"""The addresses of a published batch's page and its parts, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.running import views


def running_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("hits/batch/<bigint:pk>/running/", framed(views.running), name="batch_running"),
        path(
            "hits/batch/<bigint:pk>/running/parts/",
            guarded(views.parts),
            name="batch_running_parts",
        ),
        path("hits/batch/<bigint:pk>/running/means/", framed(views.unveil), name="batch_unveil"),
    ]
