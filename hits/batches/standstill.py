"""Reasons, for researchers, why no one is working on a batch, or why a person gets no HIT."""

from dataclasses import dataclass
from functools import partial

from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.database.sql import load
from hits.access import may_work_sql
from hits.batches.audience import nobody_may_work, people_who_may_work, who_may_work
from hits.batches.open_list import OpenBatch, open_batch
from hits.batches.training import is_qualified_for
from hits.models import Admission, Batch, Enrolment
from hits.money.training_pay import has_place, places_of
from hits.progress.running import Joined, Progress
from hits.queue.suspensions import Hold, hold_on
from hits.states import load_with_states
from people.models import User

FEW = 300  # free assignments; with more, their possible annotators are not looked up
_sql = partial(load_with_states, "hits/progress/sql/running.sql")
_SOMEBODY_HAS_WORK = _sql(
    "somebody_has_work",
    may_work=may_work_sql("b", "e.annotator_id"),
    for_annotator=load("hits/batches/sql/open_list.sql", "for_annotator", mine=_sql("theirs")),
)


@dataclass(frozen=True)
class Reason:
    """A reason: its code, a description of the situation, and what the researcher can do (or
    "")."""

    code: str
    what: str
    remedy: str = ""


def why_nobody_works(batch: Batch, progress: Progress) -> list[Reason]:
    """Return the reasons why no one is working on the batch, the most urgent first. The list is
    empty if someone is working. Runs at most five queries."""
    if progress.in_work:
        return []
    reason = _by_state(batch) or _by_assignments(progress)
    return [reason] if reason else _by_people(batch, progress)


def _by_people(batch: Batch, progress: Progress) -> list[Reason]:
    may_work = people_who_may_work(batch)
    if may_work == 0:
        return [Reason("nobody_admitted", nobody_may_work(batch))]
    joined = progress.joined
    if not joined.people:
        may_come = str(who_may_work(batch)["audience"])
        return [Reason("nobody_came", may_come, _("Send the link to more people."))]
    if reasons := _by_enrolments(joined):
        return _training_is_spent(batch) + reasons
    if progress.free <= FEW and not _somebody_has_work(batch):
        what = _("Everyone who joined has worked on all remaining HITs, or can no longer work.")
        others = Reason("need_others", what, _("Send the link to more people."))
        return [*_training_is_spent(batch), others]
    spent = _training_is_spent(batch) if joined.page_first else []
    return [*spent, _nobody_now(joined)]


def _nobody_now(joined: Joined) -> Reason:
    what = ngettext(
        "%(number)d person has joined and can continue, but is not working now.",
        "%(number)d people have joined and can continue, but none are working now.",
        joined.free_to_go_on,
    ) % {"number": joined.free_to_go_on}
    return Reason("nobody_now", what, _("Send the link to more people."))


def _training_is_spent(batch: Batch) -> list[Reason]:
    """If the money for training is used up, return the reason that no new person can start.
    Otherwise, return an empty list."""
    places = places_of(batch)
    if places is None or places.remaining:
        return []
    return [Reason("training_spent", places.in_words, _("Add people under “Extend the batch”."))]


def _by_state(batch: Batch) -> Reason | None:
    if batch.state == Batch.State.DRAFT:
        return Reason("draft", _("Publish the batch first."))
    if batch.state == Batch.State.PUBLISHING:
        return Reason(
            "publishing", _("The HITs are being created. The batch goes live once they are ready.")
        )
    if batch.state == Batch.State.PAUSED:
        return Reason("paused", _("Batch paused. No HITs are handed out."))
    if batch.state == Batch.State.CLOSED:
        return Reason("closed", _("This batch is closed."))
    return None


def _by_assignments(progress: Progress) -> Reason | None:
    if progress.free:
        return None
    remedy = _("Choose “Close” or “Extend the batch”.")
    if progress.waiting:
        remedy = _("Review the responses. If you reject one, its HIT is offered to someone else.")
    return Reason("all_answered", _("All responses are in."), remedy)


def _by_enrolments(joined: Joined) -> list[Reason]:
    """Return the reasons why no enrolled person can continue. The list is empty if someone can."""
    if joined.free_to_go_on:
        return []
    kinds = ((joined.capped, _capped), (joined.stopped, _stopped), (joined.page_first, _page_first))
    return [reason(number) for number, reason in kinds if number]


def _capped(people: int) -> Reason:
    what = ngettext(
        "%(number)d person has reached the limit of HITs per person.",
        "%(number)d people have reached the limit of HITs per person.",
        people,
    ) % {"number": people}
    remedy = _("Raise the maximum HITs per annotator, or send the link to more people.")
    return Reason("capped", what, remedy)


