"""The address of the page on which a person's data are erased, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.personal.views import erase_person


def personal_urls(framed: Callable[..., Any], _guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs."""
    return [path("erase/<bigint:pk>/", framed(erase_person), name="erase_person")]
