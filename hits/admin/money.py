"""Money in the admin: a project's balance, deposits, and the transactions to read."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hits.admin.audience import pool_page
from hits.admin.base import ProjectAdmin
from hits.admin.payments import goodwill_page, new_key, payouts_file, payouts_page
from payments.admin.reversing import project_for_writing
from payments.posting import available, deposit
from people.access import user_of
from people.members import change_project
from people.models import Project


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
    fields = ("name", "currency", "hourly_floor", "megapixels", "storage_gb", "balance")
    change_form_template = "admin/hits/project/change_form.html"

    class Media:
        css: ClassVar[dict[str, list[str]]] = {"all": ["admin_rateroom/admin.css"]}

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Projects are made on the desk."""
        return False

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return redirect("admin:projects")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        # How much a project may store is for whoever runs the site.
        own = [] if request.user.is_superuser else ["storage_gb"]
        return ["balance", "currency", *own]

    def save_model(self, request: HttpRequest, obj: Project, form: Any, change: bool) -> None:
        changes = {name: form.cleaned_data[name] for name in form.changed_data}
        change_project(project=obj, changes=changes, by=user_of(request))

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
