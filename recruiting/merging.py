"""Merging two annotators who are the same person."""

from collections.abc import Callable, Iterator
from decimal import Decimal

from django.db import transaction
from django.db.models import F, Max, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import (
    Admission,
    Assignment,
    Batch,
    Enrolment,
    Message,
    QualifiedPerson,
    Suspension,
)
from hits.queue.enrolments import free_claimed, record_part
from hits.queue.prefetched import free_prefetched_of
from hits.states import ANSWERED, USED, State
from payments.models import Account, Transaction
from payments.posting import Posting, account_of, locked_balance, post
from people.acts import record
from people.models import (
    Act,
    Invitation,
    Notice,
    NoticeSettings,
    PoolMember,
    Project,
    Session,
    User,
)
from recruiting.around.models import PageVisit
from recruiting.guests.making import own_links
from recruiting.models import Guest, PanelPerson, Sitting
from recruiting.prolific.models import Submission
from recruiting.sittings.work import work_of

MOVED_AT_ONCE = 1_000  # assignments per query


class NotMerged(RateroomError):
    """Raised if two people cannot be merged."""


def person_called(batch: Batch, pseudonym: str, *, field: str) -> User:
    """Return the person with this pseudonym in the batch. Raises NotMerged for the form field
    `field` if there is no such person."""
    enrolments = batch.enrolments.select_related("annotator")
    enrolment = enrolments.filter(pseudonym=(name := pseudonym.strip().upper())).first()
    if enrolment is None:
        raise NotMerged(_("“%(name)s” was not found.") % {"name": name}, field=field)
    return enrolment.annotator


@transaction.atomic
def merge_people(
    *,
    project: Project,
    goes: User,
    stays: User,
    by: User,
    tell: Callable[[int], None] = lambda _answers: None,
) -> None:
    """Move everything that the guest `goes` did in the project to `stays`, and deactivate the
    guest. `tell` is called with the number of responses moved, after every MOVED_AT_ONCE
    assignments.

    Raises NotMerged if `goes` has an account or has worked in another project, or if `stays` has
    not worked in this project. Also raises NotMerged if both have done the same HIT, or if the
    merge would change which HITs belong to a sitting.
    """
    people = User.objects.select_for_update(no_key=True).order_by("pk")
    locked = {user.pk: user for user in people.filter(pk__in=[goes.pk, stays.pk])}
    goes, stays = locked[goes.pk], locked[stays.pk]
    refuse_unlike(project, goes, stays)
    # Lock the enrolments before the assignments, in the same order as a claim.
    enrolments = list(
        Enrolment.objects.select_for_update(no_key=True)
        .filter(annotator__in=[goes, stays], batch__project=project)
        .order_by("pk")
    )
    ends = [enrolment for enrolment in enrolments if enrolment.annotator_id == goes.pk]
    stay = {
        enrolment.batch_id: enrolment
        for enrolment in enrolments
        if enrolment.annotator_id == stays.pk
    }
    _empty_hands(ends, stays)
    _refuse_shared_hits(goes, stays)
    pairs = [(part, stay[part.batch_id]) for part in ends if part.batch_id in stay]
    _refuse_open_sittings(pairs)
    in_sittings = _work_in_sittings(pairs)
    _move_money(project, goes, stays, by)
    moved = 0
    for enrolment in ends:
        into = stay.get(enrolment.batch_id)
        for answers in _move_work(enrolment, into, stays):
            moved += answers
            tell(moved)
        if into is not None:
            _move_part(enrolment, into, by)
    if _work_in_sittings(pairs) != in_sittings:
        raise NotMerged(
            _(
                "The sessions of the two people overlap, so some HITs would end up in the wrong "
                "session."
            ),
            remedy=_("Keep the two people separate, and exclude the responses of one of them."),
        )
    Enrolment.objects.filter(annotator=goes).exclude(batch__in=stay).update(annotator=stays)
    Message.objects.filter(author=goes).update(author=stays)
    _move_identity(goes, stays)
    record(
        by,
        Act.Verb.MERGED,
        stays,
        project_id=project.pk,
        before={"two persons": f"{stays}, {goes}"},
        after={"one person": str(stays)},
    )


