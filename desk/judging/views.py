"""The page for a batch's judge runs. The form for a new run asks for an endpoint, a model and cost
limits, and previews the first prompt and the expected usage. Runs can also be created from raw
replies or from the dataset's scores."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from desk.judging.forms import JudgeForm
from desk.judging.replies import RepliesForm, has_file_to_fill_in
from desk.refusals import refusals_in
from hits.access import batch_for_researcher
from hits.models import Batch
from judges.models import JudgeEndpoint
from judges.prompts.prompting import sight
from judges.replies.importing import RunImport
from judges.replies.scored import Scorable, judge_by_scores, scorable
from judges.runs.plan import Usage, expected, planned_count, with_replies
from judges.runs.planning import plan_run
from judges.runs.starting import start_run
from people.access import is_writer, user_of
from people.models import User
from stimuli.imports.scores import scores_of


class ScoresForm(forms.Form):
    """A form to choose a score from the dataset for each criterion that has suitable scores."""

    prefix = "scores"

    def __init__(self, *sent: Any, batch: Batch) -> None:
        super().__init__(*sent)
        self.batch = batch
        if (brought_by := scores_of(batch.dataset_id)) is None:
            return
        scores = brought_by.contents["scores"]
        criteria = scorable(batch)
        for key, each in criteria.items():
            fitting = {name: score["by"] for name, score in scores.items() if each.fits(score)}
            if fitting:
                self.fields[key] = forms.ChoiceField(
                    label=each.criterion.title,
                    choices=[("", _("None")), *map(_named, fitting.items())],
                    initial=_likely(each, fitting, is_only=len(criteria) == 1),
                    required=False,
                )

    def store(self, *, by: User) -> list[RunImport] | None:
        """Store the chosen scores as judge runs, and return the results. If this fails, add the
        error to the form and return None."""
        answers = {key: score for key, score in self.cleaned_data.items() if score}
        with refusals_in(self):
            return judge_by_scores(batch=self.batch, answers=answers, by=by)
        return None


def _named(score: tuple[str, str]) -> tuple[str, str]:
    name, model = score
    return name, f"{name} ({model})" if model else name


def _likely(criterion: Scorable, fitting: dict[str, str], *, is_only: bool) -> str:
    """Return the name of the score that has the criterion's name. If there is none and the batch
    has only this criterion, return the score of a model. Return "" unless exactly one score
    matches."""
    words = {criterion.criterion.key.casefold(), criterion.criterion.title.casefold()}
    by_name = [name for name in fitting if name.casefold() in words]
    by_models = [name for name, model in fitting.items() if model] if is_only else []
    likely = by_name or by_models
    return likely[0] if len(likely) == 1 else ""


RUNS_SHOWN = 3  # the latest ones; the list of runs has all


@dataclass(frozen=True)
class Look:
    """A preview of a run: the number of replies, the expected usage and the first prompt. If the
    run is impossible, `problem` says why."""

    planned: int = 0
    usage: Usage | None = None
    prompt: str = ""
    sight: str = ""
    problem: str = ""


def judge_batch(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show the batch's judge runs and the forms for new ones. A POST with the action `plan` stores
    a run, and `start` also starts it. The action `import` stores a file of raw replies as a run,
    and `scores` stores the dataset's scores."""
    user = user_of(request)
    is_post = request.method == "POST"
    batch = batch_for_researcher(user, pk, write=is_post)
    action = request.POST.get("action") if is_post else None
    plans, imports, takes = action in {"plan", "start"}, action == "import", action == "scores"
    asks = is_post and not (imports or takes)
    form = JudgeForm(request.POST if asks else None, batch=batch)
    form.initial["samples"] = whole_number(request.GET.get("samples", "")) or 1
    sent = (request.POST, request.FILES) if imports else ()
    replies_form = RepliesForm(*sent, batch=batch)
    if imports and replies_form.is_valid() and (outcome := replies_form.store(by=user)):
        messages.success(request, _imported(outcome))
        return redirect("admin:judge_run", outcome.run.pk)
    scores_form = ScoresForm(request.POST if takes else None, batch=batch)
    if takes and scores_form.is_valid() and (outcomes := scores_form.store(by=user)):
        for each in outcomes:
            messages.success(request, _imported(each))
        return redirect("admin:judge_run", outcomes[0].run.pk)
    if plans and form.is_valid():
        with refusals_in(form):
            with transaction.atomic():
                run = plan_run(run=form.save(commit=False), by=user)
                started = action == "start" and start_run(run_id=run.pk)
            messages.success(request, _("Run started.") if started else _("Saved."))
            return redirect("admin:judge_run", run.pk)
    may_write = is_writer(user, batch.project_id)
    has_endpoint = JudgeEndpoint.objects.filter(project=batch.project_id).exists()
    context = {
        **frame,
        "title": _("Judges"),
        "batch": batch,
        "form": form,
        "shows_errors": plans,
        "replies_form": replies_form,
        "scores_form": scores_form,
        "has_file_to_fill_in": has_file_to_fill_in(batch),
        "look": _look(form) if may_write else None,
        "runs": with_replies(batch.judge_runs.order_by("-pk"))[:RUNS_SHOWN],
        "may_write": may_write,
        "has_endpoint": has_endpoint,
        "currency": batch.project.currency,
    }
    status = 422 if plans or imports or takes else 200
    return TemplateResponse(request, "desk/judging/batch.html", context, status=status)


def _imported(outcome: RunImport) -> str:
    failed = sum(outcome.failed.values())
    counts = {"read": outcome.read, "failed": failed, "skipped": outcome.skipped}
    text = _("%(read)d replies read in full, %(failed)d unreadable, %(skipped)d rows skipped.")
    return text % counts


def _look(form: JudgeForm) -> Look:
    run = form.planned()
    if run.batch.state in {Batch.State.DRAFT, Batch.State.PUBLISHING}:
        return Look(problem=_("Publish the batch first."))
    try:
        planned = planned_count(run)
        return Look(planned, *expected(run, planned), sight(run))
    except RateroomError as error:
        return Look(problem=str(error))
