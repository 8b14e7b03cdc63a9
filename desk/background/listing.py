"""The list of long tasks in several projects: imports, publishing, reports, judge runs, and other
background tasks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from analysis.models import Report
from hits.models import BackgroundTask, Batch
from judges.models import JudgeRun
from people.models import Project
from stimuli.models import DatasetImport
from tasks.long_work.rows import WorkState

PER_PAGE = 10  # rows; a page is up to 2,900 px long on a phone


@dataclass(frozen=True)
class Row:
    """A long task in the list: its kind, the object that it works on, its state, and the URL of its
    page."""

    kind: str | Promise
    name: str
    project: Project
    state: WorkState
    started_at: datetime
    address: str


@dataclass(frozen=True)
class Source:
    """A kind of long task. `rows` returns the tasks of projects, `time` is the column to sort them
    by, and `row` converts a task into a row of the list."""

    rows: Callable[[QuerySet[Project]], QuerySet[Any]]
    time: str
    row: Callable[[Any], Row]

    def latest(self, projects: QuerySet[Project], before: datetime | None) -> Iterator[Row]:
        rows = self.rows(projects).order_by(f"-{self.time}")
        if before is not None:
            rows = rows.filter(**{f"{self.time}__lt": before})
        return map(self.row, rows[: PER_PAGE + 1])


def _import_row(row: DatasetImport) -> Row:
    address = reverse("admin:batch_columns", args=[row.pk])
    name = row.dataset_name
    return Row(_("Import"), name, row.project, row.work_state, row.created_at, address)


def _batch_row(row: Batch) -> Row:
    address = reverse("admin:batch_running", args=[row.pk])
    return Row(_("Publishing"), row.title, row.project, row.work_state, row.sent_at, address)


def _report_row(row: Report) -> Row:
    batch, address = row.batch, reverse("report", args=[row.batch_id])
    return Row(_("Report"), batch.title, batch.project, row.work_state, row.created_at, address)


def _run_row(row: JudgeRun) -> Row:
    address = reverse("admin:judge_run", args=[row.pk])
    name = f"{row.name} · {row.batch.title}"
    return Row(_("Judge run"), name, row.batch.project, row.work_state, row.created_at, address)


def _task_row(row: BackgroundTask) -> Row:
    address = reverse("admin:task", args=[row.pk])
    kind, name = row.get_kind_display(), row.subject_name
    return Row(kind, name, row.project, row.work_state, row.created_at, address)


NEVER_PUBLISHED = Q(state=Batch.State.DRAFT, cancelled_at__isnull=True)
SOURCES = (
    Source(
        lambda projects: DatasetImport.objects.filter(project__in=projects).select_related(
            "project"
        ),
        "created_at",
        _import_row,
    ),
    Source(
        lambda projects: (
            Batch.objects.filter(project__in=projects)
            .exclude(NEVER_PUBLISHED)
            .select_related("project")
            .defer("sample_ids")
        ),
        "sent_at",
        _batch_row,
    ),
    Source(
        lambda projects: (
            Report.objects.filter(batch__project__in=projects)
            .select_related("batch__project")
            .defer("result", "batch__sample_ids")
        ),
        "created_at",
        _report_row,
    ),
    Source(
        lambda projects: (
            JudgeRun.objects.filter(batch__project__in=projects)
            .select_related("batch__project")
            .defer("prompt", "batch__sample_ids")
        ),
        "created_at",
        _run_row,
    ),
    Source(
        lambda projects: BackgroundTask.objects.filter(project__in=projects).select_related(
            "project"
        ),
        "created_at",
        _task_row,
    ),
)


def tasks_of(
    projects: QuerySet[Project], before: datetime | None
) -> tuple[list[Row], datetime | None]:
    """Return the newest long tasks of the projects, at most PER_PAGE, that started before `before`.
    Also return the value of `before` for the next page, or None on the last page. Runs one query
    per kind of task."""
    latest = chain.from_iterable(source.latest(projects, before) for source in SOURCES)
    rows = sorted(latest, key=lambda row: row.started_at, reverse=True)
    page = rows[:PER_PAGE]
    return page, page[-1].started_at if len(rows) > PER_PAGE else None
