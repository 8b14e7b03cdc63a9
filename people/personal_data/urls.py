"""URL patterns of the pages about a person's own data."""

from django.urls import path

from people.personal_data import views

urlpatterns = [
    path("your-data/", views.your_data, name="your_data"),
    path("your-data/download/", views.download, name="download_data"),
    path("your-data/erase/", views.erase, name="erase_data"),
    path("your-data/keep/", views.keep, name="keep_data"),
]
