"""The report's addresses."""

from django.urls import path

from analysis import views

urlpatterns = [
    path("batches/<int:pk>/report/", views.report, name="report"),
    path("batches/<int:pk>/report.csv", views.report_csv, name="report_csv"),
]
