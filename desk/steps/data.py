"""The step “Data”: choosing a dataset or uploading files. Templates are offered as a starting
point."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files import File
from django.db.models import OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.database.aggregates import number_of
from core.database.choosing import Chooser, choose, is_looking, looking_query
from core.database.keyset import LATEST_FIRST
from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from core.naming import free_name
from desk.of_project import OfProject
from desk.projects import writable_projects
from desk.steps.steps import next_address, places_on, step_address
from desk.steps.templates import TEMPLATES
from hits.batches.drafting import change_draft, versions_for
from hits.models import Batch
from people.access import has_projects, projects_of, user_of
from people.models import Project
from recruiting.around.consent_texts import begin_draft
from stimuli.folders import as_table
from stimuli.imports import dataset_name, prepare_import
from stimuli.models import Dataset, DatasetImport, Item, System
from stimuli.readers.finding import readers

UNFINISHED = ("prepared", "waiting", "running", "failed", "cancelled")
MOST_UNFINISHED = 5


class FilesInput(forms.FileInput):
    """A file input for several files. Files can also be dropped on it."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """A form field for a table and, optionally, a ZIP file with its media. Its value is a pair of
    files."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> tuple[File, File | None]:
        clean = super().clean
        files: Sequence[File] = [clean(file, initial) for file in data or [None]]
        archives = [file for file in files if str(file.name).lower().endswith(".zip")]
        tables = [file for file in files if file not in archives]
        if not tables:  # the ZIP file contains the table
            tables, archives = archives, []
        if len(tables) != 1 or len(archives) > 1:
            raise ValidationError(
                _("Choose one table. Put pictures, clips and sounds into one ZIP file.")
            )
        return tables[0], archives[0] if archives else None


class UploadForm(OfProject):
    table = FilesField(label=gettext_lazy("Table and media"))


def new_batch(request: HttpRequest, frame: dict[str, object]) -> HttpResponse:
    """Show the step “Data” of a new batch. Users without a project are redirected to the form for a
    new project. Choosing a dataset creates a draft, and uploading files starts an import."""
    if not has_projects(request, write=True):
        if has_projects(request):
            raise PermissionDenied
        messages.info(
            request,
            _(
                "Datasets, rubrics, batches and payments belong to a project. "
                "Create one, or ask a project owner to invite you."
            ),
        )
        return redirect("admin:new_project")
    return _data_page(request, frame, None)


def data_of(request: HttpRequest, frame: dict[str, object], batch: Batch) -> HttpResponse:
    """Show the step “Data” of a draft. Choosing another dataset replaces the current one."""
    return _data_page(request, frame, batch)


def _data_page(request: HttpRequest, frame: dict[str, object], batch: Batch | None) -> HttpResponse:
    projects = writable_projects(request)
    if batch is not None:
        projects = projects_of(request, write=True).filter(pk=batch.project_id)
    upload = _upload_form(request, projects)
    error = ""
    if is_looking(request.POST, "dataset"):
        return _looked_for(request)
    try:
        if request.POST.get("action") == "upload":
            refuse_interrupted(request)
            if upload.is_valid():
                return _uploaded(request, upload)
        elif request.method == "POST":
            return _chosen(request, projects, batch)
    except RateroomError as problem:
        error = str(problem)
    context = {
        **frame,
        "title": _("New batch"),
        "places": places_on(request, batch) if batch else None,
        "batch": batch,
        "chooser": _chooser(request, projects, batch),
        "address": f"{request.path}?{_asked_for(request)}",
        "unfinished": DatasetImport.objects.filter(
            project__in=projects, state__in=UNFINISHED
        ).order_by("-pk")[:MOST_UNFINISHED],
        **upload_context(upload),
        "error": error,
    }
    return TemplateResponse(request, "desk/steps/data.html", context)


def upload_context(form: UploadForm) -> dict[str, object]:
    """Return the template variables for the upload form."""
    tools = [reader.NAME for reader in readers()]
    return {"upload": form, "templates": TEMPLATES, "tools": tools}


def blank_upload(request: HttpRequest) -> dict[str, object]:
    """Return the template variables for an empty upload form, on Home without batches and on the
    page to import a dataset."""
    return upload_context(UploadForm(projects=writable_projects(request)))


