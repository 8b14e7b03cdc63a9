"""The report's addresses."""

from django.urls import path

from analysis import views

urlpatterns = [
    path("batches/<bigint:pk>/report/", views.report, name="report"),
    path(
        "batches/<bigint:pk>/report/<bigint:report_id>/progress/",
        views.progress,
        name="report_progress",
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
