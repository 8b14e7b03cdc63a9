"""The addresses of batches and of who may work in them, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.batches import acts, audience
from desk.batches.listing import BatchesPage
from desk.batches.settings import SettingsPage
from desk.moved import moved


def batch_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    batch = "hits/batch/<bigint:pk>/"
    return [
        path("batches/", framed(BatchesPage.as_view()), name="batches"),
        path(f"{batch}settings/", framed(SettingsPage.as_view()), name="batch_settings"),
        path(f"{batch}close/", framed(acts.CloseBatch.as_view()), name="close_batch"),
        *(
            path(f"{batch}{action}/", guarded(acts.act), {"action": action}, f"{action}_batch")
            for action in acts.ACTIONS
        ),
        path(f"{batch}audience/", framed(audience.audience_page), name="batch_audience"),
        path("projects/<bigint:pk>/pool/", framed(audience.pool_page), name="project_pool"),
        *moved(
            guarded,
            {
                "hits/batch/": "batches",
                "hits/batch/add/": "new_batch",
                f"{batch}change/": "batch_settings",
                f"{batch}publish/": "batch_running",
                "people/project/": "projects",
                "people/project/<bigint:pk>/pool/": "project_pool",
                "people/project/<bigint:pk>/change/": "project_settings",
            },
        ),
    ]
