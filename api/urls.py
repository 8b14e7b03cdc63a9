"""The addresses of the API, below `/api/v1/`."""

from django.urls import path, re_path

from api.reference import nothing_there, reference, schema
from api.resources import batches, exports, projects

urlpatterns = [
    path("schema", schema, name="api_schema"),
    path("reference", reference, name="api_reference"),
    path("projects", projects.Projects.as_view()),
    path("projects/<bigint:project>", projects.OneProject.as_view()),
    path("projects/<bigint:project>/balance", projects.ProjectBalance.as_view()),
    path("batches", batches.Batches.as_view()),
    path("batches/<bigint:batch>", batches.OneBatchRead.as_view()),
    path("batches/<bigint:batch>/progress", batches.BatchProgress.as_view()),
    path("batches/<bigint:batch>/money", batches.MoneyOfBatch.as_view()),
    path("batches/<bigint:batch>/answers", exports.Answers.as_view()),
    path("batches/<bigint:batch>/export", exports.Export.as_view()),
    path("batches/<bigint:batch>/dictionary", exports.Dictionary.as_view()),
    path("batches/<bigint:batch>/adjudicated", exports.Adjudicated.as_view()),
    path("batches/<bigint:batch>/snapshots", exports.Snapshots.as_view()),
    path("batches/<bigint:batch>/snapshots/<slug:sha256>", exports.SnapshotFile.as_view()),
    re_path(".*", nothing_there),
]
