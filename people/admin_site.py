"""The admin site: Django's, without autocomplete. No app registers a model with it."""

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from people.access import has_projects


class GuardedSite(AdminSite):
    def each_context(self, request: HttpRequest) -> dict[str, object]:
        """Add `may_add` to the context: whether the person may change any project. The database is
        only queried if a page uses the value."""
        return super().each_context(request) | {
            "may_add": lambda: has_projects(request, write=True)
        }

    def autocomplete_view(self, _request: HttpRequest) -> HttpResponse:
        """Refuse the request, because no form field uses autocomplete."""
        raise PermissionDenied