def refuse_unlike(project: Project, goes: User, stays: User) -> None:
    """Raise NotMerged if the accounts or enrolments of these people show that `goes` cannot be
    merged into `stays`."""
    if goes.pk == stays.pk:
        raise NotMerged(_("The two pseudonyms already belong to the same person."))
    if not goes.is_guest or not goes.is_active:
        raise NotMerged(
            _("Only a person without an account can be merged into another person."),
            remedy=_("Under “Person to keep”, choose the person who has an account."),
        )
    here = Enrolment.objects.filter(batch__project=project)
    if not all(here.filter(annotator=user).exists() for user in (goes, stays)):
        raise NotMerged(_("Both people must have taken part in this project."))
    elsewhere = Enrolment.objects.filter(annotator=goes).exclude(batch__project=project)
    if elsewhere.exists():
        raise NotMerged(_("The duplicate person has also taken part in another project."))


def _empty_hands(ends: list[Enrolment], stays: User) -> None:
    """In the batches of `goes`, release the HITs prefetched for `stays`, and the HITs claimed by or
    prefetched for `goes`."""
    for enrolment in ends:
        free_prefetched_of(batch_id=enrolment.batch_id, annotator_ids=[stays.pk])
        free_claimed(enrolment=enrolment)


def _refuse_shared_hits(goes: User, stays: User) -> None:
    theirs = Assignment.objects.filter(annotator=stays, state__in=USED).values("hit")
    shared = Assignment.objects.filter(annotator=goes, state__in=USED, hit__in=theirs).first()
    if shared is not None:
        raise NotMerged(
            _("Both people have answered HIT %(hit)s.") % {"hit": shared.hit_id},
            remedy=_("Keep the two people separate, and exclude the responses of one of them."),
        )


def _refuse_open_sittings(pairs: list[tuple[Enrolment, Enrolment]]) -> None:
    """Raise NotMerged if there are open sittings that prevent the merge. New work could otherwise
    count for the sittings of both people, or for the wrong sitting."""
    for part, into in pairs:
        sittings = Sitting.objects.filter(enrolment__in=[part, into])
        going = sittings.filter(enrolment=part)
        if going.filter(state=Sitting.State.ACTIVE).exists():
            raise NotMerged(
                _("The duplicate person is in a session."),
                remedy=_(
                    "Wait until the session ends, or remove the person in that session "
                    "from the batch."
                ),
            )
        latest = going.aggregate(latest=Max("started_at"))["latest"]
        staying = sittings.filter(enrolment=into, state=Sitting.State.ACTIVE)
        if latest is not None and staying.filter(started_at__lt=latest).exists():
            raise NotMerged(
                _(
                    "These people cannot be merged yet: the person to keep is still in a "
                    "session that started before the duplicate’s latest session."
                ),
                remedy=_(
                    "Wait until the session ends, or remove the person in that session "
                    "from the batch."
                ),
            )


def _work_in_sittings(pairs: list[tuple[Enrolment, Enrolment]]) -> dict[int, list[int]]:
    """Return the ids of the assignments in each sitting of these enrolments, by sitting id. A panel
    pays for a sitting as a whole, so the merge must not change its assignments."""
    parts = [part for pair in pairs for part in pair]
    return {
        sitting.pk: list(work_of(sitting).order_by("pk").values_list("pk", flat=True))
        for sitting in Sitting.objects.filter(enrolment__in=parts)
    }


def _move_money(project: Project, goes: User, stays: User, by: User) -> None:
    """Move the earnings of `goes` to `stays` in two transactions. One is for the pay for approved
    HITs, and one for everything else (bonuses, training, payouts)."""
    source = account_of(project.pk, Account.Kind.EARNINGS, annotator_id=goes.pk)
    target = account_of(project.pk, Account.Kind.EARNINGS, annotator_id=stays.pk)
    balance = locked_balance(source)
    approved = Assignment.objects.filter(annotator=goes, state=State.APPROVED)
    work = approved.aggregate(total=Sum("batch__reward"))["total"] or Decimal(0)
    parts = {"work": work, "declared": balance - work}
    postings = [
        Posting(
            Transaction.Kind.MERGE,
            f"merge:{part}:{goes.pk}",
            {source: -amount, target: amount},
            created_by_id=by.pk,
        )
        for part, amount in parts.items()
    ]
    post(project_id=project.pk, postings=postings)


def _move_work(ends: Enrolment, into: Enrolment | None, stays: User) -> Iterator[int]:
    """Move one person's assignments in a batch to the other person, in chunks. They follow the
    existing assignments of `into`, if the other person is enrolled. Yield the number of responses
    in each chunk."""
    changes: dict[str, object] = {"annotator": stays}
    if into is not None:
        changes |= {"enrolment": into, "sequence": F("sequence") + into.claims}
    work = Assignment.objects.filter(enrolment=ends)
    assignments = list(work.order_by("pk").values_list("pk", "state"))
    for start in range(0, len(assignments), MOVED_AT_ONCE):
        part = assignments[start : start + MOVED_AT_ONCE]
        Assignment.objects.filter(pk__in=[pk for pk, _state in part]).update(**changes)
        yield sum(state in ANSWERED for _pk, state in part)


