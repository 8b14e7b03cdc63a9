"""The URLs of the documentation's pages."""

from django.urls import path

from desk.documentation.views import documentation, schema

urlpatterns = [
    path("", documentation, name="documentation_index"),
    path("rubric.schema.json", schema, name="documentation_schema"),
    path("<path:name>/", documentation, name="documentation"),
]
