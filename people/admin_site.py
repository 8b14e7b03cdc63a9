"""The admin's site: Django's own, whose autocomplete answers for the fields that declare it and no
others."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from people.access import has_projects


class GuardedSite(AdminSite):
    def each_context(self, request: HttpRequest) -> dict[str, object]:
        """With `may_add`: whether the person may write in any project, which is asked of the
        database at need."""
        return super().each_context(request) | {
            "may_add": lambda: has_projects(request, write=True)
        }

    def get_app_list(
        self, request: HttpRequest, app_label: str | None = None
    ) -> list[dict[str, object]]:
        """Return the models of one app. Those of all apps would be for the sidebar, which no page
        has."""
        return super().get_app_list(request, app_label) if app_label else []

    def autocomplete_view(self, request: HttpRequest) -> HttpResponseBase:  # type: ignore[override]
        return DeclaredAutocomplete.as_view(admin_site=self)(request)


class DeclaredAutocomplete(AutocompleteJsonView):
    """Django's view takes any relation of any model that the address names, and fails at a reverse
    one."""

    admin_site: AdminSite

    def process_request(self, request: HttpRequest) -> Any:
        requested = tuple(
            request.GET.get(name) for name in ("app_label", "model_name", "field_name")
        )
        # PostgreSQL's texts hold no zero byte.
        if requested not in _declared(self.admin_site) or "\0" in request.GET.get("term", ""):
            raise PermissionDenied
        return super().process_request(request)


def _declared(site: AdminSite) -> set[tuple[str | None, ...]]:
    """App, model and field of every `autocomplete_fields`, of inlines too."""
    registered = site._registry.values()
    admins = [
        *registered,
        *(inline(each.model, site) for each in registered for inline in each.inlines),
    ]
    return {
        (each.opts.app_label, each.opts.model_name, field)
        for each in admins
        for field in each.autocomplete_fields
    }
