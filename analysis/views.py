"""The pages of a batch's report: key findings, tables and figures, files, and the largest
disagreements between people and a judge."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import FileResponse, Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from analysis.comparison.catalogue import full_title
from analysis.comparison.results import Comparison
from analysis.data.answers import runs_of
from analysis.data.facts import Answers
from analysis.gate.checks import CHECKS
from analysis.models import Report, ReportFigure
from analysis.report.certificate.issuing import certificate_of, certified_runs
from analysis.report.checklist.lines import checklist
from analysis.report.content import comparison_of, is_current
from analysis.report.files import (
    BUNDLE,
    METHODS,
    OF_EVERYTHING,
    certificate_name,
    content_of,
    methods_of,
    open_kit,
)
from analysis.report.files import tells_means as file_tells_means
from analysis.report.page.abstentions import abstentions, gated
from analysis.report.page.corrected import corrected_tables
from analysis.report.page.disagreements import rationales
from analysis.report.page.judges import by_answers
from analysis.report.page.systems import tells_means
from analysis.report.plan import plan_lines
from analysis.report.renewing import removed_since
from analysis.report.whole import whole_page, with_charts
from analysis.requests import (
    cancel_report,
    choices_of_answers,
    report_for,
    report_to_read,
    retry_report,
    settings_for,
)
from hits.access import batch_for_researcher
from hits.batches.unveiling import sees_means, unveil_means
from hits.models import Batch
from hits.page.views.assignments import allow_linked_media
from judges.halves import looks
from judges.replies.repeated import repetitions
from judges.runs.plan import coverage
from people.access import is_writer, projects_for
from people.models import AnnotatorRequest

YEAR = 365 * 24 * 3600


@login_required
@require_safe
def report(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show the report of the current ratings or, while the report is being computed, its progress.

    Viewers cannot start a calculation, so they see the last report. `?with=` adds any number of
    batches with the same rubric; people without access to one of these batches get no report.
    `?answers=` selects which of people's answers are used, if there is a choice.
    """
    batch = batch_for_researcher(request.user, pk)
    others = _others(request, batch)
    if batch.state in {Batch.State.DRAFT, Batch.State.PUBLISHING}:
        return render(request, "analysis/waiting.html", {"batch": batch, "unpublished": True})
    may_write = all(is_writer(request.user, each.project_id) for each in (batch, *others))
    choices = choices_of_answers([batch, *others])
    stored = {answers: _stored(batch, others, answers, may_write=may_write) for answers in choices}
    wanted = request.GET.get("answers")
    stored_report = next(
        (report for answers, report in stored.items() if answers == wanted), stored["counted"]
    )
    comparison = comparison_of(stored_report) if stored_report else None
    if stored_report is None or comparison is None:
        waiting = {"batch": batch, "report": stored_report, "may_write": may_write}
        return render(request, "analysis/waiting.html", waiting)
    outdated = not may_write and not is_current(stored_report)
    return _report_page(
        request, stored_report, comparison, outdated=outdated, **_variants(stored, others)
    )


def _report_page(
    request: AnnotatorRequest, stored_report: Report, comparison: Comparison, **context: object
) -> HttpResponse:
    """Return the page of a report whose statistics are finished."""
    batch, *others = batches = stored_report.batches
    withheld = _withheld(request, stored_report)
    seen = None if withheld or others else comparison
    runs, figures = runs_of(batches), stored_report.figures.defer("svg", "pdf")
    figures = figures.exclude(name__startswith=CHECKS)
    locked = {pk: look for each in batches for pk, look in looks(each).items()}
    page = whole_page(comparison, withheld=withheld)
    page |= with_charts(comparison, figures, withheld=withheld)
    return render(
        request,
        "analysis/report.html",
        {
            **page,
            "batch": batch,
            "plans": [(each, plan_lines(each, seen)) for each in batches],
            "report": stored_report,
            "comparison": comparison,
            "methods": methods_of(stored_report, comparison),
            "checklist": checklist(batch, comparison),
            "tables_open": stored_report.illustrated and not figures,
            "coverage": [(run, coverage(run), locked.get(run.pk)) for run in runs],
            "counted": [
                *gated(comparison),
                *(sentence for each in batches for sentence in abstentions(each)),
                *(sentence for run in runs for sentence in repetitions(run)),
            ],
            "certified": certified_runs(batches),
            "files": [METHODS]
            if withheld
            else [*OF_EVERYTHING, METHODS, *([BUNDLE] if stored_report.bundle else [])],
            "removed": removed_since(stored_report),
            "withheld": withheld,
            "corrected": [] if withheld else corrected_tables(comparison, batches),
            "may_unveil": _may_unveil(request, stored_report),
            "others": others,
            "same_rubric": _same_rubric(request, batch),
            **context,
        },
    )


