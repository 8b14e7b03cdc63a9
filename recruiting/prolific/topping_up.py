"""Bonuses up to the hourly floor for people from Prolific: through its outbox, each once."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from hits.models import Assignment, Batch
from hits.money.topping_up import TopUp, TopUps, list_to_pay, note_top_ups, why
from people.models import User
from recruiting.prolific.deciding import NotDecidable, pay_sitting_bonus
from recruiting.prolific.models import OutgoingCall, Study, Submission


def pays_at_prolific(batch: Batch) -> bool:
    """Whether people of the batch came by a study there."""
    return Study.objects.filter(batch=batch).exclude(outside_id="").exists()


@transaction.atomic
def pay_top_ups_there(*, batch_id: int, mark: str, by: User | None) -> TopUps:
    """Write down a bonus for each of the list that `mark` names who came from Prolific, on the
    submission of their latest work; returns those. A repeat pays nothing: what was written down
    counts as pay.

    Raises ListChanged where it is another list by now, NotEnoughMoney, and NotDecidable while
    another bonus for one of them is under way, or where one was reversed here that Prolific has
    paid.
    """
    # Submissions before the batch, as every decision about one locks them.
    own = Submission.objects.filter(study__batch=batch_id).order_by("pk")
    list(own.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    batch, due = list_to_pay(batch_id=batch_id, mark=mark)
    submissions = _submissions_of(batch, due)
    came = [person for person in due.people if person.assignment in submissions]
    _refuse_reversed(batch, came)
    paid = TopUps(
        [
            person
            for person in came
            if pay_sitting_bonus(
                submission_id=submissions[person.assignment],
                amount=person.amount,
                reason=why(),
                key=person.key,
                by=by,
            )
        ]
    )
    note_top_ups(batch=batch, paid=paid, by=by)
    return paid


def _refuse_reversed(batch: Batch, people: Sequence[TopUp]) -> None:
    """Refuse to pay whom Prolific pays more in bonuses than stands here: a reversal takes nothing
    back there, so another bonus would pay the same twice. What it refused may be paid anew."""
    bonuses: dict[int, Decimal] = defaultdict(Decimal)
    pseudonyms = {}
    calls = OutgoingCall.objects.filter(
        kind=OutgoingCall.Kind.BONUS,
        submission__study__batch=batch,
        submission__sitting__enrolment__annotator__in=[person.annotator for person in people],
    ).exclude(Q(state__in=OutgoingCall.WITHOUT_EFFECT) | Q(key__startswith=OutgoingCall.PART))
    for call in calls.select_related("submission__sitting__enrolment"):
        enrolment = call.submission.sitting.enrolment
        bonuses[enrolment.annotator_id] += Decimal(call.values["amount"])
        pseudonyms[enrolment.annotator_id] = enrolment.pseudonym
    for person in people:
        if bonuses[person.annotator] > person.bonuses:
            raise NotDecidable(
                _("A bonus was reversed here that Prolific has paid, or may still pay."),
                where=pseudonyms[person.annotator],
                remedy=_("Pay it again here, as a bonus on their HIT: nothing is sent for that."),
            )


def _submissions_of(batch: Batch, due: TopUps) -> Mapping[int, int]:
    """The submission in whose sitting each of the list's assignments was submitted, by their
    keys."""
    begun = defaultdict(list)
    sittings = Submission.objects.filter(study__batch=batch).order_by("sitting__started_at")
    for enrolment, at, pk in sittings.values_list(
        "sitting__enrolment", "sitting__started_at", "pk"
    ):
        begun[enrolment].append((at, pk))
    wanted = Assignment.objects.filter(pk__in=[person.assignment for person in due.people])
    submissions = {}
    for assignment, enrolment, submitted in wanted.values_list("pk", "enrolment", "submitted_at"):
        before = [pk for at, pk in begun[enrolment] if submitted and at <= submitted]
        if before:
            submissions[assignment] = before[-1]
    return submissions
