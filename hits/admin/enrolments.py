"""Raters of a batch in the admin: what they have done and the completion code that each was given."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from hits.admin.base import ProjectAdmin
from hits.models import Enrolment


@admin.register(Enrolment)
class EnrolmentAdmin(ProjectAdmin):
    project_path = "batch__project"
    read_only = True
    list_display = ("pseudonym", "batch", "status", "submitted", "completion_code", "completed_at", "instructions_at")
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
        "completion_code",
        "completed_at",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Enrolment]:
        return super().get_queryset(request).select_related("batch").order_by("-pk")
