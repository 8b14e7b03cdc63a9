"""Judge runs in the admin: planning with an estimate, starting, pausing, batch files, and how far
it is."""

import tempfile
from pathlib import Path
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import Count, Func, QuerySet, TextField
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
    StreamingHttpResponse,
)
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import RateroomError
from hits.access import batch_for_researcher
from hits.admin.base import ProjectAdmin
from hits.models import Batch
from judges.models import JudgeRun
from judges.prompts.prompting import sight
from judges.replies.importing import read_jsonl
from judges.run_form import RunForm
from judges.run_settings import in_lines
from judges.runs import changing
from judges.runs.batch_files import PROVIDERS, batch_lines, import_results
from judges.runs.changing import TERMS
from judges.runs.plan import coverage, estimate, example_prompt, joined, progress, with_replies
from judges.runs.planning import plan_run
from judges.runs.starting import cancel_run, pause_run, retry_failed, start_run, unanswered
from people.access import projects_of, user_of
from people.guarded_admin import account_name

State = JudgeRun.State
PLAN = ("batch", *(name for name in changing.PLAN if name != "criteria"))
RECORDED = (
    "criteria",
    "prompt",
    "prompt_sha256",
    "rubric_sha256",
    "schema_outcome",
    "simulated",
    "created_at",
    "created_by_account",
)


class JudgeRunForm(RunForm):
    class Meta:
        model = JudgeRun
        fields = (*PLAN, *TERMS)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        batch = cleaned.get("batch") or (self.instance.batch if self.instance.pk else None)
        for name in ("template", "endpoint"):
            related = cleaned.get(name)
            if batch and related and related.project_id != batch.project_id:
                self.add_error(name, _("This belongs to another project than the batch."))
        if batch and cleaned.get("template") and not self.errors:
            self.check_template(batch, cleaned["template"])
        return cleaned


