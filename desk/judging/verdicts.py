"""The list of judge replies, and the page of one reply with its text and the values read from
it."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from desk.headings import facts_of
from desk.pages import ListPage, Values
from desk.projects import projects_looked_at
from hits.models.work import attach_outputs
from judges.models import JudgeRun, Verdict, VerdictAnswer
from judges.replies.words import in_words
from people.access import projects_of

FACTS = (
    "shown_order",
    "sample",
    "criterion",
    "tokens_in",
    "tokens_out",
    "latency_ms",
    "finish_reason",
    "prompt_sha256",
    "reader_version",
)


class RepliesFilter(forms.Form):
    """Filters for the list of judge replies. Links set the run and the error code."""

    show = forms.ChoiceField(
        choices=[("", _("All")), ("unreadable", _("Unreadable replies"))],
        required=False,
        label=_("State"),
    )
    run = forms.IntegerField(
        min_value=1, max_value=2**63 - 1, required=False, widget=forms.HiddenInput
    )
    error = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)


class RepliesPage(ListPage):
    template_name = "desk/judging/replies.html"
    title = _("Judge replies")
    size = 12
    filters = RepliesFilter

    def rows(self, wanted: Values) -> QuerySet[Verdict]:
        projects = projects_looked_at(self.request)
        rows = Verdict.objects.filter(run__batch__project__in=projects)
        if run := wanted.get("run"):
            rows = rows.filter(run=run)
        if error := wanted.get("error"):
            rows = rows.filter(error_code=error)
        elif wanted.get("show"):
            rows = rows.exclude(error_code="")
        return rows.select_related("run__batch__project", "hit__item")

    def get_context_data(self, **more: object) -> Values:
        context = super().get_context_data(**more)
        wanted = context["filters"].cleaned_data
        attach_outputs(verdict.hit for verdict in context["window"].rows)
        runs = JudgeRun.objects.filter(batch__project__in=projects_of(self.request))
        return context | {
            "run": runs.filter(pk=wanted["run"]).first() if wanted.get("run") else None,
            "error": in_words(wanted["error"]) if wanted.get("error") else "",
        }


def reply_page(request: HttpRequest, frame: dict[str, Any], pk: int) -> TemplateResponse:
    """Show a raw judge reply, the values read from it, and its problems."""
    verdicts = Verdict.objects.filter(run__batch__project__in=projects_of(request))
    verdict = verdicts.filter(pk=pk).select_related("run__batch", "hit__item").first()
    if verdict is None:
        raise Http404
    attach_outputs([verdict.hit])
    context = {
        **frame,
        "title": _("Judge reply"),
        "replies": f"{reverse('admin:judge_replies')}?run={verdict.run_id}",
        "verdict": verdict,
        "facts": facts_of(verdict, FACTS),
        "answers": VerdictAnswer.objects.filter(verdict=verdict).order_by("key"),
    }
    return TemplateResponse(request, "desk/judging/reply.html", context)
