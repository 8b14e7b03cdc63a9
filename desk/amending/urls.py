"""Addresses for extending and copying a batch, below the desk's."""

from desk.addresses import framed, guarded
from desk.amending import views
from desk.steps.columns import columns_page

AMENDING_URLS = (
    framed("hits/batch/<bigint:pk>/amend/", views.amend, "amend"),
    guarded("hits/batch/<bigint:pk>/rows/", views.add_rows, "add_rows"),
    framed("hits/batch/<bigint:batch>/rows/<bigint:pk>/", columns_page, "rows_columns"),
    guarded("hits/batch/<bigint:pk>/duplicate/", views.duplicate, "duplicate"),
    guarded("hits/batch/<bigint:pk>/pilot/", views.pilot, "pilot"),
    framed("hits/batch/<bigint:pk>/main/", views.main_batch, "main_batch"),
)