@admin.register(JudgeRun)
class JudgeRunAdmin(ProjectAdmin):
    project_path = "batch__project"
    form = JudgeRunForm
    list_display = ("name", "model", "batch", "state", "replies", "refused", "created_at")
    list_select_related = ("batch",)
    created_by_account = account_name("created_by", gettext_lazy("created by"))
    change_form_template = "admin/judges/judgerun/change_form.html"

    class Media:
        css: ClassVar[dict[str, list[str]]] = {"all": ["admin_rateroom/admin.css"]}
        js: ClassVar[list[str]] = ["admin_rateroom/progress.js"]

    def get_fieldsets(self, request: HttpRequest, obj: JudgeRun | None = None) -> Any:
        # What cannot be changed any more is written as it was entered.
        is_frozen = obj is not None and "parameters" in self.get_readonly_fields(request, obj)
        names = [
            "settings_written" if is_frozen and name == "parameters" else name for name in PLAN
        ]
        plan = (gettext_lazy("Rubric"), {"fields": names})
        terms = (gettext_lazy("Running it from here"), {"fields": TERMS})
        if obj is None:
            return [plan, terms]
        return [plan, terms, (gettext_lazy("Kept"), {"fields": RECORDED})]

    def get_readonly_fields(self, request: HttpRequest, obj: JudgeRun | None = None) -> Any:
        if obj is None:
            return ()
        # What was asked can't change once there is a reply.
        # What it may cost can change while the run is paused.
        frozen = PLAN if obj.verdicts.exists() else ("batch",)
        settled = TERMS if obj.state in changing.SETTLED else ()
        return tuple(dict.fromkeys([*frozen, *settled, "batch", *RECORDED, "settings_written"]))

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        mine = projects_of(request, write=True)
        if db_field.name == "batch":
            kwargs["queryset"] = (
                Batch.objects.filter(project__in=mine)
                .exclude(state=Batch.State.DRAFT)
                .order_by("-pk")
            )
        elif db_field.name in {"template", "endpoint"}:
            kwargs["queryset"] = db_field.related_model.objects.filter(project__in=mine)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_queryset(self, request: HttpRequest) -> QuerySet[JudgeRun]:
        return with_replies(super().get_queryset(request))

    @admin.display(description=gettext_lazy("settings of the model"))
    def settings_written(self, run: JudgeRun) -> str:
        return in_lines(run.parameters) or "–"

    @admin.display(description=gettext_lazy("replies"))
    def replies(self, run: JudgeRun) -> int:
        return run.replies_n  # type: ignore[attr-defined]

    @admin.display(description=gettext_lazy("refused"))
    def refused(self, run: JudgeRun) -> int:
        return run.refused_n  # type: ignore[attr-defined]

    def save_model(self, request: HttpRequest, obj: JudgeRun, form: Any, change: bool) -> None:
        if change:
            changes = {name: form.cleaned_data[name] for name in form.changed_data}
            changing.change_run(run_id=obj.pk, changes=changes, by=user_of(request))
        else:
            plan_run(run=obj, by=user_of(request))

    def response_add(
        self,
        request: HttpRequest,
        obj: JudgeRun,
        post_url_continue: str | None = None,
    ) -> HttpResponse:
        messages.success(
            request,
            _("The run is planned. See what it would use, then start it or export its prompts."),
        )
        return HttpResponseRedirect(_change(obj.pk))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        run = self.get_object(request, object_id)
        context = {"run_page": run_page(run)} if run else {}
        return super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        own = [
            path("<bigint:pk>/progress/", guarded(self.progress), name="judges_judgerun_progress"),
            path(
                "<bigint:pk>/prompts/<slug:provider>.jsonl",
                guarded(self.prompts),
                name="judges_judgerun_prompts",
            ),
            path("<bigint:pk>/results/", guarded(self.results), name="judges_judgerun_results"),
            *(
                path(
                    f"<bigint:pk>/{action}/",
                    guarded(self.act),
                    {"action": action},
                    name=f"judges_judgerun_{action}",
                )
                for action in ("start", "pause", "cancel", "retry")
            ),
        ]
        return own + super().get_urls()

    def _run(self, request: HttpRequest, pk: int, *, write: bool) -> JudgeRun:
        """The run, where the person may see or change its batch: 404 for strangers,
        PermissionDenied for a viewer's write."""
        runs = JudgeRun.objects.select_related(
            "batch__project", "batch__rubric_version", "template", "endpoint"
        )
        run = get_object_or_404(runs, pk=pk)
        batch_for_researcher(user_of(request), run.batch_id, write=write)
        return run

    def act(self, request: HttpRequest, pk: int, action: str) -> HttpResponse:
        run = self._run(request, pk, write=True)
        if request.method == "POST":
            try:
                _act(request, run, action)
            except RateroomError as error:
                messages.error(request, str(error))
        return HttpResponseRedirect(_change(pk))

    def progress(self, request: HttpRequest, pk: int) -> JsonResponse:
        run = self._run(request, pk, write=False)
        return JsonResponse(
            {
                "done": run.verdicts.count(),
                "total": run.planned,
                "finished": run.state != State.RUNNING,
            }
        )

    def prompts(self, request: HttpRequest, pk: int, provider: str) -> HttpResponseBase:
        """The prompts still to be answered, in a provider's batch format."""
        run = self._run(request, pk, write=True)
        known_provider = next((name for name in PROVIDERS if name == provider), None)
        if known_provider is None:
            raise Http404
        try:
            lines = batch_lines(run, known_provider)
        except RateroomError as error:
            messages.error(request, str(error))
            return HttpResponseRedirect(_change(pk))
        response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="run-{run.pk}-{provider}.jsonl"'
        return response

    def results(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Take an uploaded results file in."""
        run = self._run(request, pk, write=True)
        upload = request.FILES.get("results")
        if request.method == "POST" and upload is not None:
            with tempfile.NamedTemporaryFile(suffix=".jsonl") as copy:
                for chunk in upload.chunks():
                    copy.write(chunk)
                copy.flush()
                try:
                    lines = read_jsonl(Path(copy.name))
                    result = import_results(run=run, lines=lines, document=str(upload.name))
                except (RateroomError, UnicodeDecodeError) as error:
                    messages.error(request, str(error))
                else:
                    failed = sum(result.failed.values())
                    counts = {"read": result.read, "failed": failed, "known": result.repeated}
                    text = _(
                        "%(read)d replies read whole, %(failed)d refused, %(known)d were here "
                        "already."
                    )
                    messages.success(request, text % counts)
        return HttpResponseRedirect(_change(pk))


def _act(request: HttpRequest, run: JudgeRun, action: str) -> None:
    if action == "start" and start_run(run_id=run.pk):
        messages.success(request, _("The run is under way."))
    elif action == "pause" and pause_run(run_id=run.pk):
        messages.success(
            request, _("The run is paused; replies that are under way are still kept.")
        )
    elif action == "cancel" and cancel_run(run_id=run.pk, by=user_of(request)):
        messages.success(request, _("The run is cancelled; what was answered, and paid, is kept."))
    elif action == "retry":
        count = retry_failed(run_id=run.pk)
        messages.success(
            request,
            ngettext(
                "%(count)d call will be made again once you resume.",
                "%(count)d calls will be made again once you resume.",
                count,
            )
            % {"count": count},
        )


def _change(pk: int) -> str:
    return reverse("admin:judges_judgerun_change", args=[pk])


def run_page(run: JudgeRun) -> dict[str, object]:
    """What a run's page shows above its form: progress, use, failures by code, and what it would
    use."""
    page: dict[str, object] = {
        "progress": progress(run),
        "codes": coverage(run).failed.items(),
        "warnings": _warnings(run),
        "joined": joined(run),
    }
    page["unanswered"] = unanswered(run).count()
    page["sight"] = sight(run)
    if run.state in {State.READY, State.PAUSED, State.CANCELLED}:
        try:
            page["estimate"] = estimate(run)
            page["example"] = example_prompt(run)
        except RateroomError as error:
            page["estimate_error"] = str(error)
    return page


def _warnings(run: JudgeRun) -> list[tuple[str, int]]:
    """Each warning of the run's replies, and how many have it."""
    each = Func("warnings", function="jsonb_array_elements_text", output_field=TextField())
    warnings = run.verdicts.annotate(warning=each).values_list("warning")
    return list(warnings.annotate(Count("pk")).order_by("warning"))
