"""Addresses of datasets and their imports, below the desk's."""

from desk.addresses import framed, guarded, moved
from desk.datasets import lists, views

OF_IMPORT = "datasets/imports/<bigint:pk>/"

DATASET_URLS = (
    framed("datasets/", lists.DatasetsPage, "datasets"),
    framed("datasets/import/", views.ImportDataset, "import_dataset"),
    framed("datasets/imports/", lists.ImportsPage, "imports"),
    guarded(f"{OF_IMPORT}progress/", views.import_progress, "import_progress"),
    guarded(f"{OF_IMPORT}cancel/", views.cancel, "cancel_import"),
    framed("datasets/<bigint:pk>/", views.DatasetPage, "dataset"),
    *moved(
        {
            "stimuli/dataset/": "datasets",
            "stimuli/dataset/import/": "import_dataset",
            "stimuli/dataset/<bigint:pk>/change/": "dataset",
            "stimuli/datasetimport/": "imports",
            "stimuli/datasetimport/<bigint:pk>/change/": "batch_columns",
        }
    ),
)