def _upload_form(request: HttpRequest, projects: QuerySet[Project]) -> UploadForm:
    if request.POST.get("action") == "upload":
        return UploadForm(request.POST, request.FILES, projects=projects)
    return UploadForm(projects=projects)


def _uploaded(request: HttpRequest, form: UploadForm) -> HttpResponse:
    project, (table, archive) = form.cleaned_data["project"], form.cleaned_data["table"]
    with as_table(table, archive) as (rows, media):
        record = prepare_import(
            project=project,
            name=_free_name(project, dataset_name(table.name)),
            table=rows,
            archive=media,
            created_by=user_of(request),
        )
    return lead_to(request, reverse("admin:batch_columns", args=[record.pk]))


def is_by_script(request: HttpRequest) -> bool:
    """Return whether a script sent the request. The script shows the progress of uploads, and
    expects JSON."""
    accepted = ["text/html", "application/json"]
    return request.get_preferred_type(accepted) == "application/json"


def refuse_interrupted(request: HttpRequest) -> None:
    """Raise RateroomError if a form that a script sent is incomplete, because the upload was
    cancelled or the connection was lost."""
    if is_by_script(request) and "whole" not in request.POST:
        raise RateroomError(_("The upload was interrupted. Check your connection and try again."))


def lead_to(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect to `address` or, for a request from a script, return `address` as JSON."""
    return JsonResponse({"next": address}) if is_by_script(request) else redirect(address)


def _free_name(project: Project, stem: str) -> str:
    """Return `stem` (the file's name) as the name of a new dataset, with a number if the project
    already has a dataset with that name."""
    stem = "".join(letter for letter in stem if letter.isprintable()).strip()[:100] or _("Data")
    names = set(Dataset.objects.filter(project=project).values_list("name", flat=True))
    return free_name(stem, names)


def _chosen(request: HttpRequest, projects: QuerySet[Project], batch: Batch | None) -> HttpResponse:
    pk = _number(request.POST.get("dataset"))
    if pk is None:
        raise RateroomError(_("Choose a dataset"))
    dataset = get_object_or_404(
        Dataset.objects.select_related("project"), pk=pk, project__in=projects
    )
    if batch is None:
        rubric = _number(request.GET.get("rubric"))
        version = versions_for(dataset.project).filter(pk=rubric or 0).first()
        batch = begin_draft(dataset=dataset, version=version, by=user_of(request))
        return redirect(step_address(batch, "asked"))
    batch = change_draft(batch_id=batch.pk, changes={"dataset": dataset})
    return redirect(next_address(request, batch, "data"))


def _chooser(request: HttpRequest, projects: QuerySet[Project], batch: Batch | None) -> Chooser:
    """Return a chooser with the newest datasets, or with those that match the search. In a new
    batch, the newest dataset is selected unless the user has chosen another."""
    chooser = choose(
        request.GET,
        "dataset",
        _datasets(projects),
        keys=LATEST_FIRST,
        lookup="name__icontains",
        chosen=[batch.dataset_id] if batch else [],
    )
    # Only on the first page: on another one, this would undo a choice that is not visible.
    is_first = not chooser.find and chooser.window.before is None
    return chooser if chooser.has_chosen or not is_first else chooser.with_first_chosen()


def _datasets(projects: QuerySet[Project]) -> QuerySet[Dataset]:
    datasets = Dataset.objects.filter(project__in=projects, archived_at__isnull=True)
    return datasets.select_related("project").annotate(
        items_n=number_of(Item.objects.filter(dataset=OuterRef("pk")), by="dataset"),
        systems_n=number_of(System.objects.compared().filter(dataset=OuterRef("pk")), by="dataset"),
    )


def _looked_for(request: HttpRequest) -> HttpResponse:
    parts = (_asked_for(request), looking_query(request.POST, "dataset"))
    return redirect(f"{request.path}?{'&'.join(filter(None, parts))}#choose")


def _asked_for(request: HttpRequest) -> str:
    rubric = request.GET.get("rubric")
    return urlencode({"rubric": rubric}) if rubric else ""


def _number(text: str | None) -> int | None:
    return whole_number(text or "")
