"""The people who are allowed or blocked by name in a batch, and the number of people who can work
on it."""

from collections.abc import Collection, Sequence

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.database.sql import load
from hits.access import may_work_sql
from hits.models import Admission, AudienceExclusion, Batch, Enrolment, ExpectedPerson
from hits.queue.prefetched import free_prefetched_of
from people.acts import record
from people.models import Act, User


@transaction.atomic
def admit(
    *, batch: Batch, users: Collection[User], by: User | None, origin: str = Admission.OWNER
) -> int:
    """Allow these people to see and claim the batch's HITs even if they are not in its audience.
    Return the number of people for whom this is new."""
    return _decide(batch, users, Admission.Verdict.ADMITTED, by, origin)


def admit_whoever_comes(*, batch: Batch, user: User, origin: str) -> None:
    """Allow a person who came through a link or from a panel. An earlier decision is kept, so
    blocked people stay blocked."""
    Admission.objects.get_or_create(
        batch=batch,
        user=user,
        defaults={
            "verdict": Admission.Verdict.ADMITTED,
            "origin": origin,
            "decided_at": timezone.now(),
        },
    )


@transaction.atomic
def refuse(
    *, batch: Batch, users: Collection[User], by: User | None, origin: str = Admission.OWNER
) -> int:
    """Block these people from claiming the batch's HITs, even if something else allows them. Return
    the number of people for whom this is new.

    Blocked people who have worked on the batch can still submit a HIT that they have claimed, and
    see the batch's outcome.
    """
    refused = _decide(batch, users, Admission.Verdict.REFUSED, by, origin)
    free_prefetched_of(batch_id=batch.pk, annotator_ids=[user.pk for user in users])
    return refused


def _decide(
    batch: Batch, users: Collection[User], verdict: str, by: User | None, origin: str
) -> int:
    same = Admission.objects.filter(
        batch=batch, user__in=users, verdict=verdict, origin=origin
    ).count()
    Admission.objects.bulk_create(
        # Rows are always in the same order, so that two lists stored at the same time wait for each
        # other and do not cause a deadlock.
        [
            Admission(
                batch=batch,
                user=user,
                verdict=verdict,
                origin=origin,
                decided_at=timezone.now(),
                decided_by=by,
            )
            for user in sorted(users, key=lambda user: user.pk)
        ],
        update_conflicts=True,
        unique_fields=["batch", "user"],
        update_fields=["verdict", "origin", "decided_at", "decided_by"],
    )
    return len(users) - same


def forget(*, batch: Batch, users: Collection[User]) -> int:
    """Remove these people from the batch's list, so that only its audience decides whether they can
    work. Return the number of people removed."""
    deleted, _by_model = Admission.objects.filter(batch=batch, user__in=users).delete()
    return deleted


@transaction.atomic
def keep_out_annotators_of(*, batch: Batch, other: Batch, by: User | None) -> bool:
    """Block everyone who has submitted work in `other`, or will, from `batch`. Return False if they
    were already blocked. Raises ValueError unless `other` is another batch of the same project."""
    if other.project_id != batch.project_id or other.pk == batch.pk:
        raise ValueError("Only annotators of another batch of the same project can be blocked.")
    _exclusion, created = AudienceExclusion.objects.get_or_create(
        batch=batch, other=other, defaults={"decided_by": by}
    )
    if created:
        worked = Enrolment.objects.filter(batch=other, submitted__gt=0)
        free_prefetched_of(
            batch_id=batch.pk, annotator_ids=list(worked.values_list("annotator", flat=True))
        )
        _note(batch, by, before=None, after=other)
    return created


@transaction.atomic
def let_in_annotators_of(*, batch: Batch, other: Batch, by: User) -> bool:
    """Stop blocking the annotators of `other` from `batch`. Return False if they were not
    blocked."""
    rows = AudienceExclusion.objects.filter(batch=batch, other=other)
    deleted = rows.delete()[0] > 0
    if deleted:
        _note(batch, by, before=other, after=None)
    return deleted


def _note(batch: Batch, by: User | None, *, before: Batch | None, after: Batch | None) -> None:
    record(
        by,
        Act.Verb.AMENDED,
        batch,
        before={"annotators kept out": before.title} if before else None,
        after={"annotators kept out": after.title} if after else None,
    )


COUNTED = 1000  # people; more are not counted, so that a researcher's page does not wait

_COUNT = load(
    "hits/batches/sql/audience.sql",
    "count",
    may_work=may_work_sql("b", "u.id"),
    counted=str(COUNTED),
)

_WITHOUT_PEOPLE = load(
    "hits/batches/sql/audience.sql", "without_people", may_work=may_work_sql("b", "u.id")
)


def live_without_people(project_ids: Sequence[int]) -> list[int]:
    """Return the ids of these projects' live batches that no one can work on, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(_WITHOUT_PEOPLE, {"projects": list(project_ids)})
        return [pk for (pk,) in cursor.fetchall()]


def people_who_may_work(batch: Batch) -> int | None:
    """Return the number of accounts that can work on the batch, counted up to COUNTED + 1. Return
    None if everyone with an account can."""
    if batch.audience == Batch.Audience.EVERYONE:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, {"batch": batch.pk, "project": batch.project_id})
        return int(cursor.fetchone()[0])


def who_may_work(batch: Batch) -> dict[str, object]:
    """Return a sentence about who can work on the batch (`audience`), or a warning if no one can
    (`audience_warning`). The other value is ""."""
    number = people_who_may_work(batch)
    if number is None:
        return {
            "audience": _("Everyone with an account can work on this batch."),
            "audience_warning": "",
        }
    if number:
        sentence = ngettext(
            "%(number)s person can work on this batch.",
            "%(number)s people can work on this batch.",
            number,
        )
        count = f"{COUNTED}+" if number > COUNTED else number
        return {"audience": sentence % {"number": count}, "audience_warning": ""}
    return {"audience": "", "audience_warning": nobody_may_work(batch)}


def nobody_may_work(batch: Batch) -> str:
    """Return a sentence that says why no one can work on the batch with its current audience."""
    if batch.required_qualification is not None:
        return _(
            "No one can work on this batch yet, because no one in its audience has the "
            "required qualification “%(name)s”."
        ) % {"name": batch.required_qualification}
    pool = ExpectedPerson.objects.filter(project=batch.project, batch=None)
    if batch.audience == Batch.Audience.POOL and (expected := pool.count()):
        return ngettext(
            "No one can work on this batch yet. %(number)d person in the pool must log in first.",
            "No one can work on this batch yet. %(number)d people in the pool must log in first.",
            expected,
        ) % {"number": expected}
    if batch.audience == Batch.Audience.POOL:
        return _(
            "No one can work on this batch yet, because the project's pool is empty or "
            "everyone in it is blocked. Add people to the pool."
        )
    if batch.audience in (Batch.Audience.LINK, Batch.Audience.PANEL):
        return _(
            "No one can work on this batch yet, because no one has joined. Send a link or add "
            "a panel under “Recruitment”."
        )
    return _(
        "No one can work on this batch yet, because its list of allowed people is empty. Add "
        "people to the list."
    )
