"""Addresses of exports, snapshots and replays, below the desk's."""

from desk.addresses import framed, guarded
from desk.exports import views
from desk.exports.replay import replay

EXPORT_URLS = (
    framed("export/<bigint:pk>/", views.export_page, "export"),
    framed("export/<bigint:pk>/file/", views.export_file, "export_file"),
    guarded("export/<bigint:pk>/for/<slug:tool>/", views.tool_file, "tool_file"),
    framed("export/<bigint:pk>/keep/", views.keep_snapshot, "keep_snapshot"),
    framed("export/<bigint:pk>/<slug:sha256>/", views.snapshot_page, "snapshot"),
    guarded("export/<bigint:pk>/<slug:sha256>/file/", views.snapshot_file, "snapshot_file"),
    guarded("replay/<bigint:pk>/", replay, "replay"),
)
