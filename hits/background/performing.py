"""Running of background tasks. A task never runs twice at the same time, and its result is
recorded."""

import logging
from collections.abc import Callable
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.database.locks import alone_at
from core.database.outages import AWAY
from core.errors import RateroomError
from hits.archive import delete
from hits.background.asking import from_the_start
from hits.batches.preflight.choices import decide_on
from hits.batches.preflight.standing import result_of
from hits.exports import ExportChoice
from hits.exports.snapshots import make_snapshot
from hits.models import BackgroundTask, Batch
from stimuli.models import Dataset
from tasks.long_work.progress import Progress
from tasks.long_work.rows import Cancelled, begin_attempt, fail

logger = logging.getLogger(__name__)

State = BackgroundTask.State
# A function that does a task in its transaction, reports progress as it goes, and returns the
# result to store. A task by parts has a transaction for each part, reports the total at the end of
# each, and continues from there. A RateroomError is shown to the reader.
Perform = Callable[[BackgroundTask, Callable[[int], None]], dict[str, object]]
UNEXPECTED = (
    "The task stopped because of an unexpected error, which is in the worker's log. Try again. If "
    "the task stops again, tell the site administrator."
)


def perform_task(*, task_id: int) -> None:
    """Run the task, and record how it ended. A task that has already ended does not change. If two
    workers receive the task, the second waits for the first."""
    with alone_at(BackgroundTask.LOCK, task_id):
        task = BackgroundTask.objects.select_related("created_by").filter(pk=task_id).first()
        if task is None:
            logger.warning("Task %s is gone; nothing to do.", task_id)
        elif begin_attempt(task, state=State.RUNNING, **from_the_start(task)):
            _run(task)


def _run(task: BackgroundTask) -> None:
    try:
        _perform(task)
    except Cancelled:
        logger.info("Task %s was cancelled.", task.pk)
    except RateroomError as error:
        fail(task, str(error))
    except (MemoryError, *AWAY):
        raise  # the reason is recorded elsewhere; the task runs again later
    except Exception:
        fail(task, UNEXPECTED)
        raise


def _perform(task: BackgroundTask) -> None:
    perform = KINDS[BackgroundTask.Kind(task.kind)]
    if task.by_parts:
        _finish(task, perform(task, partial(_end_part, task)))
        return
    with Progress(task) as progress, transaction.atomic():
        _finish(task, perform(task, progress.tell))


def _end_part(task: BackgroundTask, done: int) -> None:
    """Record the progress `done` in the same transaction as a part of the task's work. Raises
    Cancelled if the task is no longer under way."""
    if BackgroundTask.under_way().filter(pk=task.pk).update(done=done) != 1:
        raise Cancelled


def _finish(task: BackgroundTask, result: dict[str, object]) -> None:
    """Mark the task as done in the same transaction as its work. Raises Cancelled if the task is no
    longer under way."""
    same = BackgroundTask.under_way().filter(pk=task.pk)
    if same.update(state=State.DONE, result=result, finished_at=timezone.now()) != 1:
        raise Cancelled


def _keep_snapshot(task: BackgroundTask, tell: Callable[[int], None]) -> dict[str, object]:
    batch = Batch.objects.select_related("project").filter(pk=task.subject_id).first()
    if batch is None:
        raise gone(task)
    choice = ExportChoice.of(task.parameters)
    snapshot = make_snapshot(batch=batch, choice=choice, by=task.created_by, tell=tell)
    return {"sha256": snapshot.sha256}


def _delete_dataset(task: BackgroundTask, _tell: Callable[[int], None]) -> dict[str, object]:
    dataset = Dataset.objects.filter(pk=task.subject_id).first()
    if dataset is None:
        raise gone(task)
    delete(row=dataset, by=task.created_by)
    return {}


def _check_draft(task: BackgroundTask, tell: Callable[[int], None]) -> dict[str, object]:
    draft = Batch.objects.filter(pk=task.subject_id).first()
    if draft is None:
        raise gone(task)
    if draft.state != Batch.State.DRAFT:
        raise RateroomError(
            _("This batch is no longer a draft. Its state is “%(state)s”.")
            % {"state": draft.get_state_display()},
            where=task.subject_name,
        )
    if "act" in task.parameters:
        chosen = {"act": task.parameters["act"], "check": task.parameters["check"]}
        return {"decided": decide_on(batch=draft, by=task.created_by, **chosen)}
    return result_of(draft, tell)


def gone(task: BackgroundTask) -> RateroomError:
    """Return the error for a task whose object was deleted after the request."""
    return RateroomError(_("“%(name)s” was not found.") % {"name": task.subject_name})


KINDS: dict[BackgroundTask.Kind, Perform] = {
    BackgroundTask.Kind.SNAPSHOT: _keep_snapshot,
    BackgroundTask.Kind.DELETION: _delete_dataset,
    BackgroundTask.Kind.PREFLIGHT: _check_draft,
}


def register(kind: BackgroundTask.Kind, perform: Perform) -> None:
    """Register the function that runs tasks of this kind. Apps in higher layers call this when they
    are loaded."""
    KINDS[kind] = perform
