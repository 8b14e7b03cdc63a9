"""The addresses of exports, snapshots and replays, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.exports import views
from desk.exports.replay import replay


def export_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("export/<bigint:pk>/", framed(views.export_page), name="export"),
        path("export/<bigint:pk>/file/", framed(views.export_file), name="export_file"),
        path("export/<bigint:pk>/for/<slug:tool>/", guarded(views.tool_file), name="tool_file"),
        path("export/<bigint:pk>/keep/", framed(views.keep_snapshot), name="keep_snapshot"),
        path("export/<bigint:pk>/<slug:sha256>/", framed(views.snapshot_page), name="snapshot"),
        path(
            "export/<bigint:pk>/<slug:sha256>/file/",
            guarded(views.snapshot_file),
            name="snapshot_file",
        ),
        path("replay/<bigint:pk>/", guarded(replay), name="replay"),
    ]
