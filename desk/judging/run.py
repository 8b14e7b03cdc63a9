"""The page of a judge run: its progress, usage, unreadable replies and actions."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.db.models import Count, Func, TextField
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from analysis.gate.checks import chart_of, checks_of
from core.errors import RateroomError
from core.tabular.uploaded import uploaded
from desk.asking import asks_first
from desk.headings import facts_of
from desk.pages import Question
from desk.refusals import refusals_shown
from hits.access import batch_for_researcher
from judges.halves import looks
from judges.models import JudgeRun
from judges.prompts.prompting import sight
from judges.replies.importing import read_jsonl
from judges.run_settings import in_lines
from judges.runs.batch_files import PROVIDERS, batch_lines, import_results
from judges.runs.changing import TERMS, changeable
from judges.runs.plan import coverage, expected, joined, progress
from judges.runs.planning import PLANNED
from judges.runs.starting import cancel_run, pause_run, retry_failed, start_run, unanswered
from people.access import is_writer, user_of
from people.models import User

State = JudgeRun.State
STARTABLE = {State.READY, State.PAUSED, State.CANCELLED}
UNREADABLE_SHOWN = 5
CHECKS_SHOWN = 50
ACTIONS = ("start", "pause", "cancel", "retry")
FACTS = (
    *(name for name in PLANNED if name not in {"name", "model", "parameters", *TERMS}),
    *TERMS,
    "structured",
    "schema_outcome",
    "rubric_sha256",
    "prompt_sha256",
)


def run_for(user: User, pk: int, *, write: bool = False) -> JudgeRun:
    """Return the run if the user has access to its batch or, with `write`, can change the batch.
    Raises Http404 for people without a role, and PermissionDenied for viewers if `write` is
    true."""
    runs = JudgeRun.objects.select_related(
        "batch__project", "batch__rubric_version", "template", "endpoint", "created_by"
    )
    run = get_object_or_404(runs, pk=pk)
    batch_for_researcher(user, run.batch_id, write=write)
    return run


def run_page(request: HttpRequest, frame: dict[str, Any], pk: int) -> TemplateResponse:
    run = run_for(user_of(request), pk)
    refused = run.verdicts.exclude(error_code="").select_related("hit__item").order_by("-pk")
    context = {
        **frame,
        "title": run.name,
        "run": run,
        "batch": run.batch,
        "currency": run.batch.project.currency,
        "may_write": is_writer(user_of(request), run.batch.project_id),
        "progress": progress(run),
        "codes": coverage(run).failed.items(),
        "warnings": _warnings(run),
        "joined": joined(run),
        "unanswered": unanswered(run).count(),
        "unreadable": refused[:UNREADABLE_SHOWN],
        "sight": sight(run),
        "checks": list(_checks(run)),
        "drawing": chart_of(run.pk),
        "facts": list(_facts(run)),
        "may_change": bool(changeable(run)),
        "may_start": run.state in STARTABLE,
        **(_expected(run) if run.state in STARTABLE else {}),
    }
    return TemplateResponse(request, "desk/judging/run.html", context)


def _expected(run: JudgeRun) -> dict[str, object]:
    try:
        return dict(zip(("estimate", "example"), expected(run), strict=True))
    except RateroomError as error:
        return {"estimate_error": str(error)}


def _warnings(run: JudgeRun) -> list[tuple[str, int]]:
    each = Func("warnings", function="jsonb_array_elements_text", output_field=TextField())
    warnings = run.verdicts.annotate(warning=each).values_list("warning")
    return list(warnings.annotate(Count("pk")).order_by("warning"))


def _facts(run: JudgeRun) -> Iterator[tuple[str, object]]:
    """Yield pairs of label and value about the run: its settings, its cost limits, and its use of
    the locked half."""
    yield from facts_of(run, FACTS)
    if look := looks(run.batch).get(run.pk):
        counts = {"number": look.number, "of": look.of}
        yield _("Locked half"), _("This is run %(number)s of %(of)s on the locked half.") % counts
    if settings := in_lines(run.parameters):
        yield _("Model settings"), settings


def _checks(run: JudgeRun) -> Iterator[dict[str, object]]:
    """Yield a table row for each of the latest checks of the run's certificate."""
    words = {"passed": _("Passed"), "refused": _("Refused"), "undecided": _("Undecided")}
    for task in checks_of(run.pk)[:CHECKS_SHOWN]:
        outcome, reasons = (task.result[name] for name in ("outcome", "reasons"))
        yield {"when": task.finished_at, "outcome": words[outcome], "reasons": reasons}


