"""Addresses where an owner downloads or deletes a person's data, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.personal.views import download_person, erase_person


def personal_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("erase/<bigint:pk>/", framed(erase_person), name="erase_person"),
        path("erase/<bigint:pk>/download/", guarded(download_person), name="download_person"),
    ]