def _stopped(people: int) -> Reason:
    what = ngettext(
        "%(number)d person’s participation is paused or has ended.",
        "%(number)d people’s participation is paused or has ended.",
        people,
    )
    return Reason(
        "stopped",
        what % {"number": people},
        _(
            "To let someone work again, open their page under “Annotators” and choose “Resume in "
            "this batch” or “Resume in the project”."
        ),
    )


def _page_first(people: int) -> Reason:
    what = ngettext(
        "%(number)d person must complete a required step before the next HIT.",
        "%(number)d people must complete a required step before the next HIT.",
        people,
    )
    return Reason("page_first", what % {"number": people})


def _somebody_has_work(batch: Batch) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_SOMEBODY_HAS_WORK, {"batch": batch.pk})
        return bool(cursor.fetchone()[0])


def why_no_hit(batch: Batch, annotator: User) -> Reason:
    """Return the reason why this person gets no HIT of the batch now. If the person can get a HIT,
    the returned Reason says so. The order of the reasons is the same as when a HIT is claimed."""
    if (reason := _by_state(batch)) is not None and reason.code != "publishing":
        return reason
    listing = open_batch(annotator, batch)
    enrolment = Enrolment.objects.filter(batch=batch, annotator=annotator).first()
    if listing.claimed_id is not None:
        return Reason("has_one", _("This person has a HIT in progress."))
    if (hold := hold_on(batch, annotator, enrolment)) is not None:
        return _by_hold(hold)
    if not listing.may_work:
        return _not_admitted(batch, annotator)
    if enrolment is not None and enrolment.next_route:
        return _by_next_page(batch, enrolment)
    return _by_listing(listing, joined=enrolment is not None)


def _by_next_page(batch: Batch, enrolment: Enrolment) -> Reason:
    if not has_place(enrolment) and (spent := _training_is_spent(batch)):
        return spent[0]
    return _page_first(1)


def _by_hold(hold: Hold) -> Reason:
    read = _("The person sees this reason: “%(reason)s”") % {"reason": hold.reason}
    return Reason(
        "stopped",
        f"{hold.for_researchers} {read}",
        _(
            "To let someone work again, open their page under “Annotators” and choose “Resume in "
            "this batch” or “Resume in the project”."
        ),
    )


def _not_admitted(batch: Batch, annotator: User) -> Reason:
    refused = Admission.objects.filter(
        batch=batch, user=annotator, verdict=Admission.Verdict.REFUSED
    )
    if refused.exists():
        what, remedy = (
            _("This person is blocked from this batch."),
            _("Remove this person under “Allowed and blocked people”."),
        )
    elif batch.project.memberships.filter(user=annotator).exists():
        what = _("This person is a project member, and members cannot work on this batch.")
        remedy = _(
            "A project owner can select “Project members can work on this batch” under “Settings”."
        )
    elif _worked_elsewhere(batch, annotator):
        what = _("This person worked on a batch whose annotators are blocked from this one.")
        remedy = _("Allow people from that batch under “Recruitment”.")
    elif not is_qualified_for(batch, annotator):
        what = _("This person does not have the required qualification: %(name)s.")
        what %= {"name": batch.required_qualification}
        remedy = _("Grant the qualification, or remove the requirement under “Recruitment”.")
    else:
        what, remedy = (
            _("This person is not in the batch’s audience."),
            _("Allow this person under “Allowed and blocked people”."),
        )
    return Reason("not_admitted", what, remedy)


def _worked_elsewhere(batch: Batch, annotator: User) -> bool:
    """Return whether the person has submitted work in a batch whose annotators are blocked from
    this batch."""
    others = batch.audience_exclusions.values("other")
    return annotator.enrolments.filter(batch__in=others, submitted__gt=0).exists()


def _by_listing(listing: OpenBatch, *, joined: bool) -> Reason:
    if listing.capped and listing.sitting is not None and listing.sitting.may_begin:
        return Reason(
            "between_sittings", _("This person can start another session, but has not done so yet.")
        )
    if listing.capped:
        return _capped(1)
    if not listing.hits_left:
        return Reason(
            "none_left", _("No HITs are left for this person."), _("Send the link to more people.")
        )
    if not joined:
        what = _("This person can work on this batch, but has not opened it yet.")
        return Reason("not_come", what)
    return Reason("would_get_one", _("Nothing blocks this person. They can take the next HIT."))
