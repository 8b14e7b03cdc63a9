"""URL patterns for annotators' pages for training and test."""

from django.urls import path

from quality.training import views

urlpatterns = [
    path("batches/<bigint:pk>/training/", views.training_page, name="training"),
    path("batches/<bigint:pk>/training/begin/", views.begin_page, name="begin_training"),
    path("batches/<bigint:pk>/training/<bigint:place>/", views.feedback_page, name="feedback"),
]
