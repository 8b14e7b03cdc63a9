"""The addresses of threads with annotators, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.messages import views


def message_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("messages/", framed(views.threads), name="message_threads"),
        path("messages/<bigint:pk>/", framed(views.thread), name="message_thread"),
        path("messages/<bigint:pk>/read/", guarded(views.read), name="message_read"),
    ]
