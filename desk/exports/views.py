"""The page with an export's options, the exported files, and the pages of snapshots."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.storage import default_storage
from django.db.models import QuerySet
from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from analysis.writers.finding import is_hidden, open_file, tools
from core.database.field_checks import add_errors
from core.database.keyset import AFTER, BEFORE, LATEST_FIRST, cursor_of, window
from core.errors import FieldsError, RateroomError
from hits.access import batch_for_researcher
from hits.background.asking import ask_for_snapshot, is_long_export
from hits.batches.unveiling import sees_means
from hits.exports import (
    MOST_COUNTED,
    ExportChoice,
    Form,
    Pseudonyms,
    Table,
    count_rows,
    export_pieces,
)
from hits.exports.choice import check_choice, names_in
from hits.exports.queries import TABLES
from hits.exports.snapshots import make_snapshot
from hits.models import BackgroundTask, Batch, ExportSnapshot
from hits.states import ANSWERED
from people.access import is_writer, user_of
from people.acts import record
from people.models import Act

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
OF_TABLES = partial(
    forms.ChoiceField, initial=Table.WIDE, widget=forms.RadioSelect, label=gettext_lazy("Rows")
)
# There is no choice of purpose: gold and training HITs have pages of their own.


class ExportForm(forms.Form):
    """The form with the options for exporting a batch."""

    table = OF_TABLES(choices=Table)
    file_format = forms.ChoiceField(
        choices=Form, initial=Form.CSV, widget=forms.RadioSelect, label=gettext_lazy("Format")
    )
    bom = forms.BooleanField(
        required=False, label=gettext_lazy("Add a byte-order mark to the CSV file (for Excel)")
    )
    states = forms.MultipleChoiceField(
        choices=[(state.value, state.label) for state in ANSWERED],
        initial=[state.value for state in ANSWERED],
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("State"),
    )
    counted = forms.BooleanField(
        required=False,
        label=gettext_lazy("Leave out responses that are excluded from the results"),
    )
    annotators = forms.CharField(
        required=False,
        strip=True,
        label=gettext_lazy("Only these annotators"),
        help_text=gettext_lazy("Pseudonyms in this batch, separated by spaces or commas."),
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocomplete": "off"}),
    )
    since = forms.DateField(
        required=False, widget=DAY, label=gettext_lazy("Submitted on or after (UTC)")
    )
    until = forms.DateField(
        required=False, widget=DAY, label=gettext_lazy("Submitted on or before (UTC)")
    )
    pseudonyms = forms.ChoiceField(
        choices=Pseudonyms,
        initial=Pseudonyms.BATCH,
        widget=forms.RadioSelect,
        label=gettext_lazy("Pseudonyms"),
    )

    def __init__(self, *args: Any, batch: Batch, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.batch = batch
        if not TABLES[Table.MARKS](batch, ExportChoice()).columns():
            choices = [each for each in Table.choices if each[0] != Table.MARKS]
            self.fields["table"] = OF_TABLES(choices=choices)

    def clean_annotators(self) -> tuple[str, ...]:
        return names_in(self.cleaned_data["annotators"])

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        chosen = {name: cleaned[name] for name in self.fields if name in cleaned}
        try:
            check_choice(self.batch, ExportChoice(**chosen))
        except FieldsError as error:
            add_errors(self, error)
        return cleaned

    def choice(self, *, site: str) -> ExportChoice:
        """Return the chosen options. Links in the exported rows start with the URL `site`."""
        states = tuple(self.cleaned_data["states"])
        return ExportChoice(**{**self.cleaned_data, "states": states, "site": site})


def in_words(choice: ExportChoice) -> list[tuple[str, str]]:
    """Return the chosen options as (label, value) pairs in the form's words. Options without a
    value are left out."""
    rows = []
    for name, field in ExportForm.base_fields.items():
        chosen = getattr(choice, name)
        words = dict(getattr(field, "choices", ()))
        if isinstance(chosen, bool):
            value = _("Yes") if chosen else ""
        elif isinstance(chosen, tuple):
            value = ", ".join(str(words.get(part, part)) for part in chosen)
        else:
            value = str(words.get(chosen, chosen or ""))
        rows.append((str(field.label), value))
    return [(label, value) for label, value in rows if value]


def default_values() -> dict[str, object]:
    """Return the default values of an export's options."""
    fields = ExportForm.base_fields
    return {name: field.initial for name, field in fields.items() if field.initial is not None}


SHOWN = 8  # snapshots on the page
MOST_TASKS = 5  # unfinished or failed tasks on the page


def export_page(request: HttpRequest, frame: dict[str, object], pk: int) -> TemplateResponse:
    """Show an export's options and its number of rows. A POST shows the same page for the submitted
    options, and stores nothing."""
    batch = _batch(request, pk)
    query = request.GET if set(request.GET) - {AFTER, BEFORE} else default_values()
    chosen = request.POST if request.method == "POST" else query
    return _page(request, frame, batch, ExportForm(chosen, batch=batch))


