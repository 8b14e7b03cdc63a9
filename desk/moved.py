"""Addresses that pages had before; each leads to its page for good."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponsePermanentRedirect
from django.urls import NoReverseMatch, URLPattern, path, reverse


def moved(guarded: Callable[..., Any], pages: Mapping[str, str]) -> list[URLPattern]:
    """Return a route for each old address, which redirects to the page of that name with the same
    values and query. The page itself refuses people who may not see it."""
    return [path(address, guarded(_to(name))) for address, name in pages.items()]


def _to(name: str) -> Callable[..., HttpResponsePermanentRedirect]:
    def to_page(request: HttpRequest, **values: object) -> HttpResponsePermanentRedirect:
        try:
            address = reverse(f"admin:{name}", kwargs=values)
        except NoReverseMatch as error:  # a number that no page's address has
            raise Http404 from error
        query = request.GET.urlencode()
        return HttpResponsePermanentRedirect(address + (f"?{query}" if query else ""))

    return to_page
