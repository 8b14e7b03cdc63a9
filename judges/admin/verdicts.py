"""Verdicts in the admin: each with its raw reply and what was wrong with it."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from hits.admin.base import ProjectAdmin
from hits.models.work import attach_outputs
from judges.models import Verdict, VerdictAnswer
from judges.replies.words import in_words


class ErrorCodeFilter(admin.SimpleListFilter):
    """Verdicts that were refused, by code."""

    title = gettext_lazy("error")
    parameter_name = "error"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        codes = model_admin.get_queryset(request).exclude(error_code="").order_by("error_code")
        return [
            (code, in_words(code)) for code in codes.values_list("error_code", flat=True).distinct()
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Verdict]) -> QuerySet[Verdict]:
        return queryset.filter(error_code=self.value()) if self.value() else queryset


@admin.register(Verdict)
class VerdictAdmin(ProjectAdmin):
    project_path = "run__batch__project"
    read_only = True
    list_display = ("__str__", "item", "system", "error", "what_is_wrong", "read_though")
    list_filter = (ErrorCodeFilter,)
    linked_lookups = frozenset({"run__id__exact"})
    list_select_related = ("run", "hit__item")
    fields = (
        "run",
        "of_hit",
        "shown_order",
        "error",
        "what_is_wrong",
        "read_though",
        "answers_read",
        "raw_reply",
        "sample",
        "tokens_in",
        "tokens_out",
        "latency_ms",
        "finish_reason",
        "prompt_sha256",
        "reader_version",
    )
    readonly_fields = ("of_hit", "answers_read", "error", "what_is_wrong", "read_though")

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        changelist = super().get_changelist_instance(request)
        # One query for the page's systems, not one per row.
        attach_outputs(verdict.hit for verdict in changelist.result_list)
        return changelist

    @admin.display(description="HIT")
    def of_hit(self, verdict: Verdict) -> str:
        return f"{verdict.hit_id} · {self.item(verdict)}"

    @admin.display(description=gettext_lazy("error"))
    def error(self, verdict: Verdict) -> str:
        return in_words(verdict.error_code) or "–"

    @admin.display(description=gettext_lazy("what is wrong"))
    def what_is_wrong(self, verdict: Verdict) -> str:
        return verdict.error_detail or "–"

    @admin.display(description=gettext_lazy("read with corrections"))
    def read_though(self, verdict: Verdict) -> str:
        return "; ".join(map(in_words, verdict.warnings)) or "–"

    @admin.display(description=gettext_lazy("item"))
    def item(self, verdict: Verdict) -> str:
        return verdict.hit.item.external_id

    @admin.display(description=gettext_lazy("system"))
    def system(self, verdict: Verdict) -> str:
        return ", ".join(output.system.name for output in verdict.hit.outputs)

    @admin.display(description=gettext_lazy("answers read"))
    def answers_read(self, verdict: Verdict) -> str:
        answers = VerdictAnswer.objects.filter(verdict=verdict).order_by("key")
        return "; ".join(str(answer) for answer in answers) or "–"
