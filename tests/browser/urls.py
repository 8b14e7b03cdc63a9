"""The site's URLs, and some that fail, for tests of the error pages."""

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.urls import path

from annotation.urls import handler500, urlpatterns  # noqa: F401 - Django reads both here


def refused(_request):
    raise PermissionDenied


def broken(_request):
    raise ZeroDivisionError


def away(_request):
    raise OperationalError("the database system is shutting down")


urlpatterns = [
    *urlpatterns,
    path("refused/", refused),
    path("broken/", broken),
    path("away/", away),
]
