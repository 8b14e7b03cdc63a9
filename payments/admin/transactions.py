"""The transactions in the admin: to read, and to reverse."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy

from payments.admin.reversing import reverse_action
from payments.models import Entry, Transaction
from people.access import has_projects
from people.project_admin import ProjectAdmin


class EntryInline(admin.TabularInline):
    model = Entry
    fields = ("account", "amount")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return has_projects(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Transaction)
class TransactionAdmin(ProjectAdmin):
    read_only = True
    list_display = ("key", "kind", "project", "batch", "memo", "created_at")
    list_select_related = ("project", "batch")
    list_filter = ("kind",)
    fields = ("project", "kind", "key", "batch", "reverses", "memo", "created_at", "created_by")
    inlines = (EntryInline,)
    actions = ("reverse",)

    def has_pay_permission(self, request: HttpRequest) -> bool:
        return has_projects(request, write=True)

    @admin.action(description=gettext_lazy("Reverse the selected …"), permissions=["pay"])
    def reverse(self, request: HttpRequest, chosen: QuerySet[Transaction]) -> HttpResponse | None:
        return reverse_action(self, request, chosen)
