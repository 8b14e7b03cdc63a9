"""The transactions in the admin: to read, and to reverse."""

from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy

from core.database.aggregates import sum_of
from payments.admin.reversing import reverse_action
from payments.models import Entry, Transaction
from people.access import has_projects
from people.guarded_admin import account_name
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
    list_display = ("key", "kind", "amount", "project", "batch", "memo", "created_at")
    list_select_related = ("project", "batch", "token")
    list_filter = ("kind",)
    fields = (
        "project",
        "kind",
        "amount",
        "key",
        "batch",
        "reverses",
        "memo",
        "created_at",
        "created_by_account",
        "token_name",
    )
    readonly_fields = ("amount", "created_by_account", "token_name")
    inlines = (EntryInline,)
    actions = ("reverse",)
    created_by_account = account_name("created_by", gettext_lazy("created by"))
    token_name = account_name("token", gettext_lazy("API token"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Transaction]:
        received = Entry.objects.filter(transaction=OuterRef("pk"), amount__gt=0)
        moved = sum_of(received, "amount", by="transaction")
        return super().get_queryset(request).annotate(moved=moved)

    @admin.display(description=gettext_lazy("amount"))
    def amount(self, transaction: Transaction) -> str:
        """How much it moved: what came into accounts, which is what left others."""
        moved = transaction.moved  # type: ignore[attr-defined]
        number = number_format(moved, 2, use_l10n=True, force_grouping=True)
        return f"{number}\u00a0{transaction.project.currency}"

    def has_pay_permission(self, request: HttpRequest) -> bool:
        return has_projects(request, write=True)

    @admin.action(description=gettext_lazy("Reverse the selected …"), permissions=["pay"])
    def reverse(self, request: HttpRequest, chosen: QuerySet[Transaction]) -> HttpResponse | None:
        return reverse_action(self, request, chosen)