def _asks_for_cancelling(request: HttpRequest, pk: int, action: str) -> Question | None:
    run = run_for(user_of(request), pk, write=True)
    if action != "cancel":
        return None
    return Question(
        _("Cancel the run “%(run)s”?") % {"run": run.name},
        [_("All replies so far are kept. You can resume the run later.")],
        _("Cancel run"),
        takes=True,
        back=run.name,
        back_address=reverse("admin:judge_run", args=[pk]),
    )


@asks_first(_asks_for_cancelling)
def act(request: HttpRequest, pk: int, action: str) -> HttpResponse:
    """Start, pause or cancel the run, or request missing replies again. Redirect to the run's
    page."""
    run = run_for(user_of(request), pk, write=True)
    with refusals_shown(request):
        _act(request, run, action)
    return redirect("admin:judge_run", pk)


def _act(request: HttpRequest, run: JudgeRun, action: str) -> None:
    if action == "start" and start_run(run_id=run.pk):
        messages.success(request, _("Run started."))
    elif action == "pause" and pause_run(run_id=run.pk):
        messages.success(request, _("Run paused. We still store replies to requests already sent."))
    elif action == "cancel" and cancel_run(run_id=run.pk, by=user_of(request)):
        messages.success(request, _("Run cancelled. All replies so far are kept."))
    elif action == "retry":
        count = retry_failed(run_id=run.pk)
        text = ngettext(
            "%(count)d HIT will be sent to the judge again once you resume the run.",
            "%(count)d HITs will be sent to the judge again once you resume the run.",
            count,
        )
        messages.success(request, text % {"count": count})


def run_progress(request: HttpRequest, pk: int) -> JsonResponse:
    """Return the run's progress as JSON for a script."""
    run = run_for(user_of(request), pk)
    return JsonResponse(
        {"done": run.verdicts.count(), "total": run.planned, "finished": run.state != State.RUNNING}
    )


def prompts_file(request: HttpRequest, pk: int, provider: str) -> HttpResponseBase:
    """Download the prompts without a reply, in the provider's batch format. If this is impossible,
    redirect to the run's page with an error."""
    run = run_for(user_of(request), pk, write=True)
    known_provider = next((name for name in PROVIDERS if name == provider), None)
    if known_provider is None:
        raise Http404
    try:
        lines = batch_lines(run, known_provider)
    except RateroomError as error:
        messages.error(request, str(error))
        return redirect("admin:judge_run", pk)
    response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="run-{run.pk}-{provider}.jsonl"'
    return response


@require_POST
def import_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Import the replies from a results file of a provider's batch service. Show the outcome on the
    run's page."""
    run = run_for(user_of(request), pk, write=True)
    upload = request.FILES.get("results")
    if upload is None:
        messages.error(request, _("Choose the results file from the provider."))
        return redirect("admin:judge_run", pk)
    with uploaded(upload) as path:
        try:
            result = import_results(run=run, lines=read_jsonl(path), document=path.name)
        except (RateroomError, UnicodeDecodeError) as error:
            messages.error(request, str(error))
        else:
            failed = sum(result.failed.values())
            counts = {"read": result.read, "failed": failed, "skipped": result.repeated}
            text = _(
                "%(read)d replies read in full, %(failed)d unreadable, %(skipped)d rows skipped."
            )
            messages.success(request, text % counts)
    return redirect("admin:judge_run", pk)
