"""The page of a batch's metrics, where people upload, describe and delete metrics."""

from typing import Self

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from analysis.metrics.describing import delete_metric, describe_metric
from analysis.metrics.uploading import MOST_BYTES, take_scores, upload_metrics
from analysis.models import Metric
from core.errors import DocumentError, RateroomError
from core.tabular.uploaded import uploaded
from hits.access import batch_for_researcher
from hits.models import Batch
from people.access import is_writer
from people.models import AnnotatorRequest
from stimuli.imports.scores import scores_of


class UploadForm(forms.Form):
    table = forms.FileField(
        label=gettext_lazy("Table (CSV or JSONL)"),
        help_text=gettext_lazy("CSV or JSONL with the columns item, system, metric and value."),
    )
    replace = forms.BooleanField(
        required=False, label=gettext_lazy("Replace metrics with the same name")
    )

    def clean_table(self) -> object:
        table = self.cleaned_data["table"]
        if table.size > MOST_BYTES:
            raise ValidationError(_("The table is larger than 50 MB. Upload it in parts."))
        return table


class DescribeForm(forms.Form):
    """A form for the better end of a metric and its range."""

    best = forms.ChoiceField(
        choices=[("", "–"), *Metric.Best.choices],
        label=gettext_lazy("Direction"),
        error_messages={"required": gettext_lazy("Choose an option from the list.")},
    )
    low = forms.FloatField(required=False, label=gettext_lazy("Lowest possible value"))
    high = forms.FloatField(required=False, label=gettext_lazy("Highest possible value"))

    @classmethod
    def of(cls, metric: Metric, sent: QueryDict | None = None) -> Self:
        description = {"best": metric.best, "low": metric.low, "high": metric.high}
        return cls(sent, initial=description, prefix=f"metric-{metric.pk}")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def metrics(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show the batch's metrics. A POST request uploads a table of metrics."""
    is_post = request.method == "POST"
    batch = batch_for_researcher(request.user, pk, write=is_post)
    if not is_post:
        return _page(request, batch, UploadForm())
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, batch, form)
    try:
        with uploaded(form.cleaned_data["table"]) as path:
            done = upload_metrics(
                batch_id=pk, path=path, by=request.user, replace=form.cleaned_data["replace"]
            )
    except DocumentError as error:
        return _page(request, batch, form, [str(problem) for problem in error.problems], error.more)
    except RateroomError as error:
        return _page(request, batch, form, [str(error)])
    messages.success(request, _stored(done.stored, done.passed_over))
    return _to_page(batch)


@login_required
@require_POST
def take(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Add the scores in the batch's dataset as metrics of the batch."""
    batch = batch_for_researcher(request.user, pk, write=True)
    try:
        done = take_scores(batch=batch, by=request.user)
    except RateroomError as error:
        return _page(request, batch, UploadForm(), [str(error)])
    messages.success(request, _stored(done.stored, done.passed_over))
    return _to_page(batch)


@login_required
@require_POST
def describe(request: AnnotatorRequest, pk: int, metric_id: int) -> HttpResponse:
    """Set the better end of a metric and its range."""
    metric = _metric(request, pk, metric_id)
    form = DescribeForm.of(metric, request.POST)
    if form.is_valid():
        try:
            describe_metric(metric=metric, by=request.user, **form.cleaned_data)
        except RateroomError as error:
            form.add_error(None, str(error))
    if not form.is_valid():
        return _page(request, metric.batch, UploadForm(), described=(metric.pk, form))
    messages.success(request, _("“%(name)s” saved.") % {"name": metric.name})
    return _to_page(metric.batch)


@login_required
@require_POST
def delete(request: AnnotatorRequest, pk: int, metric_id: int) -> HttpResponse:
    metric = _metric(request, pk, metric_id)
    delete_metric(metric=metric, by=request.user)
    messages.success(request, _("“%(name)s” deleted.") % {"name": metric.name})
    return _to_page(metric.batch)


def _metric(request: AnnotatorRequest, pk: int, metric_id: int) -> Metric:
    batch = batch_for_researcher(request.user, pk, write=True)
    metric = get_object_or_404(Metric, pk=metric_id, batch=batch)
    metric.batch = batch
    return metric


def _stored(stored: int, passed_over: int) -> str:
    done = ngettext("%(number)s value stored.", "%(number)s values stored.", stored)
    words = [done % {"number": stored}]
    if passed_over:
        left_out = ngettext(
            "%(number)s row was skipped, because this batch does not rate its output.",
            "%(number)s rows were skipped, because this batch does not rate their outputs.",
            passed_over,
        )
        words.append(left_out % {"number": passed_over})
    return " ".join(words)


def _to_page(batch: Batch) -> HttpResponse:
    return HttpResponseRedirect(reverse("metrics", args=[batch.pk]), status=303)


def metrics_with_counts(batch: Batch) -> QuerySet[Metric]:
    return batch.metrics.annotate(number=Count("values"))


def _page(
    request: AnnotatorRequest,
    batch: Batch,
    form: UploadForm,
    problems: list[str] | None = None,
    more: int = 0,
    described: tuple[int, DescribeForm] | None = None,
) -> HttpResponse:
    pk, sent = described or (0, None)
    rows = [
        (metric, sent if sent and metric.pk == pk else DescribeForm.of(metric))
        for metric in metrics_with_counts(batch)
    ]
    context = {
        "batch": batch,
        "form": form,
        "problems": problems or [],
        "more": more,
        "rows": rows,
        "scores": scores_of(batch.dataset_id),
        "untold": any(not metric.best for metric, _form in rows),
        "may_write": is_writer(request.user, batch.project_id),
    }
    status = 422 if problems or form.errors or described else 200
    return render(request, "analysis/metrics.html", context, status=status)
