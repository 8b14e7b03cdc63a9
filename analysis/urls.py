"""The report's addresses."""

from django.urls import path

from analysis import views

urlpatterns = [
    path("batches/<int:pk>/report/", views.report, name="report"),
    path("batches/<int:pk>/report/<int:report_id>/progress/", views.progress, name="report_progress"),
    path("batches/<int:pk>/report/<int:report_id>/again/", views.again, name="report_again"),
    path("batches/<int:pk>/report/<int:report_id>/files/<str:name>", views.file, name="report_file"),
    path("batches/<int:pk>/report/<int:report_id>/figures/<slug:name>.<str:form>", views.figure, name="report_figure"),
    path(
        "batches/<int:pk>/report/<int:report_id>/differences/<str:criterion>/<int:judge>/<int:number>/",
        views.disagreement,
        name="report_difference",
    ),
]
