"""The base class of pages that only superusers can open."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.generic.base import View

from people.access import user_of


class ForSuperusers(View):
    """A base class for pages that only superusers can open. List it as the first base class, so
    that access is checked before any other code runs."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not user_of(request).is_superuser:
            raise PermissionDenied
        return super().dispatch(request, *args, **kwargs)
