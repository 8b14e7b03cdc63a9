"""The page to import ratings from a Mechanical Turk results file into a draft."""

import tempfile
from pathlib import Path

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from desk.refusals import refusals_in
from hits.access import batch_for_researcher
from hits.models import Batch
from people.access import user_of
from recruiting.mturk.storing import import_results


class ResultsForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("Table (CSV)"))


def results_page(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show what a results file must contain. A POST imports the file and closes the batch, or shows
    the rows with errors."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    if batch.state != Batch.State.DRAFT:
        return redirect("admin:batch_running", pk)
    form = ResultsForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, "file"):
            number = _import(batch, form.cleaned_data["file"], request)
            message = ngettext(
                "%(number)d response imported.", "%(number)d responses imported.", number
            )
            messages.success(request, message % {"number": number})
            return redirect("admin:batch_running", pk)
    context = {**frame, "title": _("Import Mechanical Turk results"), "batch": batch, "form": form}
    return TemplateResponse(request, "desk/results.html", context)


def _import(batch: Batch, upload: UploadedFile, request: HttpRequest) -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.csv"
        with path.open("wb") as file:
            file.writelines(upload.chunks())
        import_results(batch_id=batch.pk, path=path, by=user_of(request))
    return batch.assignments.exclude(annotator=None).count()
