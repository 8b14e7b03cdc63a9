"""Addresses of the pages about annotators, below the desk's."""

from desk.addresses import framed, guarded, moved
from desk.annotators import acts, views

OF_BATCH = "hits/batch/<bigint:pk>/annotators/"

ANNOTATOR_URLS = (
    framed("annotators/", views.project_annotators, "annotators"),
    framed(OF_BATCH, views.batch_annotators, "batch_annotators"),
    framed(f"{OF_BATCH}<bigint:enrolment>/", views.annotator_page, "annotator"),
    framed(f"{OF_BATCH}<bigint:enrolment>/decide/", acts.HoldPerson, "hold_annotator"),
    guarded("hits/enrolment/<bigint:pk>/change/", views.annotator_at_old_address),
    *moved({"hits/enrolment/": "annotators"}),
)
