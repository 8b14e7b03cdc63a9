"""Pages for superusers alone."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.generic.base import View

from people.access import user_of


class ForSuperusers(View):
    """Comes first among the bases of a page, so that anyone else is refused before it asks."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not user_of(request).is_superuser:
            raise PermissionDenied
        return super().dispatch(request, *args, **kwargs)