def _withheld(request: AnnotatorRequest, stored_report: Report) -> bool:
    """Return whether any of the report's batches still hides means by system from this person."""
    return not all(sees_means(batch, request.user) for batch in stored_report.batches)


def _may_unveil(request: AnnotatorRequest, stored_report: Report) -> bool:
    return all(is_writer(request.user, batch.project_id) for batch in stored_report.batches)


def _withheld_page(request: AnnotatorRequest, stored_report: Report) -> HttpResponse:
    """Return a page that says why a file or figure is not available yet, with status 403."""
    context = {
        "batch": stored_report.batch,
        "report": stored_report,
        "may_unveil": _may_unveil(request, stored_report),
    }
    return render(request, "analysis/withheld.html", context, status=403)


@login_required
@require_POST
def unveil(request: AnnotatorRequest, pk: int, report_id: int) -> HttpResponse:
    """Reveal the means by system before the report's batches close, and record who asked."""
    stored_report = _report(request, pk, report_id, write=True)
    for batch in stored_report.batches:
        unveil_means(batch=batch, by=request.user)
    return _to_report(stored_report, part="#systems")


def _stored(
    batch: Batch, others: Sequence[Batch], answers: Answers, *, may_write: bool
) -> Report | None:
    """Return the report for a selection of answers. If the report does not exist and the person has
    write access, have a worker compute the report."""
    settings = settings_for([batch, *others], answers)
    if may_write:
        return report_for(batch, settings, together_with=others)
    return report_to_read(batch, others, settings)


def _variants(
    stored: Mapping[Answers, Report | None], others: Sequence[Batch]
) -> dict[str, object]:
    """Return the main statistics for each selection of answers. The result is empty if there is
    only one selection."""
    if len(stored) == 1:
        return {}
    comparisons = {
        answers: comparison
        for answers, report in stored.items()
        if report and (comparison := comparison_of(report))
    }
    query = urlencode({"with": [other.pk for other in others]}, doseq=True)
    return {
        "variants": list(stored),
        "variant_rows": by_answers(comparisons) if comparisons else [],
        "variants_waiting": len(comparisons) < len(stored),
        "others_query": f"{query}&" if query else "",
    }


@login_required
@require_safe
def progress(request: AnnotatorRequest, pk: int, report_id: int) -> JsonResponse:
    stored_report = _report(request, pk, report_id)
    ended = not Report.cancellable().filter(pk=stored_report.pk).exists()
    done = round(100 * stored_report.progress)
    return JsonResponse({"done": done, "total": 100, "finished": ended})


@login_required
@require_safe
def drawn(request: AnnotatorRequest, pk: int, report_id: int) -> HttpResponse:
    """Return the report's page once its figures and bundle exist. Until then, return status 204."""
    stored_report, comparison = _comparison(request, pk, report_id)
    if not stored_report.illustrated:
        return HttpResponse(status=204)
    return _report_page(request, stored_report, comparison)


@login_required
@require_POST
def again(request: AnnotatorRequest, pk: int, report_id: int) -> HttpResponse:
    """Compute a failed or cancelled report again."""
    stored_report = _report(request, pk, report_id, write=True)
    retry_report(stored_report)
    return _to_report(stored_report)


@login_required
@require_POST
def cancel(request: AnnotatorRequest, pk: int, report_id: int) -> HttpResponse:
    stored_report = _report(request, pk, report_id, write=True)
    cancel_report(stored_report, by=request.user)
    return _to_report(stored_report)


def _to_report(stored_report: Report, part: str = "") -> HttpResponse:
    answers = stored_report.settings.get("answers", "counted")
    chosen = {} if answers == "counted" else {"answers": answers}
    query = urlencode({"with": stored_report.with_batches, **chosen}, doseq=True)
    address = reverse("report", args=[stored_report.batch_id])
    return HttpResponseRedirect(f"{address}?{query}{part}" if query else address + part, status=303)


def _others(request: AnnotatorRequest, batch: Batch) -> list[Batch]:
    """Return the other batches in the URL, after checking the person's permission for each. Raises
    Http404 if a batch has a different rubric."""
    numbers = {int(text) for text in request.GET.getlist("with") if text.isdecimal()}
    others = [batch_for_researcher(request.user, number) for number in sorted(numbers - {batch.pk})]
    rubric = batch.rubric_version.sha256
    if any(other.rubric_version.sha256 != rubric for other in others):
        raise Http404
    return others


def _same_rubric(request: AnnotatorRequest, batch: Batch) -> QuerySet[Batch]:
    """Return the other published batches with the same rubric that the person is allowed to see."""
    return (
        Batch.objects.filter(
            project__in=projects_for(request.user),
            rubric_version__sha256=batch.rubric_version.sha256,
        )
        .exclude(pk=batch.pk)
        .exclude(state__in=[Batch.State.DRAFT, Batch.State.PUBLISHING])
        .order_by("pk")
    )


