"""The addresses of rubrics, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.moved import moved
from desk.rubrics.editor import WriteRubric
from desk.rubrics.lists import RubricsPage
from desk.rubrics.version import DifferencePage, VersionPage


def rubric_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    of_version = "rubrics/<bigint:pk>/"
    return [
        path("rubrics/", framed(RubricsPage.as_view()), name="rubrics"),
        path("rubrics/write/", framed(WriteRubric.as_view()), name="write_rubric"),
        path(of_version, framed(VersionPage.as_view()), name="rubric_version"),
        path(
            f"{of_version}difference/", framed(DifferencePage.as_view()), name="rubric_difference"
        ),
        *moved(
            guarded,
            {
                "surveys/rubricversion/": "rubrics",
                "surveys/rubricversion/load/": "write_rubric",
                "surveys/rubricversion/<bigint:pk>/change/": "rubric_version",
                "surveys/rubricversion/<bigint:pk>/difference/": "rubric_difference",
            },
        ),
    ]
