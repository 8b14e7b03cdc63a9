"""Pausing or ending one person's participation in all present and future batches of a project. The
person sees a message."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.models import Batch, Enrolment, Suspension
from hits.queue.enrolments import GOING_ON, check_reason, hold_part
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
    """Block the person from all batches of the project. The person's participation in these batches
    is paused or ended, no new HITs are assigned, and claimed HITs become free.

    The person sees `reason`. Submitted responses are kept. A pause can be changed to an end, but
    not vice versa. Return False if nothing changed. Raises NoReason if `reason` is blank.
    """
    decided: dict[str, Any] = {"kind": kind, "reason": check_reason(reason), "decided_by": by}
    decided["decided_at"] = at = timezone.now()
    suspension, is_new = Suspension.objects.select_for_update(of=("self",)).get_or_create(
        project_id=project_id, user_id=user_id, defaults=decided
    )
    if not is_new:
        if kind in (suspension.kind, Suspension.Kind.PAUSED):
            return False
        _parts(project_id, user_id).filter(stopped_at=suspension.decided_at).update(stopped_at=at)
        Suspension.objects.filter(pk=suspension.pk).update(**decided)
    for enrolment in _parts(project_id, user_id).order_by("pk"):
        hold_part(
            enrolment=enrolment,
            status=Enrolment.Status(kind),
            reason=decided["reason"],
            by=by,
            at=at,
        )
    _record(project_id, user_id, _VERBS[kind], by, {"reason": decided["reason"]})
    return True


@transaction.atomic
def end_suspension(*, project_id: int, user_id: int, by: User | None) -> bool:
    """Let the person work in the project again. Return False if the person was not blocked. If the
    person was paused or removed in a single batch, that does not change."""
    suspensions = Suspension.objects.filter(project=project_id, user=user_id)
    suspension = suspensions.select_for_update(of=("self",)).first()
    if suspension is None:
        return False
    # Resume only the participations that this suspension stopped. They have the same time as it.
    _parts(project_id, user_id).filter(stopped_at=suspension.decided_at).update(**GOING_ON)
    suspension.delete()
    _record(project_id, user_id, Act.Verb.PART_RESUMED, by, {})
    return True


def _parts(project_id: int, user_id: int) -> QuerySet[Enrolment]:
    return Enrolment.objects.filter(batch__project=project_id, annotator=user_id)


def _record(
    project_id: int, user_id: int, verb: str, by: User | None, after: dict[str, str]
) -> None:
    """Record an act on the project. The act names the person by their latest pseudonym in the
    project. Nothing is recorded if the person has not joined any of its batches."""
    latest = _parts(project_id, user_id).select_related("batch__project").order_by("-pk")
    enrolment = latest.first()
    if enrolment is not None:
        record(by, verb, enrolment.batch.project, after={"annotator": enrolment.pseudonym, **after})


@dataclass(frozen=True)
class Hold:
    """The reason why a person gets no more HITs: the person is paused or removed, in this batch or
    in the project. `reason` is the text that the person sees."""

    reason: str
    is_pause: bool
    in_project: bool

    @property
    def what(self) -> str:
        """Return a sentence for the annotator about the decision, without its reason."""
        if self.in_project:
            if self.is_pause:
                return _(
                    "The researcher has paused your participation in all batches of this project."
                )
            return _("The researcher has ended your participation in all batches of this project.")
        if self.is_pause:
            return _("The researcher has paused your participation in this batch.")
        return _("Your participation in this batch has ended.")

    @property
    def for_researchers(self) -> str:
        """Return a sentence for researchers about the decision, which says where it applies."""
        if self.in_project:
            if self.is_pause:
                return _("Paused in all batches of the project.")
            return _("Removed from all batches of the project.")
        return _("Paused in this batch.") if self.is_pause else _("Removed from this batch.")

    @property
    def with_reason(self) -> str:
        return f"{self.what} " + _("Reason: “%(reason)s”") % {"reason": self.reason}


def hold_on(batch: Batch, user: User, enrolment: Enrolment | None) -> Hold | None:
    """Return the decision that prevents the person from getting HITs, or None if there is none. A
    decision for the project takes precedence over one for the batch. Uses one query."""
    suspension = Suspension.objects.filter(project=batch.project_id, user=user).first()
    if suspension is not None:
        is_pause = suspension.kind == Suspension.Kind.PAUSED
        return Hold(suspension.reason, is_pause, in_project=True)
    if enrolment is None or enrolment.status == Enrolment.Status.ACTIVE:
        return None
    is_pause = enrolment.status == Enrolment.Status.PAUSED
    return Hold(enrolment.stop_reason, is_pause, in_project=False)