def _move_part(ends: Enrolment, into: Enrolment, by: User) -> None:
    """Merge the enrolment `ends` into `into`, the other person's enrolment in the same batch.
    Record this in the activity log, because the batch now has one rater fewer."""
    at_prolific = Submission.objects.filter(
        sitting__enrolment=into, sitting__state=Sitting.State.ACTIVE
    ).exists()
    # Each sitting keeps its number of HITs.
    for part, more in ((into, ends.submitted), (ends, into.submitted)):
        Submission.objects.filter(sitting__enrolment=part).update(
            submitted_before=F("submitted_before") + more
        )
    Sitting.objects.filter(enrolment=ends).update(enrolment=into)
    _move_pages(ends, into)
    Message.objects.filter(enrolment=ends).update(enrolment=into)
    into.claims, into.submitted = into.claims + ends.claims, into.submitted + ends.submitted
    into.returned, into.candidates = into.returned + ends.returned, []
    # The open HITs of a sitting remain available.
    if into.cap is not None and (into.sittings_begun or at_prolific):
        into.cap += ends.submitted
    if into.cap is not None and into.sittings_begun:
        into.sitting_from += ends.submitted
    into.sittings_begun += ends.sittings_begun
    into.save(
        update_fields=[
            "claims",
            "submitted",
            "returned",
            "candidates",
            "cap",
            "sitting_from",
            "sittings_begun",
        ]
    )
    ends.claims = ends.submitted = ends.returned = 0
    ends.candidates = []
    ends.status, ends.stopped_at = Enrolment.Status.STOPPED, timezone.now()
    ends.stop_reason = _("Merged with %(pseudonym)s, who is the same person.") % {
        "pseudonym": into.pseudonym
    }
    ends.save(
        update_fields=[
            "claims",
            "submitted",
            "returned",
            "candidates",
            "status",
            "stopped_at",
            "stop_reason",
        ]
    )
    record_part(ends, Act.Verb.PART_ENDED, by, {"reason": ends.stop_reason})


def _move_pages(ends: Enrolment, into: Enrolment) -> None:
    """Move the person's answers about themselves to the enrolment `into`, so that the remaining
    person can read and delete them. If both people have answered a page, the remaining person's
    answers are kept. Consents are not moved."""
    theirs = PageVisit.objects.filter(enrolment=into).values("version")
    PageVisit.objects.filter(enrolment=ends, version__in=theirs).delete()
    PageVisit.objects.filter(enrolment=ends).update(enrolment=into)


def _move_identity(goes: User, stays: User) -> None:
    """Move panel ids, and entries in pools, lists and qualifications, to `stays`. End the links and
    sessions of `goes`, and deactivate `goes`."""
    PanelPerson.objects.filter(user=goes).update(user=stays)
    Invitation.objects.filter(own_links(goes)).update(taken_by=stays)
    listed = Admission.objects.filter(user=stays).values("batch")
    Admission.objects.filter(user=goes).exclude(batch__in=listed).update(user=stays)
    # If one of the two people is blocked by name, both are.
    refused = Admission.objects.filter(user=goes, verdict=Admission.Verdict.REFUSED)
    Admission.objects.filter(user=stays, batch__in=refused.values("batch")).update(
        verdict=Admission.Verdict.REFUSED
    )
    Admission.objects.filter(user=goes).delete()
    suspended = Suspension.objects.filter(user=stays).values("project")
    Suspension.objects.filter(user=goes).exclude(project__in=suspended).update(user=stays)
    pools = PoolMember.objects.filter(user=stays).values("project")
    PoolMember.objects.filter(user=goes).exclude(project__in=pools).update(user=stays)
    has = QualifiedPerson.objects.filter(user=stays, revoked_at__isnull=True)
    brought = QualifiedPerson.objects.filter(user=goes, revoked_at__isnull=True)
    brought.exclude(qualification__in=has.values("qualification")).update(user=stays)
    for model in (Suspension, PoolMember, Guest, Session, Notice, NoticeSettings):
        model._default_manager.filter(user=goes).delete()
    goes.is_active = False
    goes.save(update_fields=["is_active"])
