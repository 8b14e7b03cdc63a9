"""Pages about the site's tables: a list of the tables, the rows of a table, and one row. They are
read-only and show no secrets."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from django import forms
from django.apps import apps
from django.db import models
from django.db.models import Model, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView

from core.database.whole_numbers import LARGEST
from core.tabular.beginnings import beginning
from desk.pages import Column, Framed, ListPage, Values
from desk.superusers import ForSuperusers
from people.models import Project

OF_OTHERS = ("django", "allauth")  # apps whose models are not part of the site
# Columns whose names suggest credentials, and contents that may hold a secret.
SECRET = re.compile(r"password|secret|token|key|code|session|sealed|hint|path")
OPAQUE = (models.BinaryField, models.JSONField)
IN_LIST = 5  # columns in a list
LETTERS = 80  # characters of a text in a list
STEPS = 3  # most references between a row and its project


def tables() -> dict[str, type[Model]]:
    """Return the models that have a page, by label. Models whose primary key is not a number have
    no page."""
    return {
        model._meta.label_lower: model
        for model in apps.get_models()
        if not model.__module__.startswith(OF_OTHERS)
        and isinstance(_target(model._meta.pk), models.IntegerField)
    }


def _target(field: Any) -> Any:
    """Return the field that a foreign key finally points to, or the field itself if it is not a
    foreign key."""
    return _target(field.target_field) if field.is_relation else field


def shown_fields(model: type[Model]) -> list[Any]:
    return [
        field
        for field in model._meta.concrete_fields
        if not (isinstance(_target(field), OPAQUE) or SECRET.search(field.name))
    ]


def way_to_project(model: type[Model]) -> str:
    """Return the shortest lookup path from the model to its project, or "" if there is none."""
    if model is Project:
        return "pk"
    ways = [("", model)]
    for _step in range(STEPS):
        ways = list(_further(ways))
        if leading := [way for way, reached in ways if reached is Project]:
            return leading[0]
    return ""


def _further(ways: Sequence[tuple[str, type[Model]]]) -> Iterator[tuple[str, type[Model]]]:
    for way, reached in ways:
        for field in reached._meta.concrete_fields:
            if field.is_relation and field.related_model is not None:
                yield f"{way}__{field.name}".strip("_"), field.related_model


def shown(field: Any, row: Model, *, most: int = LETTERS) -> str:
    value = getattr(row, field.attname)
    return "–" if value is None or value == "" else beginning(str(value), most)


class RowsFilter(forms.Form):
    number = forms.IntegerField(required=False, min_value=1, max_value=LARGEST, label=_("Number"))
    project = forms.IntegerField(
        required=False, min_value=1, max_value=LARGEST, label=_("Project number")
    )


class TablesPage(ForSuperusers, Framed, TemplateView):
    template_name = "desk/tables/page.html"
    title = _("Tables")

    def get_context_data(self, **more: object) -> Values:
        return super().get_context_data(labels=sorted(tables()), **more)


class TablePage(ForSuperusers, ListPage):
    """A page with the rows of a table, newest first. Filters select rows by number or project."""

    size = 10
    filters = RowsFilter
    empty = _("No rows yet.")

    def rows(self, wanted: Values) -> QuerySet[Model]:
        model = _model(self.kwargs["label"])
        fields, way = shown_fields(model), way_to_project(model)
        first = [field for field in fields if not field.primary_key][: IN_LIST - 1]
        self.title = model._meta.label
        self.columns = [Column(_("Number"), lambda row: row.pk)] + [
            Column(field.name, partial(shown, field)) for field in first
        ]
        rows = model._default_manager.only("pk", *(field.name for field in first))
        if number := wanted.get("number"):
            rows = rows.filter(pk=number)
        if project := wanted.get("project"):
            rows = rows.filter(**{way: project}) if way else rows.none()
        return rows

    def address(self, row: Any) -> str:
        return reverse("admin:table_row", args=[self.kwargs["label"], row.pk])


class RowPage(ForSuperusers, Framed, TemplateView):
    """A page with one row of a table. Secret columns are left out."""

    template_name = "desk/tables/page.html"

    def get_context_data(self, **more: object) -> Values:
        model = _model(self.kwargs["label"])
        fields = shown_fields(model)
        rows = model._default_manager.only(*(field.name for field in fields))
        row = get_object_or_404(rows, pk=self.kwargs["pk"])
        self.title = f"{model._meta.label} {row.pk}"
        values = [(field.name, shown(field, row, most=10_000)) for field in fields]
        return super().get_context_data(values=values, **more)


def _model(label: str) -> type[Model]:
    if label not in tables():
        raise Http404
    return tables()[label]
