"""The researchers' pages as a Django admin site. The first page is Home, and all pages share the
frame."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path

from desk.addresses import Address
from desk.home.view import home
from desk.urls import ADDRESSES
from people.admin_site import GuardedSite


class DeskSite(GuardedSite):
    site_header = site_title = "Rateroom"
    enable_nav_sidebar = False  # the desk has its own navigation

    def get_urls(self) -> list[URLPattern | URLResolver]:
        return [*map(self._pattern, ADDRESSES), *super().get_urls()]

    def _pattern(self, address: Address) -> URLPattern:
        wrap = self._framed if address.framed else self.admin_view
        return path(address.route, wrap(address.view), address.values, address.name or None)

    def _framed(self, view: Callable[..., HttpResponseBase]) -> Any:
        """Return the view, restricted to people who may use this admin site. The frame's template
        variables are passed to it."""

        @self.admin_view
        @wraps(view)
        def framed(request: HttpRequest, **values: object) -> HttpResponseBase:
            return view(request, self.each_context(request), **values)

        return framed

    def index(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> TemplateResponse:
        return home(request, self.each_context(request) | (extra_context or {}))