@require_POST
def export_file(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponseBase:
    """Download the export with the chosen options, and record this in the activity. If an option is
    invalid, show the page again."""
    batch = _batch(request, pk)
    form = ExportForm(request.POST, batch=batch)
    if not form.is_valid():
        return _page(request, frame, batch, form)
    choice = form.choice(site=_site(request))
    name = f"batch-{batch.pk}-{choice.table}.{choice.file_format}"
    record(user_of(request), Act.Verb.EXPORTED, batch, after=choice.noted())
    return _as_file(StreamingHttpResponse(export_pieces(batch, choice)), choice.file_format, name)


@require_POST
def tool_file(request: HttpRequest, pk: int, tool: str) -> HttpResponseBase:
    """Download the batch's results in the file format of `tool`. If this is impossible, redirect to
    the export page with an error."""
    batch, writer = _batch(request, pk), tools().get(tool)
    if writer is None or is_hidden(batch, writer, user_of(request)):
        raise Http404
    try:
        file = open_file(batch, writer, by=user_of(request))
    except RateroomError as error:
        messages.error(request, str(error))
        return HttpResponseRedirect(reverse("admin:export", args=[pk]))
    name = f"batch-{pk}-{tool}.{writer.ending}"
    return FileResponse(file, content_type=writer.content_type, filename=name, as_attachment=True)


@require_POST
def keep_snapshot(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Store the chosen export as a snapshot, and redirect to the snapshot's page. For a large
    export, start a background task, and redirect to the task's page. If an option is invalid, show
    the export page again."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    form = ExportForm(request.POST, batch=batch)
    if not form.is_valid():
        return _page(request, frame, batch, form)
    choice = form.choice(site=_site(request))
    if is_long_export(batch, choice):
        task = ask_for_snapshot(batch=batch, choice=choice, by=user_of(request))
        return HttpResponseRedirect(reverse("admin:task", args=[task.pk]))
    snapshot = make_snapshot(batch=batch, choice=choice, by=user_of(request))
    messages.success(request, _("Snapshot created. Its address and hash will not change."))
    return HttpResponseRedirect(reverse("admin:snapshot", args=[pk, snapshot.sha256]))


@require_safe
def snapshot_page(
    request: HttpRequest, frame: dict[str, object], pk: int, sha256: str
) -> TemplateResponse:
    """Show a snapshot's contents and citation. If some of its rows were deleted, also show the
    snapshot that replaced it."""
    snapshot = _snapshot(request, pk, sha256)
    context = {
        **frame,
        "title": _("Snapshot"),
        "batch": snapshot.batch,
        "snapshot": snapshot,
        "replacement": getattr(snapshot, "replaced_by", None),
        "form": Form(snapshot.form),
        "chosen": in_words(ExportChoice.of(snapshot.parameters)),
        "address": request.build_absolute_uri(),
    }
    return TemplateResponse(request, "desk/snapshot.html", context)


@require_safe
def snapshot_file(request: HttpRequest, pk: int, sha256: str) -> HttpResponseBase:
    """Download the snapshot. Raises Http404 if the file was removed because rows were deleted."""
    snapshot = _snapshot(request, pk, sha256)
    if not snapshot.file:
        raise Http404
    name = f"batch-{pk}-{sha256[:12]}.{snapshot.form}"
    return _as_file(FileResponse(default_storage.open(snapshot.file)), snapshot.form, name)


def _in_words(rows: int) -> str:
    return number_format(rows, force_grouping=True) + ("+" if rows >= MOST_COUNTED else "")


def _as_file(response: HttpResponseBase, form: str, name: str) -> HttpResponseBase:
    response["Content-Type"] = Form(form).content_type
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _page(
    request: HttpRequest, frame: dict[str, object], batch: Batch, form: ExportForm
) -> TemplateResponse:
    is_valid = form.is_valid()
    rows = count_rows(batch, form.choice(site="")) if is_valid else None
    context = {
        **frame,
        "title": _("Downloads"),
        "batch": batch,
        "form": form,
        "rows": rows,
        "rows_in_words": _in_words(rows or 0),
        "tasks": _tasks_of(batch),
        "tools": tools().values(),
        "hides_means": not sees_means(batch, user_of(request)),
        "window": window(
            batch.export_snapshots.select_related("created_by"),
            LATEST_FIRST,
            cursor_of(request.GET),
            size=SHOWN,
        ),
        "kept": _kept(request),
        "may_write": is_writer(user_of(request), batch.project_id),
    }
    status = 200 if is_valid else 422
    return TemplateResponse(request, "desk/export.html", context, status=status)


def _kept(request: HttpRequest) -> str:
    """Return the query without the list position, for links to other pages of the snapshot list. It
    ends with "&" unless it is empty."""
    query = request.GET.copy()
    for name in (AFTER, BEFORE):
        query.pop(name, None)
    return query.urlencode() + "&" if query else ""


def _tasks_of(batch: Batch) -> QuerySet[BackgroundTask]:
    """Return the latest tasks that create snapshots of the batch, without those that are done."""
    tasks = BackgroundTask.objects.filter(kind=BackgroundTask.Kind.SNAPSHOT, subject_id=batch.pk)
    return tasks.exclude(state=BackgroundTask.State.DONE).order_by("-pk")[:MOST_TASKS]


def _batch(request: HttpRequest, pk: int) -> Batch:
    return batch_for_researcher(user_of(request), pk)


def _snapshot(request: HttpRequest, pk: int, sha256: str) -> ExportSnapshot:
    batch = _batch(request, pk)
    snapshots = batch.export_snapshots.select_related("batch__project", "replaces", "created_by")
    return get_object_or_404(snapshots, sha256=sha256)


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").removesuffix("/")
