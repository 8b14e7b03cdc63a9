"""Datasets in the admin: importing with progress, and looking through what was imported."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.database.aggregates import number_of
from core.errors import RateroomError
from core.tabular.beginnings import beginning
from people.access import has_projects, is_writer, projects_of, user_of
from people.guarded_admin import ArchivedFilter
from people.models import Project
from people.project_admin import ProjectAdmin, only_one
from stimuli.access import import_for_writing
from stimuli.imports import ImportOptions, cancel_import, import_again, request_import, split_names
from stimuli.models import Dataset, DatasetImport, Item, Medium, Output, System
from stimuli.renaming import rename_dataset
from stimuli.shown import address_of
from surveys.models import RubricVersion

PREVIEWED = 120  # letters of an output's words
PREVIEWS = {
    "image": '<img class="thumbnail" src="{}" alt="" loading="lazy">',
    "video": '<video class="thumbnail" src="{}" controls preload="metadata"></video>',
    "audio": '<audio src="{}" controls preload="none"></audio>',
}


class ImportForm(forms.Form):
    """What an import needs; columns are found by their usual names unless they are given."""

    project = forms.ModelChoiceField(queryset=Project.objects.none(), label=gettext_lazy("Project"))
    name = forms.CharField(max_length=120, label=gettext_lazy("Name of the dataset"))
    table = forms.FileField(label=gettext_lazy("Table (CSV or JSONL)"))
    archive = forms.FileField(
        required=False,
        label=gettext_lazy("Media (ZIP)"),
        help_text=gettext_lazy(
            "Pictures, clips or sounds that the table names. Not needed when the table gives "
            "addresses."
        ),
    )
    rubric_version = forms.ModelChoiceField(
        queryset=RubricVersion.objects.none(),
        required=False,
        label=gettext_lazy("Rubric"),
        help_text=gettext_lazy("Every item is then checked against what the rubric's page shows."),
    )
    item_column = forms.CharField(required=False, label=gettext_lazy("Column of the item id"))
    system_column = forms.CharField(required=False, label=gettext_lazy("Column of the system"))
    output_column = forms.CharField(required=False, label=gettext_lazy("Column of the output"))
    systems = forms.CharField(
        required=False,
        label=gettext_lazy("Columns that are systems"),
        help_text=gettext_lazy(
            "For one row per item: the systems' columns, with commas between them."
        ),
    )
    output_kind = forms.ChoiceField(
        choices=Output.Kind,
        required=False,
        label=gettext_lazy("The outputs are"),
        help_text=gettext_lazy(
            "What the columns of outputs hold: texts, or names of files. Columns that are named "
            "output_image, output_video or output_audio hold files in any case."
        ),
    )
    allow_missing = forms.BooleanField(
        required=False, label=gettext_lazy("Blank outputs are allowed and left out")
    )

    def options(self) -> ImportOptions:
        cleaned = self.cleaned_data
        version = cleaned["rubric_version"]
        return ImportOptions(
            item_column=cleaned["item_column"],
            system_column=cleaned["system_column"],
            output_column=cleaned["output_column"],
            systems=split_names(cleaned["systems"]),
            output_kind=cleaned["output_kind"] or "text",
            allow_missing=cleaned["allow_missing"],
            rubric_version=version.pk if version else None,
        )


class ItemInline(admin.TabularInline):
    """The first items, with what they show."""

    model = Item
    fields = ("external_id", "shown_media", "written")
    readonly_fields = fields
    extra = 0
    can_delete = False
    verbose_name_plural = gettext_lazy("The first 20 items")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Item]:
        self.viewer = request.user.pk  # a new inline is created for each request
        match = request.resolver_match
        pk = match.kwargs.get("object_id") if match else None
        rows = super().get_queryset(request).filter(dataset=pk).order_by("pk")
        first = list(rows.values_list("pk", flat=True)[:20])
        return rows.filter(pk__in=first).prefetch_related(
            "item_media__medium", "outputs__system", "outputs__output_media__medium"
        )

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return has_projects(request)

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    @admin.display(description=gettext_lazy("media"))
    def shown_media(self, item: Item) -> SafeString | str:
        return self._previews([of_item.medium for of_item in item.item_media.all()]) or "–"

    @admin.display(description=gettext_lazy("outputs"))
    def written(self, item: Item) -> SafeString:
        return format_html_join(
            "",
            '<div class="output-preview">{}: {} {}</div>',
            (
                (output.system.name, _contents(output), self._previews(_media(output)))
                for output in item.outputs.all()
            ),
        )

    def _previews(self, media: Iterable[Medium]) -> SafeString:
        return format_html_join(" ", "{}", ((self._preview(medium),) for medium in media))

    def _preview(self, medium: Medium) -> SafeString:
        """What pages show of it: the copy without tags, where there is one."""
        preview = PREVIEWS.get(medium.content_type.partition("/")[0])
        address = address_of(medium, viewer=self.viewer)
        return format_html(preview, address) if preview else SafeString("")


def _contents(output: Output) -> str:
    """The names of its media, for researchers, and the beginning of its words."""
    parts = [*map(str, _media(output)), beginning(output.text, PREVIEWED)]
    return " · ".join(filter(None, parts))


def _media(output: Output) -> list[Medium]:
    parts = sorted(output.output_media.all(), key=lambda part: part.place)
    return [part.medium for part in parts]


@admin.register(Dataset)
class DatasetAdmin(ProjectAdmin):
    list_display = ("name", "project", "items_found", "systems_found", "created_at")
    list_filter = (ArchivedFilter,)
    fields = ("project", "name", "created_at")
    readonly_fields = ("project", "created_at")
    inlines = (ItemInline,)
    change_list_template = "admin/stimuli/dataset/change_list.html"

    class Media:
        css: ClassVar[dict[str, list[str]]] = {"all": ["admin_rateroom/admin.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dataset]:
        rows = super().get_queryset(request).select_related("project")
        return rows.annotate(
            items_n=number_of(Item.objects.filter(dataset=OuterRef("pk")), by="dataset"),
            systems_n=number_of(System.objects.filter(dataset=OuterRef("pk")), by="dataset"),
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Dataset, form: object, change: bool) -> None:
        rename_dataset(dataset_id=obj.pk, name=obj.name, by=user_of(request))

    @admin.display(description=gettext_lazy("items"))
    def items_found(self, dataset: Dataset) -> int:
        return dataset.items_n  # type: ignore[attr-defined]

    @admin.display(description=gettext_lazy("systems"))
    def systems_found(self, dataset: Dataset) -> int:
        return dataset.systems_n  # type: ignore[attr-defined]

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.import_page)
        return [path("import/", view, name="stimuli_dataset_import"), *super().get_urls()]

    def import_page(self, request: HttpRequest) -> HttpResponse:
        """Take the files in, and go to the import's own page, which shows how far it is."""
        mine = projects_of(request, write=True)
        if not mine.exists():
            raise PermissionDenied
        initial = {"project": only_one(mine)}
        form = ImportForm(request.POST or None, request.FILES or None, initial=initial)
        form.fields["project"].queryset = mine  # type: ignore[attr-defined]
        rubrics = RubricVersion.objects.filter(
            rubric__project__isnull=True
        ) | RubricVersion.objects.filter(rubric__project__in=mine)
        field: Any = form.fields["rubric_version"]
        field.queryset = rubrics.select_related("rubric")
        if request.method == "POST" and form.is_valid():
            try:
                started = request_import(
                    project=form.cleaned_data["project"],
                    name=form.cleaned_data["name"],
                    table=form.cleaned_data["table"],
                    archive=form.cleaned_data["archive"],
                    options=form.options(),
                    created_by=user_of(request),
                )
            except RateroomError as error:
                form.add_error(None, str(error))
            else:
                return HttpResponseRedirect(
                    reverse("admin:stimuli_datasetimport_change", args=[started.pk])
                )
        page = {"form": form, "title": _("Import a dataset"), "opts": self.opts}
        return render(
            request,
            "admin/stimuli/dataset/import.html",
            {**self.admin_site.each_context(request), **page},
        )


