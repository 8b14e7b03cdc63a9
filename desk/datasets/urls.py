"""The addresses of datasets and their imports, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.datasets import lists, views
from desk.moved import moved


def dataset_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    of_import = "datasets/imports/<bigint:pk>/"
    return [
        path("datasets/", framed(lists.DatasetsPage.as_view()), name="datasets"),
        path("datasets/import/", framed(views.ImportDataset.as_view()), name="import_dataset"),
        path("datasets/imports/", framed(lists.ImportsPage.as_view()), name="imports"),
        path(f"{of_import}progress/", guarded(views.import_progress), name="import_progress"),
        path(f"{of_import}cancel/", guarded(views.cancel), name="cancel_import"),
        path("datasets/<bigint:pk>/", framed(views.DatasetPage.as_view()), name="dataset"),
        *moved(
            guarded,
            {
                "stimuli/dataset/": "datasets",
                "stimuli/dataset/import/": "import_dataset",
                "stimuli/dataset/<bigint:pk>/change/": "dataset",
                "stimuli/datasetimport/": "imports",
                "stimuli/datasetimport/<bigint:pk>/change/": "batch_columns",
            },
        ),
    ]
