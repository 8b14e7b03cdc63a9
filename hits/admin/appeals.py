"""Appeals in the admin: what the annotator says beside the reason, and the decision."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import RateroomError
from core.tabular.beginnings import beginning
from hits.admin.base import ProjectAdmin
from hits.models import Appeal
from hits.review.appeals import decide_appeal
from people.access import is_writer, user_of
from people.guarded_admin import account_name


@admin.register(Appeal)
class AppealAdmin(ProjectAdmin):
    project_path = "assignment__batch__project"
    read_only = True
    list_display = ("number", "batch", "short", "state", "made_at")
    list_filter = ("decision",)
    fields = (
        "assignment",
        "rejection",
        "evidence",
        "text",
        "made_at",
        "decision",
        "answer",
        "decided_at",
        "decided_by_account",
    )
    readonly_fields = ("rejection", "evidence", "decided_by_account")
    decided_by_account = account_name("decided_by", gettext_lazy("decided by"))
    change_form_template = "admin/hits/appeal/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        return super().get_queryset(request).select_related("assignment__batch")

    @admin.display(description=gettext_lazy("assignment"))
    def number(self, appeal: Appeal) -> str:
        return f"#{appeal.assignment_id}"

    @admin.display(description=gettext_lazy("batch"))
    def batch(self, appeal: Appeal) -> str:
        return appeal.assignment.batch.title

    @admin.display(description=gettext_lazy("what the annotator says"))
    def short(self, appeal: Appeal) -> str:
        return beginning(appeal.text, 80)

    @admin.display(description=gettext_lazy("decision"))
    def state(self, appeal: Appeal) -> str:
        return appeal.get_decision_display()

    @admin.display(description=gettext_lazy("reason of the rejection"))
    def rejection(self, appeal: Appeal) -> str:
        assignment = appeal.assignment
        category = assignment.get_rejection_display()
        return f"{category}: {assignment.reason}" if category else assignment.reason

    @admin.display(description=gettext_lazy("what shows it"))
    def evidence(self, appeal: Appeal) -> str:
        return appeal.assignment.evidence

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        appeal = self.get_object(request, object_id)
        may_decide = appeal is not None and self._may_decide(request, appeal)
        return super().change_view(
            request, object_id, form_url, {**(extra_context or {}), "may_decide": may_decide}
        )

    @staticmethod
    def _may_decide(request: HttpRequest, appeal: Appeal) -> bool:
        return is_writer(user_of(request), appeal.assignment.batch.project_id)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.decide)
        return [path("<bigint:pk>/decide/", view, name="hits_appeal_decide"), *super().get_urls()]

    def decide(self, request: HttpRequest, pk: int) -> HttpResponse:
        appeal = self.get_queryset(request).filter(pk=pk).first()
        if appeal is None:
            raise Http404
        if not self._may_decide(request, appeal):
            raise PermissionDenied
        if request.method == "POST":
            self._decide(request, appeal)
        return HttpResponseRedirect(reverse("admin:hits_appeal_change", args=[pk]))

    @staticmethod
    def _decide(request: HttpRequest, appeal: Appeal) -> None:
        granted = request.POST.get("decision") == "grant"
        by: Any = request.user
        try:
            answer = request.POST.get("answer", "")
            done = decide_appeal(appeal_id=appeal.pk, granted=granted, answer=answer, by=by)
        except RateroomError as error:
            messages.error(request, str(error))
            return
        if done:
            paid = _("The appeal is granted; the HIT is approved and paid.")
            messages.success(request, paid if granted else _("The appeal is dismissed."))
