"""Routes of the researchers' pages: pages in the frame, other views, and former URLs."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

from django.http import Http404, HttpRequest, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import NoReverseMatch, reverse
from django.views import View

ViewFunction = Callable[..., HttpResponseBase]


class Address(NamedTuple):
    """A route below the researchers' pages, with its view. `values` are additional arguments for
    the view. A `framed` view is also passed the context of the frame."""

    route: str
    view: ViewFunction
    name: str
    framed: bool
    values: dict[str, object]


def framed(route: str, view: ViewFunction | type[View], name: str, **values: str) -> Address:
    return Address(route, _function(view), name, framed=True, values={**values})


def guarded(route: str, view: ViewFunction | type[View], name: str = "", **values: str) -> Address:
    return Address(route, _function(view), name, framed=False, values={**values})


def _function(view: ViewFunction | type[View]) -> ViewFunction:
    if isinstance(view, type) and issubclass(view, View):
        return view.as_view()
    return cast("ViewFunction", view)


def moved(pages: Mapping[str, str]) -> list[Address]:
    """Return a redirect for each former route in `pages`, to the page with the given name. The
    redirect is permanent and keeps the URL's arguments and query. The page itself checks access."""
    return [guarded(route, _to(name)) for route, name in pages.items()]


def _to(name: str) -> ViewFunction:
    def to_page(request: HttpRequest, **values: object) -> HttpResponsePermanentRedirect:
        try:
            address = reverse(f"admin:{name}", kwargs=values)
        except NoReverseMatch as error:  # no page has an address with this number
            raise Http404 from error
        query = request.GET.urlencode()
        return HttpResponsePermanentRedirect(address + (f"?{query}" if query else ""))

    return to_page
