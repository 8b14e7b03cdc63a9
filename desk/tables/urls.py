"""The addresses of tables, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.tables import views


def table_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    del guarded
    return [
        path("tables/", framed(views.TablesPage.as_view()), name="tables"),
        path("tables/<str:label>/", framed(views.TablePage.as_view()), name="table"),
        path("tables/<str:label>/<bigint:pk>/", framed(views.RowPage.as_view()), name="table_row"),
    ]
