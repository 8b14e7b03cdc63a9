"""A project in the admin: its settings and its pool."""

from functools import partial
from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy

from hits.admin.audience import pool_page
from hits.admin.base import ProjectAdmin
from payments.posting import available
from people.access import user_of
from people.members import change_project
from people.models import Project


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
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        return redirect("admin:projects")

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> list[str]:
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
        own = [
            path(
                "<bigint:pk>/pool/",
                site.admin_view(partial(pool_page, site)),
                name="people_project_pool",
            )
        ]
        return [*own, *super().get_urls()]
