"""Addresses of a new batch's steps, below the desk's."""

from desk.addresses import framed, guarded
from desk.steps.columns import columns_page
from desk.steps.data import new_batch
from desk.steps.publish import preflight_part
from desk.steps.templates import template_file
from desk.steps.views import batch_step

STEP_URLS = (
    framed("batches/new/", new_batch, "new_batch"),
    framed("batches/new/files/<bigint:pk>/", columns_page, "batch_columns"),
    guarded("batches/new/template/<slug:key>.csv", template_file, "batch_template"),
    guarded("batches/<bigint:pk>/steps/publish/preflight/", preflight_part, "preflight_part"),
    framed("batches/<bigint:pk>/steps/<slug:step>/", batch_step, "batch_step"),
)
