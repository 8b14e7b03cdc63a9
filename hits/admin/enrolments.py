"""Annotators of a batch in the admin: their work, their completion codes, and removal from the
batch."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import RateroomError
from hits.admin.base import ProjectAdmin
from hits.models import Enrolment
from hits.queue.enrolments import readmit_enrolment, stop_enrolment
from people.access import is_writer, project_for_writer, user_of
from people.guarded_admin import account_name


class StopForm(forms.Form):
    reason = forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        label=gettext_lazy("Reason (the annotator reads it)"),
    )


@admin.register(Enrolment)
class EnrolmentAdmin(ProjectAdmin):
    project_path = "batch__project"
    read_only = True
    list_display = (
        "pseudonym",
        "batch",
        "status",
        "submitted",
        "returned",
        "completion_code",
        "completed_at",
    )
    list_filter = ("status",)
    linked_lookups = frozenset({"batch__id__exact"})
    list_per_page = 100
    search_fields = ("pseudonym", "completion_code")
    fields = (
        "batch",
        "pseudonym",
        "status",
        "channel",
        "outside_ids",
        "created_at",
        "instructions_at",
        "consent_at",
        "submitted",
        "returned",
        "completion_code",
        "completed_at",
        "stop_reason",
        "stopped_at",
        "stopped_by_account",
    )
    readonly_fields = ("stopped_by_account",)
    stopped_by_account = account_name("stopped_by", gettext_lazy("stopped by"))
    change_form_template = "admin/hits/enrolment/change_form.html"

    class Media:
        css: ClassVar[dict[str, list[str]]] = {"all": ["admin_rateroom/admin.css"]}

    def get_fields(self, request: HttpRequest, obj: Enrolment | None = None) -> list[Any]:
        """Viewers see no ids of panels."""
        with_ids = obj is not None and is_writer(user_of(request), obj.batch.project_id)
        return [name for name in self.fields if with_ids or name != "outside_ids"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Enrolment]:
        return super().get_queryset(request).select_related("batch").order_by("-pk")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("<bigint:pk>/stop/", view(self.stop), name="hits_enrolment_stop"),
            path("<bigint:pk>/readmit/", view(self.readmit), name="hits_enrolment_readmit"),
        ]
        return [*own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        enrolment = self.get_object(request, object_id)
        may_decide = enrolment is not None and is_writer(
            user_of(request), enrolment.batch.project_id
        )
        context = {**(extra_context or {}), "may_decide": may_decide}
        return super().change_view(request, object_id, form_url, context)

    def _enrolment(self, request: HttpRequest, pk: int) -> Enrolment:
        """The enrolment, for who may change things in its project: 404 without a role, 403 for a
        viewer."""
        enrolment = self.get_queryset(request).filter(pk=pk).first()
        if enrolment is None:
            raise Http404
        project_for_writer(user_of(request), enrolment.batch.project_id)
        return enrolment

    def stop(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for the reason, then end the annotator's part."""
        enrolment = self._enrolment(request, pk)
        form = StopForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            reason, by = form.cleaned_data["reason"], request.user
            try:
                if stop_enrolment(enrolment_id=pk, reason=reason, by=by):  # type: ignore[arg-type]
                    messages.success(
                        request, _("The part of %(who)s is ended.") % {"who": enrolment.pseudonym}
                    )
                return HttpResponseRedirect(reverse("admin:hits_enrolment_change", args=[pk]))
            except RateroomError as error:
                form.add_error("reason", str(error))
        page = {
            "form": form,
            "enrolment": enrolment,
            "title": _("End the part of %(who)s") % {"who": enrolment},
        }
        return render(
            request,
            "admin/hits/enrolment/stop.html",
            {**self.admin_site.each_context(request), **page},
        )

    def readmit(self, request: HttpRequest, pk: int) -> HttpResponse:
        enrolment = self._enrolment(request, pk)
        if request.method == "POST" and readmit_enrolment(enrolment_id=pk, by=user_of(request)):
            messages.success(request, _("%(who)s may go on.") % {"who": enrolment.pseudonym})
        return HttpResponseRedirect(reverse("admin:hits_enrolment_change", args=[pk]))
