"""Tabs for the pages of an area, and for the pages of a batch."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise

from desk.waiting import Waiting
from hits.models import Batch


@dataclass(frozen=True)
class Tab:
    """A link in a row of tabs. `here` is the value of `aria-current`: "page" for the current page,
    "true" for a tab that contains the current page, or else ""."""

    word: str | Promise
    address: str
    here: str = ""
    count: str = ""
    what_waits: str = ""


def tab_of(
    word: str | Promise, address: str, *, here: str = "", waits: Waiting | None = None
) -> Tab:
    if waits is None:
        return Tab(word, address, here)
    return Tab(word, address, here, waits.shown, waits.words)


def is_below(request: HttpRequest, address: str) -> bool:
    """Return whether the current page's path starts with `address`. Home is an exception, because
    all pages are below it: the path must be equal."""
    if address == reverse("admin:index"):
        return request.path == address
    return request.path.startswith(address)


@dataclass(frozen=True)
class Page:
    """A page of a batch. If `in_query` is true, the batch's id is in the query and not in the path.
    `key` is an additional argument of the route."""

    word: str | Promise
    route: str
    in_query: bool = False
    key: str = ""

    def address(self, batch: Batch) -> str:
        if self.in_query:
            return f"{reverse(self.route)}?batch={batch.pk}"
        return reverse(self.route, args=[batch.pk, *filter(None, [self.key])])

    def is_open(self, request: HttpRequest, batch: Batch) -> bool:
        if self.in_query:
            return request.path == reverse(self.route)
        return is_below(request, self.address(batch))