@admin.register(DatasetImport)
class DatasetImportAdmin(ProjectAdmin):
    read_only = True
    list_display = ("dataset_name", "project", "state", "rows_done", "created_at")
    list_select_related = ("project",)
    fields = ("project", "dataset_name", "created_at", "finished_at")
    change_form_template = "admin/stimuli/datasetimport/change_form.html"

    class Media:
        css: ClassVar[dict[str, list[str]]] = {"all": ["admin_rateroom/admin.css"]}
        js: ClassVar[list[str]] = ["admin_rateroom/progress.js"]

    def get_urls(self) -> list[URLPattern]:
        views = {"progress": self.progress, "cancel": self.cancel, "again": self.again}
        own = [
            path(
                f"<bigint:pk>/{name}/",
                self.admin_site.admin_view(view),
                name=f"stimuli_datasetimport_{name}",
            )
            for name, view in views.items()
        ]
        return [*own, *super().get_urls()]

    def progress(self, request: HttpRequest, pk: int) -> JsonResponse:
        dataset_import = get_object_or_404(DatasetImport, pk=pk, project__in=projects_of(request))
        ended = not DatasetImport.under_way().filter(pk=pk).exists()
        return JsonResponse(
            {
                "state": dataset_import.state,
                "done": dataset_import.rows_done,
                "total": dataset_import.rows_total,
                "finished": ended,
            }
        )

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        record = self.get_object(request, object_id)
        mine = record is not None and is_writer(user_of(request), record.project_id)
        return super().change_view(
            request, object_id, form_url, {**(extra_context or {}), "may_write": mine}
        )

    def cancel(self, request: HttpRequest, pk: int) -> HttpResponse:
        record = import_for_writing(request, pk)
        if request.method == "POST":
            if cancel_import(import_id=record.pk, by=user_of(request)):
                messages.success(
                    request, _("The import is cancelled; nothing of it is kept but its files.")
                )
            else:
                messages.warning(request, _("The import had ended already."))
        return HttpResponseRedirect(reverse("admin:stimuli_datasetimport_change", args=[pk]))

    def again(self, request: HttpRequest, pk: int) -> HttpResponse:
        record = import_for_writing(request, pk)
        if request.method == "POST" and import_again(import_id=record.pk):
            messages.success(request, _("The import begins again, from the same files."))
        return HttpResponseRedirect(reverse("admin:stimuli_datasetimport_change", args=[pk]))
