"""The page of an import. Before the import, it shows the first rows and a role for each column.
Afterwards, it shows the progress or the problems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import RateroomError
from desk.steps.contents import contents_of
from desk.steps.data import lead_to, refuse_interrupted
from desk.steps.steps import step_address
from hits.batches.drafting import versions_for
from hits.models import Batch
from people.access import is_writer, user_of
from recruiting.around.consent_texts import begin_draft
from stimuli.access import import_for_researcher
from stimuli.column_roles import (
    MEDIA_ROLES,
    Role,
    TableHead,
    check_roles,
    first_rows,
    options_for,
    roles_of,
    table_head,
)
from stimuli.imports import ImportOptions, begin_import, problem_lines, replace_files
from stimuli.imports.running import foreign_reader, local_file, table_name
from stimuli.models import DatasetImport, Output
from surveys.base import FieldNeed
from surveys.fitting import Shape, misfit
from surveys.models import RubricVersion

ROLES: Mapping[Role, str | Promise] = {
    Role.ITEM: gettext_lazy("Item id"),
    Role.SYSTEM: gettext_lazy("System"),
    Role.OUTPUT: gettext_lazy("Output"),
    Role.OF_SYSTEM: gettext_lazy("Outputs of one system (named by the column)"),
    Role.NAMED: gettext_lazy("Outputs of one system (named by the column)"),
    Role.IMAGE: gettext_lazy("Picture"),
    Role.VIDEO: gettext_lazy("Clip"),
    Role.AUDIO: gettext_lazy("Sound"),
    Role.FIELD: gettext_lazy("Item field"),
    Role.LEFT_OUT: gettext_lazy("Not imported"),
}


@dataclass(frozen=True)
class ColumnChoice:
    """A column of the table, with its role and its first values."""

    number: int
    name: str
    role: Role
    values: Sequence[str]

    @property
    def choices(self) -> list[tuple[str, str | Promise]]:
        if self.role is Role.NAMED:
            return [(role.value, ROLES[role]) for role in (Role.NAMED, Role.LEFT_OUT)]
        return [(role.value, name) for role, name in ROLES.items() if role is not Role.NAMED]


class ImportForm(forms.Form):
    """The form for the other settings of an import. Uploaded files replace the stored ones."""

    name = forms.CharField(max_length=120, label=gettext_lazy("Name"))
    rubric = forms.ModelChoiceField(
        queryset=RubricVersion.objects.none(),
        required=False,
        label=gettext_lazy("Rubric"),
        empty_label=gettext_lazy("None"),
    )
    output_kind = forms.ChoiceField(choices=Output.Kind, label=gettext_lazy("Outputs"))
    allow_missing = forms.BooleanField(required=False, label=gettext_lazy("Skip blank outputs"))
    table = forms.FileField(required=False, label=gettext_lazy("Replace the table"))
    archive = forms.FileField(required=False, label=gettext_lazy("Replace the ZIP file"))


def columns_page(
    request: HttpRequest, frame: dict[str, object], pk: int, batch: int | None = None
) -> HttpResponse:
    """Show the import in its current state. A POST starts the import. After the import, a POST goes
    on to a new batch, or to extending `batch`. Users who cannot change the project see only the
    progress."""
    user = user_of(request)
    record = import_for_researcher(user, pk, write=request.method == "POST")
    may_write = is_writer(user, record.project_id)
    frame = {**frame, "extending": batch}
    if record.state == DatasetImport.State.DONE:
        if batch and request.method == "POST":
            return redirect("admin:amend", batch)
        return _go_on(request, frame, record, may_write=may_write)
    if not may_write or record.state in {DatasetImport.State.WAITING, DatasetImport.State.RUNNING}:
        return _page(request, frame, record, {"may_write": may_write})
    return _choose(request, frame, record)


def _go_on(
    request: HttpRequest, frame: dict[str, object], record: DatasetImport, *, may_write: bool
) -> HttpResponse:
    """Show the imported data. A POST opens the dataset's latest draft. If there is none, it creates
    a draft."""
    if request.method != "POST" or record.dataset is None:
        return _page(request, frame, record, {"may_write": may_write})
    version = ImportOptions.model_validate(record.options).rubric_version
    chosen = versions_for(record.project).filter(pk=version).first() if version else None
    drafts = Batch.objects.filter(dataset=record.dataset, state=Batch.State.DRAFT)
    batch = drafts.order_by("-pk").first() or begin_draft(
        dataset=record.dataset, version=chosen, by=user_of(request)
    )
    return redirect(step_address(batch, "asked"))


def _choose(request: HttpRequest, frame: dict[str, object], record: DatasetImport) -> HttpResponse:
    """Show the columns with their stored or guessed roles. A POST replaces the files or starts the
    import."""
    options = ImportOptions.model_validate(record.options)
    versions = list(
        RubricVersion.objects.filter(pk=options.rubric_version or 0).select_related("rubric")
        if record.dataset_id
        else versions_for(record.project)
    )
    problems: list[str] = []
    head, version, roles = None, None, dict[str, Role]()
    try:
        with local_file(record.table) as path:
            first = None if foreign_reader(path, options) else first_rows(path)
        if first:
            head = table_head(first)
            version = _version(versions, options, head)
            head = table_head(first, _fields(version))
            roles = roles_of(options, head)
    except RateroomError as error:
        problems = problem_lines(error)
    form = _form(request, record, options, head, versions, version)
    if request.method == "POST" and form.is_valid():
        try:
            refuse_interrupted(request)
            _take(request, record, form, head)
        except RateroomError as error:
            problems = problem_lines(error)
            if form.cleaned_data["table"]:
                for problem in problems:
                    messages.error(request, problem)
                return lead_to(request, request.path)
            roles = _posted_roles(request, head) if head else {}
        else:
            return lead_to(request, request.path)
    context = {
        "form": form,
        "columns": _choices(head, roles) if head else [],
        "is_guess": not record.options,
        "rows": head.rows if head else None,
        "problems": problems,
        "may_write": True,
    }
    return _page(request, frame, record, context)


def _fields(version: RubricVersion | None) -> Sequence[FieldNeed]:
    return version.spec.fields() if version else ()


def _version(
    versions: Sequence[RubricVersion], options: ImportOptions, head: TableHead
) -> RubricVersion | None:
    """Return the rubric version that was chosen for the import. If none was chosen yet, return the
    suitable version that shows the most columns, or None if there is none."""
    by_pk = {version.pk: version for version in versions}
    if options.item_column or options.rubric_version:
        return by_pk.get(options.rubric_version or 0)
    names = {_shown_name(column.name, column.role) for column in head.columns}
    shape = Shape(names - {""}, {head.output_kind}, systems=2)
    fitting = [version for version in versions if misfit(version.spec, shape).fits]
    return min(fitting, key=lambda version: misfit(version.spec, shape).rank, default=None)


def _shown_name(column: str, role: Role) -> str:
    if role in MEDIA_ROLES:
        return role.value
    return column if role is Role.FIELD else ""


def _form(
    request: HttpRequest,
    record: DatasetImport,
    options: ImportOptions,
    head: TableHead | None,
    versions: Sequence[RubricVersion],
    version: RubricVersion | None,
) -> ImportForm:
    initial = {
        "name": record.dataset_name,
        "rubric": version,
        "output_kind": options.output_kind if record.options or not head else head.output_kind,
        "allow_missing": options.allow_missing,
    }
    is_sent = request.method == "POST"
    form = ImportForm(request.POST if is_sent else None, request.FILES or None, initial=initial)
    field: Any = form.fields["rubric"]
    field.queryset = RubricVersion.objects.filter(
        pk__in=[version.pk for version in versions]
    ).select_related("rubric")
    return form


def _take(
    request: HttpRequest, record: DatasetImport, form: ImportForm, head: TableHead | None
) -> None:
    """Start the import with the submitted values. If the table is replaced, columns with the same
    names keep their roles. If no table could be read before, only store the new files, so that the
    page shows their columns. Raises RateroomError if the files or roles cannot be used."""
    cleaned, version = form.cleaned_data, form.cleaned_data["rubric"]
    posted = _posted_roles(request, head) if head else {}
    if cleaned["table"] or head is None:
        files = {name: cleaned[name] for name in ("name", "table", "archive")}
        replace_files(import_id=record.pk, **files)
        record.refresh_from_db()
        if head is None or record.state != DatasetImport.State.PREPARED:
            return
        with local_file(record.table) as path:
            head = table_head(first_rows(path), _fields(version))
    roles = {column.name: posted.get(column.name, column.role) for column in head.columns}
    _refuse_without_outputs(roles)
    options = options_for(
        roles,
        output_kind=cleaned["output_kind"],
        rubric_version=version.pk if version else None,
        needs=_fields(version),
        allow_missing=cleaned["allow_missing"],
    )
    check_roles(options, head, table_name(record))
    begin_import(
        import_id=record.pk, name=cleaned["name"], options=options, archive=cleaned["archive"]
    )


def _refuse_without_outputs(roles: Mapping[str, Role]) -> None:
    if not {Role.OUTPUT, Role.OF_SYSTEM, Role.NAMED} & set(roles.values()):
        raise RateroomError(
            _("No column has outputs."),
            where=_("Columns"),
            remedy=_(
                "Choose “Output” and “System” for two columns, or “Outputs of one system (named "
                "by the column)” for each column with the outputs of one system."
            ),
        )


def _posted_roles(request: HttpRequest, head: TableHead) -> dict[str, Role]:
    """Return the role of each column by name, as submitted. Columns without a submitted role have
    their guessed role."""
    return {
        column.name: _role(request.POST.get(f"role-{number}", ""), column.role)
        for number, column in enumerate(head.columns)
    }


def _role(value: str, otherwise: Role) -> Role:
    return next((role for role in Role if role.value == value), otherwise)


def _choices(head: TableHead, roles: Mapping[str, Role]) -> list[ColumnChoice]:
    return [
        ColumnChoice(number, column.name, roles.get(column.name, column.role), column.values)
        for number, column in enumerate(head.columns)
    ]


def _page(
    request: HttpRequest,
    frame: dict[str, object],
    record: DatasetImport,
    context: dict[str, object],
) -> HttpResponse:
    page = {
        "title": _("Add rows to the dataset") if frame["extending"] else record.dataset_name,
        "record": record,
        "contents": contents_of(record),
        "table_name": table_name(record),
        "archive_name": Path(str(record.archive.name or "")).name,
    }
    return TemplateResponse(request, "desk/steps/columns.html", {**frame, **page, **context})
