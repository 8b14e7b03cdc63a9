"""Rows of tabs: the pages of an area of the desk, and those of one batch."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

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
    """Whether the open page is at that address or below it; below the desk's first page is not."""
    if address == reverse("admin:index"):
        return request.path == address
    return request.path.startswith(address)


@dataclass(frozen=True)
class Page:
    """A page of a batch. `in_query`: the batch is named by the query, not by the path."""

    word: str | Promise
    route: str
    in_query: bool = False

    def address(self, batch: Batch) -> str:
        if self.in_query:
            return f"{reverse(self.route)}?batch={batch.pk}"
        return reverse(self.route, args=[batch.pk])

    def is_open(self, request: HttpRequest, batch: Batch) -> bool:
        if self.in_query:
            return request.path == reverse(self.route)
        return is_below(request, self.address(batch))


def names_batch(request: HttpRequest) -> bool:
    """Return whether the query of the open page names its batch."""
    pages = (page for group in OF_BATCH for page in group.pages if page.in_query)
    return "batch" in request.GET and any(request.path == reverse(page.route) for page in pages)


@dataclass(frozen=True)
class Group:
    """A tab of a batch, and the pages below it."""

    word: str | Promise
    pages: tuple[Page, ...]


OF_BATCH = (
    Group(_("Overview"), (Page(_("Overview"), "admin:batch_running"),)),
    Group(
        _("Responses"),
        (
            Page(_("All responses"), "admin:review_table", in_query=True),
            Page(_("Adjudication"), "admin:adjudication"),
            Page(_("Excluded responses"), "admin:exclusions"),
        ),
    ),
    Group(
        _("Annotators"),
        (
            Page(_("All annotators"), "admin:batch_annotators"),
            Page(_("Sessions"), "admin:sittings"),
        ),
    ),
    Group(_("Judges"), (Page(_("Judges"), "admin:judge_batch"),)),
    Group(_("Results"), (Page(_("Results"), "report"),)),
    Group(
        _("Settings"),
        (
            Page(_("All settings"), "admin:hits_batch_change"),
            Page(_("Quality checks"), "admin:batch_checks"),
            Page(_("Training"), "admin:batch_training"),
            Page(_("Exclusion rules"), "admin:batch_rules"),
            Page(_("Consent and questionnaires"), "admin:around"),
            Page(_("Recruitment"), "admin:links"),
            Page("Prolific", "admin:prolific"),
        ),
    ),
    Group(_("Activity"), (Page(_("Activity"), "admin:acts", in_query=True),)),
    Group(_("Downloads"), (Page(_("Downloads"), "admin:export"),)),
)


def rows_of_batch(request: HttpRequest, batch: Batch) -> Iterator[list[Tab]]:
    """The batch's tabs, and the pages of the one that is open if there are several."""
    open_page = next(
        (page for group in OF_BATCH for page in group.pages if page.is_open(request, batch)), None
    )
    yield [_group_tab(group, batch, open_page) for group in OF_BATCH]
    for group in OF_BATCH:
        if open_page in group.pages and len(group.pages) > 1:
            yield [
                Tab(page.word, page.address(batch), "page" if page is open_page else "")
                for page in group.pages
            ]


def _group_tab(group: Group, batch: Batch, open_page: Page | None) -> Tab:
    here = ""
    if open_page in group.pages:
        here = "page" if len(group.pages) == 1 else "true"
    return Tab(group.word, group.pages[0].address(batch), here)
