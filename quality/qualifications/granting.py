"""Granting and revoking a qualification, with the effects on people who are working."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batches.training import is_qualified
from hits.models import Batch, Enrolment, Qualification, QualifiedPerson, TrainingAttempt
from hits.queue.enrolments import readmit_enrolment
from hits.queue.prefetched import free_prefetched_of
from people.acts import record
from people.models import Act, Project, User
from recruiting.route import advance

Origin = QualifiedPerson.Origin
MOST_LETTERS = 500


class NotGranted(RateroomError):
    """Raised if the qualification cannot be granted, revoked or required in this way."""


def qualification_of(*, project: Project, name: str, by: User | None) -> Qualification:
    """Return the project's qualification with this name, and create it if necessary. Raises
    NotGranted if the name is blank or too long."""
    name = " ".join(name.split())
    longest = Qualification._meta.get_field("name").max_length or 0
    if not name or len(name) > longest:
        raise NotGranted(_("Enter a name of at most %(most)d characters.") % {"most": longest})
    return Qualification.objects.get_or_create(
        project=project, name=name, defaults={"created_by": by}
    )[0]


@transaction.atomic
def grant(
    *,
    qualification: Qualification,
    users: Collection[User],
    origin: str,
    reason: str = "",
    by: User | None,
    expires_at: datetime | None = None,
) -> int:
    """Grant the qualification to these people, or extend it. Return the number of people for whom
    something changed. Grants are logged, except for passed tests. Raises NotGranted if the reason
    is missing or `expires_at` is past.

    People who are at the test that gives this qualification continue to the main HITs, even if they
    failed it.
    """
    reason = _reason(reason) if origin == Origin.HAND else reason.strip()[:MOST_LETTERS]
    now = timezone.now()
    if expires_at is not None and expires_at <= now:
        raise NotGranted(_("Choose a future date."))
    # Lock the qualification, so that grants run one at a time. Otherwise, the partial unique index
    # could reject a second row for the same person.
    Qualification.objects.select_for_update(no_key=True).get(pk=qualification.pk)
    standing = qualification.people.filter(user__in=users, revoked_at__isnull=True)
    as_long = Q(expires_at__isnull=True)
    if expires_at is not None:
        as_long |= Q(expires_at__gte=expires_at)
    standing_users = set(standing.filter(as_long).values_list("user_id", flat=True))
    renewed = standing.exclude(as_long)
    renewed.update(
        revoked_at=now, revoked_by=by, revoked_reason=_("The qualification was renewed.")
    )
    fresh = [user for user in users if user.pk not in standing_users]
    QualifiedPerson.objects.bulk_create(
        QualifiedPerson(
            qualification=qualification,
            user=user,
            origin=origin,
            reason=reason,
            granted_at=now,
            granted_by=by,
            expires_at=expires_at,
        )
        for user in fresh
    )
    # A passed test is the person's own achievement and not an act of a researcher.
    if fresh and origin != Origin.TEST:
        _note(qualification, Act.Verb.QUALIFIED, fresh, reason, by)
    _lead_on(qualification, fresh)
    return len(fresh)


@transaction.atomic
def revoke(
    *, qualification: Qualification, users: Collection[User], reason: str, by: User | None
) -> int:
    """Revoke the qualification of these people, and log this. Return the number of people who had
    it. Raises NotGranted if the reason is missing.

    In batches that require the qualification, these people can finish a claimed HIT but claim no
    others.
    """
    reason = _reason(reason)
    standing = qualification.people.filter(user__in=users, revoked_at__isnull=True)
    rows = list(standing.select_for_update(no_key=True, of=("self",)).select_related("user"))
    standing.update(revoked_at=timezone.now(), revoked_by=by, revoked_reason=reason)
    losing = [row.user for row in rows]
    if losing:
        _note(qualification, Act.Verb.DISQUALIFIED, losing, reason, by)
        ids = [user.pk for user in losing]
        for batch in Batch.objects.filter(required_qualification=qualification):
            free_prefetched_of(batch_id=batch.pk, annotator_ids=ids)
        _lead_on(qualification, losing)
    return len(losing)


def _reason(reason: str) -> str:
    if not reason.strip():
        raise NotGranted(_("Give a reason in a sentence."))
    return reason.strip()[:MOST_LETTERS]


def _note(
    qualification: Qualification, verb: str, users: Collection[User], reason: str, by: User | None
) -> None:
    record(by, verb, qualification, after={"people": len(users), "reason": reason})


def _lead_on(qualification: Qualification, users: Collection[User]) -> None:
    """Determine again the next step of these people in open batches whose test gives the
    qualification. People who failed the test but are qualified now are readmitted."""
    enrolled = Enrolment.objects.filter(
        batch__tested_qualification=qualification, annotator__in=users
    ).exclude(batch__state=Batch.State.CLOSED)
    for enrolment in enrolled.order_by("pk"):
        if _failed(enrolment) and is_qualified(
            qualification_id=qualification.pk, user_id=enrolment.annotator_id
        ):
            readmit_enrolment(enrolment_id=enrolment.pk)
        if advance(enrolment_id=enrolment.pk):
            free_prefetched_of(batch_id=enrolment.batch_id, annotator_ids=[enrolment.annotator_id])


def _failed(enrolment: Enrolment) -> bool:
    """Return whether the person's participation ended automatically because they failed the
    test."""
    if enrolment.status == Enrolment.Status.ACTIVE or enrolment.stopped_by_id is not None:
        return False
    tests = enrolment.training_attempts.filter(part=TrainingAttempt.Part.TEST)
    last = tests.order_by("-number").first()
    return last is not None and last.passed is False


def decide_on(person: Enrolment, act: str, *, reason: str, by: User) -> int:
    """Grant or revoke the qualification that the test of the person's batch gives. `act` is "grant"
    or "revoke". Return the number of people for whom something changed. Raises NotGranted."""
    qualification = person.batch.tested_qualification
    if qualification is None:
        return 0
    decision: dict[str, Any] = {
        "qualification": qualification,
        "users": [person.annotator],
        "reason": reason,
        "by": by,
    }
    return revoke(**decision) if act == "revoke" else grant(**decision, origin=Origin.HAND)
