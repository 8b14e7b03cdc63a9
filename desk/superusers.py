"""The base class of pages that only superusers can open."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.generic.base import View

from people.access import user_of


class ForSuperusers(View):
    """The first base class of a page for superusers. It refuses others before anything else."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not user_of(request).is_superuser:
            raise PermissionDenied
        return super().dispatch(request, *args, **kwargs)
