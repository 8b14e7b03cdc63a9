"""Pausing or ending one person's part in all batches of a project, also those to come; and what
somebody reads whose part is paused or ended."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from hits.models import Assignment, Batch, Enrolment, Suspension
from hits.queue.enrolments import check_reason, free_claimed
from people.acts import record
from people.models import Act, User

_VERBS = {
    Suspension.Kind.PAUSED: Act.Verb.PART_PAUSED,
    Suspension.Kind.STOPPED: Act.Verb.PART_ENDED,
}


@transaction.atomic
def suspend(
    *, project_id: int, user_id: int, kind: Suspension.Kind, reason: str, by: User | None
) -> bool:
    """Let the person work in no batch of the project; the HITs in their hands are open for others.

    They read `reason`; what they submitted stands. A pause may become an end, and no other way
    round. False where nothing changed. Raises NoReason.
    """
    written = check_reason(reason)
    suspension, is_new = Suspension.objects.select_for_update(of=("self",)).get_or_create(
        project_id=project_id,
        user_id=user_id,
        defaults={"kind": kind, "reason": written, "decided_by": by},
    )
    if not is_new:
        if kind in (suspension.kind, Suspension.Kind.PAUSED):
            return False
        suspension.kind, suspension.reason, suspension.decided_by = kind, written, by
        suspension.save(update_fields=["kind", "reason", "decided_by", "decided_at"])
    claimed = Assignment.objects.filter(state=Assignment.State.CLAIMED, annotator=user_id)
    parts = Enrolment.objects.filter(batch__project=project_id, annotator=user_id)
    for enrolment in parts.filter(batch__in=claimed.values("batch")).order_by("pk"):
        free_claimed(enrolment=enrolment)
    _record(project_id, user_id, _VERBS[kind], by, {"reason": written})
    return True


@transaction.atomic
def end_suspension(*, project_id: int, user_id: int, by: User | None) -> bool:
    """Let the person work in the project again; False where nothing kept them out of it. What was
    paused or ended in one batch stays so."""
    deleted, _models = Suspension.objects.filter(project=project_id, user=user_id).delete()
    if not deleted:
        return False
    _record(project_id, user_id, Act.Verb.PART_RESUMED, by, {})
    return True


def _record(
    project_id: int, user_id: int, verb: str, by: User | None, after: dict[str, str]
) -> None:
    """An act on the project; the person by the latest of their pseudonyms in it."""
    latest = Enrolment.objects.filter(batch__project=project_id, annotator=user_id).order_by("-pk")
    enrolment = latest.select_related("batch__project").first()
    if enrolment is not None:
        record(
            actor=by,
            verb=verb,
            subject=enrolment.batch.project,
            project_id=project_id,
            after={"annotator": enrolment.pseudonym, **after},
        )


@dataclass(frozen=True)
class Hold:
    """Why somebody gets no more HITs: their part is paused or ended, in this batch or in the
    project, for a reason that they read."""

    reason: str
    is_pause: bool
    in_project: bool

    @property
    def what(self) -> str:
        """In a sentence, without the reason."""
        if self.in_project:
            if self.is_pause:
                return _("The researcher has paused your part in all batches of this project.")
            return _("The researcher has ended your part in all batches of this project.")
        if self.is_pause:
            return _("The researcher has paused your part in this batch.")
        return _("The researcher has ended your part in this batch.")

    @property
    def with_reason(self) -> str:
        return f"{self.what} " + _("The reason: “%(reason)s”") % {"reason": self.reason}


def hold_on(batch: Batch, user: User, enrolment: Enrolment | None) -> Hold | None:
    """What keeps the person out of the batch, the project's before the batch's own; None for
    nothing. One statement."""
    suspension = Suspension.objects.filter(project=batch.project_id, user=user).first()
    if suspension is not None:
        is_pause = suspension.kind == Suspension.Kind.PAUSED
        return Hold(suspension.reason, is_pause, in_project=True)
    if enrolment is None or enrolment.status == Enrolment.Status.ACTIVE:
        return None
    is_pause = enrolment.status == Enrolment.Status.PAUSED
    return Hold(enrolment.stop_reason, is_pause, in_project=False)
