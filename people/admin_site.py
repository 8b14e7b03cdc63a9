"""The admin site: Django's, without its autocomplete. No app registers a model with it."""

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from people.access import has_projects


class GuardedSite(AdminSite):
    def each_context(self, request: HttpRequest) -> dict[str, object]:
        """Add `may_add`: whether the person can write in any project. It is queried only if
        used."""
        return super().each_context(request) | {
            "may_add": lambda: has_projects(request, write=True)
        }

    def autocomplete_view(self, _request: HttpRequest) -> HttpResponse:
        """Refuse: no field uses autocomplete, and Django's view would search any relation."""
        raise PermissionDenied
