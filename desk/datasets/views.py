"""Importing a dataset, the progress of an import, and the page of a dataset."""

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST
from django.views.generic import TemplateView

from core.database.keyset import Key, cursor_of, window
from desk.datasets.items import shown_items
from desk.pages import FormPage, Framed, Values
from desk.projects import writable_projects
from desk.steps.data import blank_upload
from people.access import is_writer, user_of
from stimuli.access import dataset_for_researcher, import_for_researcher
from stimuli.imports import cancel_import
from stimuli.models import Dataset, DatasetImport
from stimuli.renaming import rename_dataset

ITEMS_SHOWN = 3


class ImportDataset(Framed, TemplateView):
    """A place to drop a table; the page that follows asks what its columns hold."""

    template_name = "desk/datasets/import.html"
    title = gettext_lazy("Import dataset")

    def get_context_data(self, **more: object) -> Values:
        if not writable_projects(self.request).exists():
            raise PermissionDenied
        return super().get_context_data(**blank_upload(self.request), **more)


def import_progress(request: HttpRequest, pk: int) -> JsonResponse:
    """How far an import is, for the script of its page."""
    record = import_for_researcher(user_of(request), pk)
    return JsonResponse(
        {
            "state": record.state,
            "done": record.rows_done,
            "total": record.rows_total,
            "finished": not DatasetImport.under_way().filter(pk=pk).exists(),
        }
    )


@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel an import. Its files stay, so that it can start again."""
    record = import_for_researcher(user_of(request), pk, write=True)
    if cancel_import(import_id=record.pk, by=user_of(request)):
        messages.success(request, _("Import cancelled. Your files are still here."))
    else:
        messages.warning(request, _("The import had already ended."))
    return redirect("admin:batch_columns", pk)


class RenameForm(forms.Form):
    name = forms.CharField(
        max_length=Dataset._meta.get_field("name").max_length, label=gettext_lazy("Name")
    )


class DatasetPage(FormPage):
    """The items of a dataset with their outputs; owners and researchers can rename it."""

    template_name = "desk/datasets/dataset.html"
    button = gettext_lazy("Rename")
    back = gettext_lazy("Datasets")
    form_class = RenameForm

    def check_access(self) -> None:
        is_write = self.request.method == "POST"
        self.dataset = dataset_for_researcher(self.user, self.kwargs["pk"], write=is_write)
        self.title = self.dataset.name

    def get_initial(self) -> Values:
        return {"name": self.dataset.name}

    def get_success_url(self) -> str:
        return reverse("admin:datasets")

    def get_context_data(self, **more: object) -> Values:
        items = window(
            self.dataset.items.all(), (Key("pk"),), cursor_of(self.request.GET), size=ITEMS_SHOWN
        )
        return super().get_context_data(
            dataset=self.dataset,
            items=shown_items(items.rows, viewer=self.user.pk),
            window=items,
            number_of_items=self.dataset.items.count(),
            systems=self.dataset.systems.all(),
            may_write=is_writer(self.user, self.dataset.project_id),
            **more,
        )

    def write(self, cleaned: Values) -> str:
        if rename_dataset(dataset_id=self.dataset.pk, name=cleaned["name"], by=self.user):
            return _("Dataset renamed.")
        return _("Nothing changed.")
