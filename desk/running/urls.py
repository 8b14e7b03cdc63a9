"""Addresses of a published batch's page and its parts, below the desk's."""

from desk.addresses import framed, guarded
from desk.running import views

RUNNING_URLS = (
    framed("hits/batch/<bigint:pk>/running/", views.running, "batch_running"),
    guarded("hits/batch/<bigint:pk>/running/parts/", views.parts, "batch_running_parts"),
    framed("hits/batch/<bigint:pk>/running/means/", views.unveil, "batch_unveil"),
)
