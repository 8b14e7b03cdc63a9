"""The tabs of a batch, and the pages in the open tab."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from desk.steps.steps import FORM, PUBLISH, STEPS
from desk.tabs import Page, Tab
from hits.models import Batch


def names_batch(request: HttpRequest) -> bool:
    """Return whether the request's URL is a page of a batch that is named in the query."""
    pages = (page for group in OF_BATCH for page in group.pages if page.in_query)
    return "batch" in request.GET and any(request.path == reverse(page.route) for page in pages)


@dataclass(frozen=True)
class Group:
    """A tab of a batch with its label and its pages."""

    word: str | Promise
    pages: tuple[Page, ...]


OF_BATCH = (
    Group(_("Overview"), (Page(_("Overview"), "admin:batch_running"),)),
    Group(
        _("Responses"),
        (
            Page(_("Responses"), "admin:review_table", in_query=True),
            Page(_("Adjudication"), "admin:adjudication"),
            Page(_("Excluded responses"), "admin:exclusions"),
        ),
    ),
    Group(
        _("Annotators"),
        (Page(_("Annotators"), "admin:batch_annotators"), Page(_("Sessions"), "admin:sittings")),
    ),
    Group(_("Judges"), (Page(_("Judges"), "admin:judge_batch"),)),
    Group(
        _("Results"),
        (
            Page(_("Results"), "report"),
            Page(_("Metrics"), "metrics"),
            Page(_("Reporting checklist"), "admin:checklist"),
        ),
    ),
    Group(
        _("Settings"),
        (
            Page(_("Locked settings"), FORM, key=PUBLISH),
            *(page for step in STEPS for page in step.pages if page.route != FORM),
            Page(_("All settings"), "admin:batch_settings"),
        ),
    ),
    Group(_("Activity"), (Page(_("Activity"), "admin:acts", in_query=True),)),
    Group(_("Downloads"), (Page(_("Downloads"), "admin:export"),)),
)


def rows_of_batch(request: HttpRequest, batch: Batch) -> Iterator[list[Tab]]:
    """Yield the batch's tabs as a row. If the open tab has several pages, yield them as a second
    row."""
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
