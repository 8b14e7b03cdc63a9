"""Pages for importing a dataset, for the progress of an import, and for a dataset's items."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django import forms
from django.core.exceptions import PermissionDenied
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST
from django.views.generic import TemplateView

from core.database.keyset import Key, cursor_of, window
from core.tabular.beginnings import beginning
from desk.pages import FormPage, Framed, Values
from desk.projects import writable_projects
from desk.steps.data import blank_upload
from people.access import is_writer, user_of
from stimuli.access import dataset_for_researcher, import_for_researcher
from stimuli.imports import cancel_import
from stimuli.models import Dataset, DatasetImport, Item, Medium
from stimuli.renaming import rename_dataset
from stimuli.shown import address_of
from surveys.conversations.turns import spoken

WORDS_SHOWN = 120  # characters of an output's text
AT_ONCE = 3  # outputs per item that are not folded


@dataclass(frozen=True)
class Preview:
    """A media file as pages show it. `kind` is "image", "video" or "audio"."""

    kind: str
    name: str
    address: str


@dataclass(frozen=True)
class ShownOutput:
    system: str
    words: str
    media: Sequence[Preview]


@dataclass(frozen=True)
class ShownItem:
    name: str
    media: Sequence[Preview]
    outputs: Sequence[ShownOutput]

    @property
    def first(self) -> Sequence[ShownOutput]:
        return self.outputs[:AT_ONCE]

    @property
    def others(self) -> Sequence[ShownOutput]:
        return self.outputs[AT_ONCE:]


def shown_items(items: Sequence[Item], *, viewer: int) -> list[ShownItem]:
    """Return the items with their media and outputs for the user with the id `viewer`, using three
    queries."""
    prefetch_related_objects(
        items, "item_media__medium", "outputs__system", "outputs__output_media__medium"
    )
    return [_shown(item, viewer) for item in items]


def _shown(item: Item, viewer: int) -> ShownItem:
    outputs = [
        ShownOutput(
            output.system.name,
            beginning(spoken(output.text), WORDS_SHOWN),
            _previews(
                (part.medium for part in sorted(output.output_media.all(), key=lambda p: p.place)),
                viewer,
            ),
        )
        for output in sorted(item.outputs.all(), key=lambda output: output.system.name)
    ]
    media = _previews((each.medium for each in item.item_media.all()), viewer)
    return ShownItem(item.external_id, media, outputs)


def _previews(media: Iterable[Medium], viewer: int) -> list[Preview]:
    return [
        Preview(
            medium.content_type.partition("/")[0], str(medium), address_of(medium, viewer=viewer)
        )
        for medium in media
    ]


ITEMS_SHOWN = 3


class ImportDataset(Framed, TemplateView):
    """The page to upload a table. The next page asks for the roles of the table's columns."""

    template_name = "desk/datasets/import.html"
    title = gettext_lazy("Import dataset")

    def get_context_data(self, **more: object) -> Values:
        if not writable_projects(self.request).exists():
            raise PermissionDenied
        return super().get_context_data(**blank_upload(self.request), **more)


def import_progress(request: HttpRequest, pk: int) -> JsonResponse:
    """Return the progress of an import as JSON for a script."""
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
    """Cancel an import. Its files are kept, so that it can be started again."""
    record = import_for_researcher(user_of(request), pk, write=True)
    cancel_import(import_id=record.pk, by=user_of(request))
    return redirect("admin:batch_columns", pk)


class RenameForm(forms.Form):
    name = forms.CharField(
        max_length=Dataset._meta.get_field("name").max_length, label=gettext_lazy("Name")
    )


class DatasetPage(FormPage):
    """The page with a dataset's items and outputs. Owners and researchers can rename the dataset
    there."""

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
            return _("Saved.")
        return _("Nothing changed.")
