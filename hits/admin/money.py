"""Money in the admin: a project's balance, deposits, and the transactions to read."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hits.admin.audience import pool_page
from hits.admin.base import ProjectAdmin
from hits.admin.members import MembershipInline
from hits.admin.payments import goodwill_page, new_key, payouts_file, payouts_page
from payments.admin.reversing import project_for_writing
from payments.posting import available, deposit
from people.access import user_of
from people.models import Membership, Project


class DepositForm(forms.Form):
    amount = forms.DecimalField(
        min_value=Decimal("0.01"), max_digits=12, decimal_places=2, label=gettext_lazy("Amount")
    )
    memo = forms.CharField(max_length=200, required=False, label=gettext_lazy("Note"))
    # Made with the form, so that the same form sent twice is one deposit.
    key = forms.CharField(max_length=60, widget=forms.HiddenInput)


@admin.register(Project)
class ProjectPageAdmin(ProjectAdmin):
    project_path = "pk"
    list_display = ("name", "currency", "balance")
    fields = ("name", "currency", "simulated", "megapixels", "balance")
    inlines = (MembershipInline,)
    change_form_template = "admin/hits/project/change_form.html"

    class Media:
        css: ClassVar[dict[str, list[str]]] = {"all": ["admin_rateroom/admin.css"]}

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Every staff account may make a project, and is its owner then."""
        return request.user.is_active and request.user.is_staff

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_add_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return (
            self.has_add_permission(request)
            if obj is None
            else super().has_view_permission(request, obj)
        )

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return super().get_inlines(request, obj) if obj else ()

    def save_model(
        self, request: HttpRequest, obj: Project, form: forms.ModelForm, change: bool
    ) -> None:
        super().save_model(request, obj, form, change)
        if not change:
            creator: Any = request.user
            Membership.objects.create(project=obj, user=creator, role=Membership.Role.OWNER)

    def save_formset(
        self, request: HttpRequest, form: forms.ModelForm, formset: Any, change: bool
    ) -> None:
        with transaction.atomic():
            super().save_formset(request, form, formset, change)
            formset.note_changes(user_of(request))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return ["balance"] if obj is None else ["balance", "currency", "simulated"]

    @admin.display(description=gettext_lazy("available"))
    def balance(self, project: Project) -> str:
        return f"{available(project):,.2f} {project.currency}" if project.pk else "–"

    def get_urls(self) -> list[URLPattern]:
        site = self.admin_site
        pages: dict[str, tuple[Callable[..., HttpResponse], str]] = {
            "<bigint:pk>/deposit/": (self.deposit, "deposit"),
            "<bigint:pk>/goodwill/": (partial(goodwill_page, site), "goodwill"),
            "<bigint:pk>/pool/": (partial(pool_page, site), "pool"),
            "<bigint:pk>/payouts/": (partial(payouts_page, site), "payouts"),
            "<bigint:pk>/payouts/<str:name>.csv": (payouts_file, "payouts_file"),
        }
        own = [
            path(where, site.admin_view(view), name=f"people_project_{name}")
            for where, (view, name) in pages.items()
        ]
        return [*own, *super().get_urls()]

    def deposit(self, request: HttpRequest, pk: int) -> HttpResponse:
        project = project_for_writing(request, pk)
        form = DepositForm(request.POST or None, initial={"key": new_key()})
        if request.method == "POST" and form.is_valid():
            cleaned = form.cleaned_data
            deposit(
                project=project,
                amount=cleaned["amount"],
                key=cleaned["key"],
                by=user_of(request),
                memo=cleaned["memo"],
            )
            messages.success(request, _("The deposit is recorded."))
            return HttpResponseRedirect(reverse("admin:people_project_change", args=[pk]))
        page = {
            "form": form,
            "project": project,
            "available": available(project),
            "title": _("Record a deposit"),
        }
        return render(
            request,
            "admin/hits/project/deposit.html",
            {**self.admin_site.each_context(request), **page},
        )
