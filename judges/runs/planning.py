"""Planning a run over a batch, before anything is asked."""

from django.db import transaction

from judges.models import JudgeRun
from people.models import User


@transaction.atomic
def plan_run(*, run: JudgeRun, by: User) -> JudgeRun:
    """Store a run that is ready to start: by whom, and for which rubric. The same plan sent twice
    has a name that is taken, and raises IntegrityError."""
    run.state, run.created_by = JudgeRun.State.READY, by
    run.rubric_sha256 = run.batch.rubric_version.sha256
    run.save(force_insert=True)
    return run
