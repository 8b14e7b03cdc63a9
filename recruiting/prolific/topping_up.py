"""Bonuses that raise the pay of people from Prolific to the hourly minimum, each sent once."""

from collections import defaultdict
from collections.abc import Mapping

from django.db import transaction

from hits.models import Assignment, Batch
from hits.money.bonuses import pay_one_of_many
from hits.money.topping_up import TopUps, list_to_pay, note_top_ups, why
from people.models import User
from recruiting.prolific.deciding import AT_WORK, pay_sitting_bonus
from recruiting.prolific.models import Study, Submission


def pays_at_prolific(batch: Batch) -> bool:
    """Return whether people came to the batch through a study at Prolific."""
    return Study.objects.filter(batch=batch).exclude(outside_id="").exists()


@transaction.atomic
def pay_top_ups_there(*, batch_id: int, mark: str, by: User | None) -> TopUps:
    """Store a bonus call for each person from Prolific on the list that `mark` identifies, on the
    submission of their latest work, and return these people. A repeat pays nothing, because stored
    bonuses count as pay.

    Raises ListChanged if the list has changed, NotEnoughMoney, and NotDecidable while another bonus
    for one of them is in progress.
    """
    # Submissions before the batch, in the lock order of all decisions.
    own = Submission.objects.filter(study__batch=batch_id).order_by("pk")
    list(own.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    batch, due = list_to_pay(batch_id=batch_id, mark=mark)
    submissions = _submissions_of(batch, due)
    came = [person for person in due.people if person.assignment in submissions]
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
                pay=pay_one_of_many,
            )
        ]
    )
    note_top_ups(batch=batch, paid=paid, by=by)
    return paid


def _submissions_of(batch: Batch, due: TopUps) -> Mapping[int, int]:
    """Return the submission in whose session each of the list's assignments was submitted, by key.
    People who still work are left out, because Prolific pays them no bonus yet."""
    begun = defaultdict(list)
    sittings = Submission.objects.filter(study__batch=batch).order_by("sitting__started_at")
    for enrolment, at, pk, state in sittings.values_list(
        "sitting__enrolment", "sitting__started_at", "pk", "state"
    ):
        begun[enrolment].append((at, None if state in AT_WORK else pk))
    wanted = Assignment.objects.filter(pk__in=[person.assignment for person in due.people])
    submissions = {}
    for assignment, enrolment, submitted in wanted.values_list("pk", "enrolment", "submitted_at"):
        before = [pk for at, pk in begun[enrolment] if submitted and at <= submitted]
        if before and before[-1]:
            submissions[assignment] = before[-1]
    return submissions
