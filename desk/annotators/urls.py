"""The addresses of annotators, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.annotators import acts, views
from desk.moved import moved


def annotator_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    of_batch = "hits/batch/<bigint:pk>/annotators/"
    return [
        path("annotators/", framed(views.project_annotators), name="annotators"),
        path(of_batch, framed(views.batch_annotators), name="batch_annotators"),
        path(f"{of_batch}<bigint:enrolment>/", framed(views.annotator_page), name="annotator"),
        path(
            f"{of_batch}<bigint:enrolment>/decide/",
            framed(acts.HoldPerson.as_view()),
            name="hold_annotator",
        ),
        path("hits/enrolment/<bigint:pk>/change/", guarded(views.annotator_at_old_address)),
        *moved(guarded, {"hits/enrolment/": "annotators"}),
    ]
