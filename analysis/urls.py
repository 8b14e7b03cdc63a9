"""The URLs of the pages about metrics and reports."""

from django.urls import path

from analysis import views
from analysis.metrics import views as metrics

urlpatterns = [
    path("batches/<bigint:pk>/metrics/", metrics.metrics, name="metrics"),
    path("batches/<bigint:pk>/metrics/take/", metrics.take, name="metrics_take"),
    path(
        "batches/<bigint:pk>/metrics/<bigint:metric_id>/", metrics.describe, name="metric_describe"
    ),
    path(
        "batches/<bigint:pk>/metrics/<bigint:metric_id>/delete/",
        metrics.delete,
        name="metric_delete",
    ),
    path("batches/<bigint:pk>/report/", views.report, name="report"),
    path(
        "batches/<bigint:pk>/report/<bigint:report_id>/progress/",
        views.progress,
        name="report_progress",
    ),
    path(
        "batches/<bigint:pk>/report/<bigint:report_id>/certificate/<bigint:run_id>/",
        views.certificate,
        name="certificate",
    ),
    path("batches/<bigint:pk>/report/<bigint:report_id>/drawn/", views.drawn, name="report_drawn"),
    path(
        "batches/<bigint:pk>/report/<bigint:report_id>/cancel/", views.cancel, name="report_cancel"
    ),
    path("batches/<bigint:pk>/report/<bigint:report_id>/again/", views.again, name="report_again"),
    path(
        "batches/<bigint:pk>/report/<bigint:report_id>/means/", views.unveil, name="report_unveil"
    ),
    path(
        "batches/<bigint:pk>/report/<bigint:report_id>/files/<str:name>",
        views.file,
        name="report_file",
    ),
    path(
        "batches/<bigint:pk>/report/<bigint:report_id>/figures/<slug:name>.<str:form>",
        views.figure,
        name="report_figure",
    ),
    path(
        "batches/<bigint:pk>/report/<bigint:report_id>/differences/"
        "<str:criterion>/<bigint:judge>/<bigint:number>/",
        views.disagreement,
        name="report_difference",
    ),
]
