"""Addresses for extending and copying a batch, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.amending import views


def amending_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("hits/batch/<bigint:pk>/amend/", framed(views.amend), name="amend"),
        path("hits/batch/<bigint:pk>/duplicate/", guarded(views.duplicate), name="duplicate"),
        path("hits/batch/<bigint:pk>/pilot/", guarded(views.pilot), name="pilot"),
        path("hits/batch/<bigint:pk>/main/", framed(views.main_batch), name="main_batch"),
    ]
