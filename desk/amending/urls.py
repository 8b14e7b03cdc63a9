"""Addresses for extending and copying a batch, below the desk's."""

from desk.addresses import framed, guarded
from desk.amending import views

AMENDING_URLS = (
    framed("hits/batch/<bigint:pk>/amend/", views.amend, "amend"),
    guarded("hits/batch/<bigint:pk>/duplicate/", views.duplicate, "duplicate"),
    guarded("hits/batch/<bigint:pk>/pilot/", views.pilot, "pilot"),
    framed("hits/batch/<bigint:pk>/main/", views.main_batch, "main_batch"),
)