def _report(request: AnnotatorRequest, pk: int, report_id: int, *, write: bool = False) -> Report:
    """Return the report. Raises Http404 or PermissionDenied if the person has no access to one of
    its batches."""
    stored_report = get_object_or_404(
        Report, pk=report_id, batch=batch_for_researcher(request.user, pk, write=write)
    )
    for number in stored_report.with_batches:
        batch_for_researcher(request.user, number, write=write)
    return stored_report


def _comparison(request: AnnotatorRequest, pk: int, report_id: int) -> tuple[Report, Comparison]:
    stored_report = _report(request, pk, report_id)
    comparison = comparison_of(stored_report)
    if comparison is None:
        raise Http404
    return stored_report, comparison


@login_required
@require_safe
def certificate(request: AnnotatorRequest, pk: int, report_id: int, run_id: int) -> HttpResponse:
    """Show the certificate of a judge run, with a link to its file. Raises Http404 if the report
    has no certificate for the run."""
    stored_report, comparison = _comparison(request, pk, report_id)
    runs = certified_runs(stored_report.batches)
    if (run := next((each for each in runs if each.pk == run_id), None)) is None:
        raise Http404
    issued, tau = certificate_of(stored_report, comparison, run), comparison.settings.tau
    context = {
        "batch": stored_report.batch,
        "report": stored_report,
        "run": run,
        "certificate": issued,
        "rows": [
            (each, full_title(each.statistic, level=each.level, tau=tau))
            for each in issued.agreement
        ],
        "file": certificate_name(run),
    }
    return render(request, "analysis/certificate.html", context)


@login_required
@require_safe
def file(request: AnnotatorRequest, pk: int, report_id: int, name: str) -> HttpResponseBase:
    """Return one of the report's files: a table, the methods text, the comparison as JSON, a
    certificate, or the bundle. If the file has means by system that are still hidden from the
    person, return a page with status 403."""
    stored_report, comparison = _comparison(request, pk, report_id)
    if file_tells_means(comparison, name) and _withheld(request, stored_report):
        return _withheld_page(request, stored_report)
    stem = f"batch-{pk}-report-{report_id}"
    if name == BUNDLE and stored_report.bundle:
        return FileResponse(
            open_kit(stored_report, comparison), as_attachment=True, filename=f"{stem}.zip"
        )
    content = content_of(stored_report, comparison, name)
    if content is None:
        raise Http404
    content_type, text = content
    response = HttpResponse(text, content_type=f"{content_type}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{stem}-{name}"'
    return response


@login_required
@require_safe
def figure(
    request: AnnotatorRequest, pk: int, report_id: int, name: str, form: str
) -> HttpResponse:
    stored_report = _report(request, pk, report_id)
    if tells_means(name) and _withheld(request, stored_report):
        return _withheld_page(request, stored_report)
    report_figure = get_object_or_404(ReportFigure, report=stored_report, name=name)
    content, content_type = (
        (report_figure.svg, "image/svg+xml")
        if form == "svg"
        else (report_figure.pdf, "application/pdf")
    )
    response = HttpResponse(bytes(content), content_type=content_type)
    response["Cache-Control"] = f"private, max-age={YEAR}, immutable"
    response["Content-Disposition"] = f'inline; filename="{name}.{form}"'
    return response


@login_required
@require_safe
def disagreement(
    request: AnnotatorRequest, pk: int, report_id: int, criterion: str, judge: int, number: int
) -> HttpResponse:
    """Show the `number`-th largest disagreement between people and a judge on a criterion, with the
    rationales of both sides. Raises Http404 if there is no such disagreement."""
    stored_report, comparison = _comparison(request, pk, report_id)
    criterion_result = next(
        (result for result in comparison.criteria if result.facts.key == criterion), None
    )
    if criterion_result is None or not 1 <= judge <= len(criterion_result.judges):
        raise Http404
    judged = criterion_result.judges[judge - 1]
    if not 1 <= number <= len(judged.disagreements):
        raise Http404
    difference = judged.disagreements[number - 1]
    sides = (
        rationales(batch, difference, judged.judge, viewer=request.user.pk)
        for batch in stored_report.batches
    )
    both_sides = next((side for side in sides if side is not None), None)
    if both_sides is None:
        raise Http404
    context = {
        "batch": stored_report.batch,
        "report": stored_report,
        "criterion": criterion_result,
        "judge": judged,
        "judge_number": judge,
        "number": number,
        "previous": number - 1,
        "next": number + 1 if number < len(judged.disagreements) else None,
        "difference": difference,
        "sides": both_sides,
        "rubric": stored_report.batch.rubric_version.spec,
        "stimulus": both_sides.stimulus,
        "title": _("Largest disagreements"),
    }
    response = render(request, "analysis/disagreement.html", context)
    return allow_linked_media(request, response, both_sides.stimulus)
