"""The addresses of a new batch's steps, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.steps.columns import columns_page
from desk.steps.data import new_batch
from desk.steps.publish import preflight_part
from desk.steps.templates import template_file
from desk.steps.views import batch_step


def step_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("batches/new/", framed(new_batch), name="new_batch"),
        path("batches/new/files/<bigint:pk>/", framed(columns_page), name="batch_columns"),
        path("batches/new/template/<slug:key>.csv", guarded(template_file), name="batch_template"),
        path(
            "batches/<bigint:pk>/steps/publish/preflight/",
            guarded(preflight_part),
            name="preflight_part",
        ),
        path("batches/<bigint:pk>/steps/<slug:step>/", framed(batch_step), name="batch_step"),
    ]
