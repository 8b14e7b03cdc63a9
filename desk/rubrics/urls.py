"""Addresses of rubrics, below the desk's."""

from desk.addresses import framed, moved
from desk.rubrics.editor import WriteRubric
from desk.rubrics.lists import RubricsPage
from desk.rubrics.version import DifferencePage, VersionPage

OF_VERSION = "rubrics/<bigint:pk>/"

RUBRIC_URLS = (
    framed("rubrics/", RubricsPage, "rubrics"),
    framed("rubrics/write/", WriteRubric, "write_rubric"),
    framed(OF_VERSION, VersionPage, "rubric_version"),
    framed(f"{OF_VERSION}difference/", DifferencePage, "rubric_difference"),
    *moved(
        {
            "surveys/rubricversion/": "rubrics",
            "surveys/rubricversion/load/": "write_rubric",
            "surveys/rubricversion/<bigint:pk>/change/": "rubric_version",
            "surveys/rubricversion/<bigint:pk>/difference/": "rubric_difference",
        }
    ),
)
