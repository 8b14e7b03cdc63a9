"""Rows for the list of a batch's pages around the work, with their texts."""

from collections.abc import Sequence
from dataclasses import dataclass

from hits.models import Batch
from recruiting.around.attaching import pages_of
from recruiting.around.figures import PageFigures, page_figures
from recruiting.around.models import BatchPage, Page, PageVersion


@dataclass(frozen=True)
class PageRow:
    """One kind of page around the work in a batch. `batch_page` is None if the batch does not use
    it. `other_texts` are the project's other texts for this kind of page. `figures` are the page's
    statistics in a published batch."""

    page: Page
    batch_page: BatchPage | None
    other_texts: Sequence[PageVersion]
    may_change: bool
    figures: PageFigures | None = None

    @property
    def is_unchanged_example(self) -> bool:
        """Return whether the batch uses the example consent page without changes."""
        return self.batch_page is not None and self.batch_page.version.is_unchanged_example


def page_rows(batch: Batch, *, may_write: bool) -> list[PageRow]:
    """Return a row for each kind of page, in the order of `Page`. Uses two queries, plus three per
    page of a published batch."""
    batch_pages = pages_of(batch)
    versions = list(PageVersion.objects.filter(project=batch.project_id).order_by("-pk"))
    return [
        PageRow(
            page,
            batch_pages.get(page),
            [
                version
                for version in versions
                if version.page == page and not _is_shown(batch_pages.get(page), version)
            ],
            may_write and may_change(batch, page),
            _figures(batch, batch_pages.get(page)),
        )
        for page in Page
    ]


def _figures(batch: Batch, row: BatchPage | None) -> PageFigures | None:
    if row is None or batch.state == Batch.State.DRAFT:
        return None
    return page_figures(batch, row.version)


def may_change(batch: Batch, page: str) -> bool:
    """Return whether the page can still be replaced in this batch."""
    if batch.state == Batch.State.DRAFT:
        return True
    return page == Page.CONSENT and batch.state in {Batch.State.LIVE, Batch.State.PAUSED}


def _is_shown(row: BatchPage | None, version: PageVersion) -> bool:
    return row is not None and row.version_id == version.pk
