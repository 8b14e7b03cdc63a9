"""The addresses of a batch's links, its panels, its studies at Prolific, and the pages around its
work, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.recruiting import views
from desk.recruiting.around import views as around
from desk.recruiting.around.consent import WriteConsent
from desk.recruiting.merging import merge_page
from desk.recruiting.panels import panel_page
from desk.recruiting.prolific import views as prolific
from desk.recruiting.results import results_page
from desk.recruiting.sittings import sittings_page


def recruiting_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("prolific/<bigint:pk>/", framed(prolific.prolific_page), name="prolific"),
        path(
            "prolific/submissions/<bigint:pk>/",
            framed(prolific.submission_page),
            name="prolific_submission",
        ),
        path("hits/batch/<bigint:pk>/around/", framed(around.around_work), name="around"),
        path(
            "hits/batch/<bigint:pk>/around/consent/text/",
            framed(WriteConsent.as_view()),
            name="write_consent",
        ),
        path(
            "hits/batch/<bigint:pk>/around/<slug:page>/",
            framed(around.write_page),
            name="write_page",
        ),
        path(
            "hits/batch/<bigint:pk>/around/<slug:page>/choose/",
            guarded(around.choose_page),
            name="choose_page",
        ),
        path(
            "hits/batch/<bigint:pk>/around/<slug:page>/look/",
            guarded(around.look_at_page),
            name="look_at_page",
        ),
        path(
            "hits/batch/<bigint:pk>/around/<slug:page>/answers.csv",
            guarded(around.page_answers),
            name="page_answers",
        ),
        path("hits/batch/<bigint:pk>/sittings/", framed(sittings_page), name="sittings"),
        path("hits/batch/<bigint:pk>/results/", framed(results_page), name="old_results"),
        path("links/<bigint:pk>/", framed(views.links_page), name="links"),
        path("links/<bigint:pk>/one/", framed(views.make_one), name="make_link"),
        path("links/<bigint:pk>/many/", framed(views.make_many), name="make_links"),
        path("links/<bigint:pk>/keep-out/", guarded(views.keep_out), name="keep_out"),
        path("links/<bigint:pk>/merge/", framed(merge_page), name="merge_people"),
        path("links/<bigint:pk>/panel/", framed(panel_page), name="new_panel"),
        path("links/<bigint:pk>/panel/<bigint:panel_pk>/", framed(panel_page), name="panel"),
        path(
            "links/<bigint:pk>/<bigint:link_pk>/revoke/",
            framed(views.take_back_link),
            name="revoke_link",
        ),
    ]
