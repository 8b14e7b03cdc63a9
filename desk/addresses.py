"""Declarations of the desk's addresses: framed pages, other views, and addresses that pages had
before."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

from django.http import Http404, HttpRequest, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import NoReverseMatch, reverse
from django.views import View

ViewFunction = Callable[..., HttpResponseBase]


class Address(NamedTuple):
    """A route below the desk's with its view, which gets the `values` too. A `framed` view is given
    what the frame needs."""

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
    """Return an address for each old route, which redirects to the page of that name for good, with
    the same values and query. The page itself refuses people who may not see it."""
    return [guarded(route, _to(name)) for route, name in pages.items()]


def _to(name: str) -> ViewFunction:
    def to_page(request: HttpRequest, **values: object) -> HttpResponsePermanentRedirect:
        try:
            address = reverse(f"admin:{name}", kwargs=values)
        except NoReverseMatch as error:  # a number that no page's address has
            raise Http404 from error
        query = request.GET.urlencode()
        return HttpResponsePermanentRedirect(address + (f"?{query}" if query else ""))

    return to_page
