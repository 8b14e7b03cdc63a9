"""The lists of datasets and imports."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.database.aggregates import number_of
from desk.of_project import new_link
from desk.pages import PROJECT, Column, ListPage, PageLink, Values
from desk.projects import projects_shown
from stimuli.models import Dataset, DatasetImport, Item, System

SIZE = 14  # rows; a page is up to 2,900 px long on a phone


class DatasetsFilter(forms.Form):
    """Filters for the list of datasets."""

    name = forms.CharField(required=False, max_length=120, label=_("Name"))
    archived = forms.ChoiceField(
        choices=[("", _("No")), ("1", _("Yes"))], required=False, label=_("Archived")
    )


class DatasetsPage(ListPage):
    title = _("Datasets")
    empty = _("No datasets yet. Import a table to create the first one.")
    filters = DatasetsFilter
    size = SIZE
    columns = (
        Column(_("Name"), lambda dataset: dataset.name),
        PROJECT,
        Column(_("Items"), lambda dataset: dataset.items_n, "num"),
        Column(_("Systems"), lambda dataset: dataset.systems_n, "num"),
        Column(_("Created"), lambda dataset: dataset.created_at, "time"),
    )

    def rows(self, wanted: Values) -> QuerySet[Dataset]:
        rows = Dataset.objects.filter(
            project__in=projects_shown(self.request), archived_at__isnull=not wanted.get("archived")
        )
        if name := wanted.get("name"):
            rows = rows.filter(name__icontains=name)
        return rows.select_related("project").annotate(
            items_n=number_of(Item.objects.filter(dataset=OuterRef("pk")), by="dataset"),
            systems_n=number_of(System.objects.filter(dataset=OuterRef("pk")), by="dataset"),
        )

    def address(self, row: Any) -> str:
        return reverse("admin:dataset", args=[row.pk])

    def links(self) -> Sequence[PageLink]:
        return new_link(self.request, _("Import dataset"), "admin:import_dataset")


class ImportsPage(ListPage):
    title = _("Imports")
    empty = _("No imports yet. Import a dataset to see its progress here.")
    size = SIZE
    columns = (
        Column(_("Dataset"), lambda record: record.dataset_name),
        PROJECT,
        Column(_("State"), lambda record: record.get_state_display()),
        Column(_("Rows"), lambda record: record.rows_done, "num"),
        Column(_("Created"), lambda record: record.created_at, "time"),
    )

    def rows(self, wanted: Values) -> QuerySet[DatasetImport]:
        del wanted
        rows = DatasetImport.objects.filter(project__in=projects_shown(self.request))
        return rows.select_related("project")

    def address(self, row: Any) -> str:
        if row.dataset_id is not None and row.state == DatasetImport.State.DONE:
            return reverse("admin:dataset", args=[row.dataset_id])
        return reverse("admin:batch_columns", args=[row.pk])

    def links(self) -> Sequence[PageLink]:
        import_one = new_link(self.request, _("Import dataset"), "admin:import_dataset")
        return (*import_one, PageLink(_("Tasks"), reverse("admin:tasks")))
