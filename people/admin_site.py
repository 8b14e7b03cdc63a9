"""Django's admin site without autocomplete. No app registers a model with it."""

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from people.access import has_projects


class GuardedSite(AdminSite):
    def each_context(self, request: HttpRequest) -> dict[str, object]:
        """Add `may_add` to the template context: whether the person can change any project. The
        database is queried only if a page uses the value."""
        return super().each_context(request) | {
            "may_add": lambda: has_projects(request, write=True)
        }

    def autocomplete_view(self, _request: HttpRequest) -> HttpResponse:
        """Raise PermissionDenied, because no form field uses autocomplete."""
        raise PermissionDenied
