"""Starting, pausing, cancelling and resuming a live judge run. The calls are made in
judges.runs.running."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Batch
from judges.endpoints.credentials import check_endpoint
from judges.models import JudgeRun, Verdict
from judges.prompts.untaken import refuse_untaken
from judges.replies.storing import UPSTREAM
from judges.runs.plan import estimate, planned_count
from people.models import User
from tasks.long_work.rows import cancel, fresh
from tasks.long_work.sending import send_on_commit

State = JudgeRun.State


class NotStartable(RateroomError):
    """Raised if the run cannot be started now."""


@transaction.atomic
def start_run(*, run_id: int) -> bool:
    """Start or resume a run, and send the task that makes its calls. Return False if the run is
    already running or done. Raises RateroomError like `check_startable`."""
    run = (
        JudgeRun.objects.select_for_update(of=("self",))
        .select_related("batch__rubric_version", "endpoint")
        .get(pk=run_id)
    )
    if run.state not in {State.READY, State.PAUSED, State.CANCELLED}:
        return False
    check_startable(run)
    JudgeRun.objects.filter(pk=run.pk).update(
        state=State.RUNNING, planned=planned_count(run), stopped_because="", **fresh()
    )
    send_on_commit("judges.tasks.run_judge", run.pk)
    return True


def check_startable(run: JudgeRun) -> None:
    """Raise RateroomError if the endpoint is missing or not allowed, the batch is not published, an
    output cannot be sent, or the estimated usage exceeds a cap."""
    if run.endpoint is None:
        raise NotStartable(_("Choose an endpoint, or export the prompts."), where=run.name)
    if run.batch.state in {Batch.State.DRAFT, Batch.State.PUBLISHING}:
        raise NotStartable(_("Publish the batch first."), where=run.batch.title)
    check_endpoint(run.endpoint)
    refuse_untaken(run, "openai")
    expected = estimate(run)
    if run.cost_cap is not None and expected.cost is not None and expected.cost > run.cost_cap:
        raise NotStartable(
            _("The run’s estimate of %(estimate)s is above its maximum of %(most)s.")
            % {"estimate": f"{expected.cost} {run.batch.project.currency}", "most": run.cost_cap},
            where=run.name,
        )
    if run.token_cap is not None and expected.tokens > run.token_cap:
        raise NotStartable(
            _("The run’s estimate of %(estimate)s is above its maximum of %(most)s.")
            % {"estimate": f"{expected.tokens:,} tokens", "most": f"{run.token_cap:,}"},
            where=run.name,
        )


def pause_run(*, run_id: int, because: str = "") -> bool:
    """Pause a running run for the reason `because`. No more calls are made, but replies to calls in
    progress are stored. Return False if the run is not running."""
    running = JudgeRun.objects.filter(pk=run_id, state=State.RUNNING)
    return running.update(state=State.PAUSED, stopped_because=because) == 1


def cancel_run(*, run_id: int, by: User) -> bool:
    """Cancel a run, so that no more calls are made. Replies received until then are kept and must
    be paid for. Return False if the run has already ended."""
    return cancel(JudgeRun(pk=run_id), by=by)


@transaction.atomic
def retry_failed(*, run_id: int) -> int:
    """Delete the verdicts of calls that failed without a reply, so that the calls are repeated.
    Return the number of deleted verdicts. A run that was done is paused and can be resumed. If the
    run is running, do nothing and return 0."""
    run = JudgeRun.objects.select_for_update().get(pk=run_id)
    if run.state == State.RUNNING:
        return 0
    failed = unanswered(run)
    count = failed.count()
    failed.delete()
    JudgeRun.objects.filter(pk=run.pk, state=State.DONE).update(
        state=State.PAUSED if count else State.DONE
    )
    return count


def unanswered(run: JudgeRun) -> QuerySet[Verdict]:
    return run.verdicts.filter(error_code=UPSTREAM, raw_reply="")
