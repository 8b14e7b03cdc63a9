"""Addresses of batches and their audience, below the desk's."""

from desk.addresses import framed, guarded, moved
from desk.batches import acts, audience
from desk.batches.listing import BatchesPage
from desk.batches.settings import SettingsPage

BATCH = "hits/batch/<bigint:pk>/"

BATCH_URLS = (
    framed("batches/", BatchesPage, "batches"),
    framed(f"{BATCH}settings/", SettingsPage, "batch_settings"),
    framed(f"{BATCH}close/", acts.CloseBatch, "close_batch"),
    *(
        guarded(f"{BATCH}{action}/", acts.act, f"{action}_batch", action=action)
        for action in acts.ACTIONS
    ),
    framed(f"{BATCH}audience/", audience.audience_page, "batch_audience"),
    framed("projects/<bigint:pk>/pool/", audience.pool_page, "project_pool"),
    *moved(
        {
            "hits/batch/": "batches",
            "hits/batch/add/": "new_batch",
            f"{BATCH}change/": "batch_settings",
            f"{BATCH}publish/": "batch_running",
            "people/project/": "projects",
            "people/project/<bigint:pk>/pool/": "project_pool",
            "people/project/<bigint:pk>/change/": "project_settings",
        }
    ),
)
