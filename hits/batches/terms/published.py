"""Changes to a published batch's terms: terms that are not promised to annotators, the audience, a
longer time limit, and money for more people's training and first checks."""

from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batch_locks import lock_batch
from hits.batches.wishes import NotAmendable, Plan, Wish, needs_one
from hits.models import Batch
from hits.models.batches import MOST_SECONDS
from hits.money.escrow import price
from hits.money.training_pay import add_places
from hits.terms import TERMS, open_names
from people.access import owns
from people.acts import record_amended
from people.models import User

FOR_OWNERS = frozenset(term.name for term in TERMS if term.owner_only)


class Promised(RateroomError):
    """Raised if a term of a published batch cannot be changed because it was promised to
    annotators."""


def open_terms(batch: Batch, by: User) -> frozenset[str]:
    """Return the names of a published batch's terms that `by` can still change."""
    promises_code = batch.completion != Batch.Completion.NONE
    return open_names(is_owner=owns(by, batch.project), promises_code=promises_code)


def closed_terms(batch: Batch, by: User) -> frozenset[str]:
    """Return the names of a draft's terms that `by` cannot change because only owners can."""
    return frozenset() if owns(by, batch.project) else FOR_OWNERS


@transaction.atomic
def change_open_terms(*, batch_id: int, changes: Mapping[str, object], by: User) -> bool:
    """Change these fields of a published batch, and record this in the activity. Return False if
    nothing changed. Raises Promised if a field cannot be changed, and Django's ValidationError if a
    value is invalid."""
    batch = lock_batch(batch_id)
    before = {name: getattr(batch, name) for name in changes}
    after = {name: value for name, value in changes.items() if before[name] != value}
    if unfit := sorted(set(after) - open_terms(batch, by)):
        raise Promised(
            _("You cannot change these terms of a published batch: %(names)s.")
            % {"names": ", ".join(unfit)},
            where="Batch",
            remedy=_("On the batch’s page, choose “Duplicate batch”. Then change the copy."),
        )
    for name, value in after.items():
        setattr(batch, name, value)
    others = {field.name for field in Batch._meta.fields} - set(after)
    batch.clean_fields(exclude=others)
    if after:
        batch.validate_constraints()
        batch.save(update_fields=list(after))
        record_amended(by, batch, before=before, after=after)
    return bool(after)


MOST_PEOPLE = 1000  # people per amendment, with at most 20 checks each


def plan_time(batch: Batch, wish: Wish) -> Plan:
    if not batch.allotted_seconds < wish.seconds <= MOST_SECONDS:
        raise NotAmendable(
            _(
                "The new time limit must be longer than the "
                "current %(now)d s and at most %(most)d s."
            )
            % {"now": batch.allotted_seconds, "most": MOST_SECONDS},
            where=_("Time"),
        )
    return Plan(0, 0, 0, Decimal(0), {"seconds": [batch.allotted_seconds, wish.seconds]})


def add_time(batch: Batch, wish: Wish, _plan: Plan, _by: User | None) -> None:
    """Extend the batch's time limit, including for people who are working on a HIT now."""
    longer = timedelta(seconds=wish.seconds - batch.allotted_seconds)
    Batch.objects.filter(pk=batch.pk).update(allotted_seconds=wish.seconds)
    batch.assignments.in_work().update(deadline_at=F("deadline_at") + longer)


def counts_people(batch: Batch) -> bool:
    """Return whether the batch reserves money for the training or the first checks of a limited
    number of people."""
    return bool(batch.training_pay or batch.first_checks)


def plan_people(batch: Batch, wish: Wish) -> Plan:
    if not counts_people(batch):
        raise NotAmendable(
            _("You can add people only if the batch pays for training or starts with gold.")
        )
    needs_one(wish.people)
    if wish.people > MOST_PEOPLE:
        raise NotAmendable(
            _("Choose a number from %(low)s to %(high)s.") % {"low": 1, "high": MOST_PEOPLE}
        )
    checks = batch.first_checks * wish.people
    cost = checks * price(batch) + batch.training_pay * wish.people
    return Plan(0, 0, checks, cost, {"people": wish.people})


def add_people(batch: Batch, wish: Wish, _plan: Plan, _by: User | None) -> None:
    """Add paid training places. `amend_batch` adds the check credits for these people."""
    add_places(batch, wish.people)
