"""The admin's site: Django's own, without its look-ups. No app registers a model with it."""

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from people.access import has_projects


class GuardedSite(AdminSite):
    def each_context(self, request: HttpRequest) -> dict[str, object]:
        """With `may_add`: whether the person may write in any project, which is asked of the
        database at need."""
        return super().each_context(request) | {
            "may_add": lambda: has_projects(request, write=True)
        }

    def autocomplete_view(self, _request: HttpRequest) -> HttpResponse:
        """Refuse: no field completes itself, and Django's view would look any relation up."""
        raise PermissionDenied
