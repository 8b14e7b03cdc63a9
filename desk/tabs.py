"""Tabs: the pages of an area of the desk, and those of a batch."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise

from desk.waiting import Waiting
from hits.models import Batch


@dataclass(frozen=True)
class Tab:
    """A link in a row. `here`: what `aria-current` says: "page", "true" for the page that the open
    one is part of, or blank."""

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
    """Return whether the open page is at that address or below it; below the desk's first page is
    not."""
    if address == reverse("admin:index"):
        return request.path == address
    return request.path.startswith(address)


@dataclass(frozen=True)
class Page:
    """A page of a batch. `in_query`: the batch is named by the query, not by the path. `key`: what
    the route needs beside the batch."""

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
