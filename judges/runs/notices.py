"""The email to researchers about judge runs that stopped automatically."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from judges.models import JudgeRun
from people.notices.sending import researchers_of, send

DAYS_BACK = 2


def tell_of_stopped_runs() -> int:
    """Email researchers about runs that stopped automatically, with the reason. Return the number
    of emails."""
    stopped = JudgeRun.objects.filter(
        state=JudgeRun.State.PAUSED, sent_at__gte=timezone.now() - timedelta(days=DAYS_BACK)
    ).exclude(stopped_because="")
    return sum(
        send(
            kind="judge_run_failed",
            subject=f"run:{run.pk}:{run.stopped_because}"[:120],
            to=researchers_of(run.batch.project_id),
            values={"run": run.name, "batch": run.batch.title, "reason": run.stopped_because},
            path=reverse("admin:judge_run", args=[run.pk]),
        )
        for run in stopped.select_related("batch").order_by("pk")
    )
