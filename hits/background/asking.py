"""Requests for background tasks: creating a task, cancelling it, and starting it again."""

import json
from collections.abc import Mapping
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.archive import refuse_deletion
from hits.batches.preflight.checks import CHECKS
from hits.batches.preflight.standing import fingerprint
from hits.exports import ExportChoice, count_rows
from hits.models import BackgroundTask, Batch
from people.models import User
from stimuli.models import Dataset, Item
from tasks.long_work.rows import cancel, fresh
from tasks.long_work.sending import send_on_commit

State = BackgroundTask.State
PERFORM = "hits.tasks.perform_background"
# Up to this number, the request does the work itself, because a wait of a second needs no page.
MOST_ROWS = 2_000  # rows of an export
MOST_ITEMS = 2_000  # items of a dataset


def is_long_export(batch: Batch, choice: ExportChoice) -> bool:
    """Return whether creating a snapshot of this export takes too long for a request."""
    return count_rows(batch, choice) > MOST_ROWS


def is_long_deletion(dataset: Dataset) -> bool:
    """Return whether deleting the dataset takes too long for a request."""
    return Item.objects.filter(dataset=dataset)[: MOST_ITEMS + 1].count() > MOST_ITEMS


def ask_for_snapshot(*, batch: Batch, choice: ExportChoice, by: User) -> BackgroundTask:
    """Create a task that stores this export as a snapshot. If the same task is unfinished, return
    it."""
    return ask_for_task(
        kind=BackgroundTask.Kind.SNAPSHOT, subject=batch, by=by, parameters=choice.parameters()
    )


def ask_for_deletion(*, dataset: Dataset, by: User) -> BackgroundTask:
    """Create a task that deletes the dataset and everything in it. If the same task is unfinished,
    return it. Raises NotDeletable if something depends on the dataset."""
    refuse_deletion(dataset)
    return ask_for_task(kind=BackgroundTask.Kind.DELETION, subject=dataset, by=by)


@transaction.atomic
def ask_for_preflight(*, batch: Batch, by: User) -> BackgroundTask:
    """Create a task that checks the draft as it is now. If the latest check of this version is
    unfinished, failed or was cancelled by a person, return it. Unfinished checks of earlier
    versions are cancelled, and ended checks are deleted. A decision that is being applied
    continues."""
    seen = {"fingerprint": fingerprint(batch)}
    tasks = preflight_tasks(batch)
    superseded = tasks.filter(state=State.CANCELLED, cancelled_by=None)
    same = tasks.filter(parameters=seen).exclude(pk__in=superseded.values("pk"))
    latest = same.order_by("-pk").first()
    if latest is not None and latest.state != State.DONE:
        return latest
    under_way = tasks & BackgroundTask.under_way()
    tasks.exclude(pk__in=under_way.values("pk")).delete()
    for older in under_way.exclude(parameters__has_key="act"):
        cancel(older, by=None)
    return ask_for_task(
        kind=BackgroundTask.Kind.PREFLIGHT, subject=batch, by=by, parameters=seen, total=len(CHECKS)
    )


@transaction.atomic
def ask_for_decision(*, batch: Batch, act: str, check: str, by: User) -> BackgroundTask:
    """Create a task that applies a decision: leave out the items, or mask the outputs, that `check`
    found. If the same task is unfinished, return it. An earlier failed decision is deleted. Raises
    RateroomError if another decision is still being applied."""
    wanted = {"act": act, "check": check}
    if earlier := decision_on(batch):
        if earlier.is_under_way and earlier.parameters == wanted:
            return earlier
        if earlier.is_under_way:
            raise RateroomError(
                _(
                    "A decision on another finding is still being applied. It could change "
                    "this finding."
                ),
                where=_("Pre-publish check"),
                remedy=_("Wait a moment, then load the page again."),
            )
        earlier.delete()
    return ask_for_task(kind=BackgroundTask.Kind.PREFLIGHT, subject=batch, by=by, parameters=wanted)


def decision_on(batch: Batch) -> BackgroundTask | None:
    """Return the unfinished or failed task that applies a decision on a finding. Return None if
    there is no such task."""
    unfinished = [State.WAITING, State.RUNNING, State.FAILED]
    decisions = preflight_tasks(batch).filter(state__in=unfinished, parameters__has_key="act")
    return decisions.order_by("-pk").first()


def preflight_tasks(batch: Batch) -> QuerySet[BackgroundTask]:
    """Return the tasks of the draft's pre-publish check, in any state."""
    return BackgroundTask.objects.filter(kind=BackgroundTask.Kind.PREFLIGHT, subject_id=batch.pk)


def cancel_task(*, task: BackgroundTask, by: User) -> bool:
    """Cancel a task, so that it makes no more changes. Return False if it has already ended."""
    return cancel(task, by=by)


@transaction.atomic
def begin_again(*, task: BackgroundTask, by: User) -> bool:
    """Run a failed or cancelled task again, with `by` as its author. Return False if the task is
    unfinished or done, or if another task for the same work is unfinished."""
    ended = BackgroundTask.objects.filter(pk=task.pk, state__in=[State.FAILED, State.CANCELLED])
    try:
        with transaction.atomic():
            changed = ended.update(
                state=State.WAITING,
                error="",
                finished_at=None,
                created_by=by,
                **from_the_start(task),
                **fresh(),
            )
    except IntegrityError:
        return False
    if changed:
        send_on_commit(PERFORM, task.pk)
    return changed == 1


def digest_of(parameters: Mapping[str, object]) -> str:
    """Return a hash of a task's parameters. It distinguishes tasks of the same kind for the same
    object."""
    return sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()


def from_the_start(task: BackgroundTask) -> dict[str, int]:
    """Return the field values that reset a task's progress. The dict is empty for a task that can
    continue where it stopped."""
    return {} if task.by_parts else {"done": 0}


@transaction.atomic
def ask_for_task(
    *,
    kind: BackgroundTask.Kind,
    subject: Batch | Dataset,
    by: User,
    parameters: Mapping[str, object] | None = None,
    total: int | None = None,
) -> BackgroundTask:
    """Create a task, and send it to a worker after the commit. If the same task is unfinished,
    return that task."""
    chosen = dict(parameters or {})
    task, created = BackgroundTask.under_way().get_or_create(
        kind=kind,
        subject_id=subject.pk,
        parameters_sha256=digest_of(chosen),
        defaults={
            "parameters": chosen,
            "total": total,
            "project_id": subject.project_id,
            "subject_name": str(subject)[:200],
            "created_by": by,
        },
    )
    if created:
        send_on_commit(PERFORM, task.pk)
    return task
