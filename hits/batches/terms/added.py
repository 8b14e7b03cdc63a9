"""Amendments of a batch's terms: a longer time, and money for more people's training and first
checks."""

from datetime import timedelta
from decimal import Decimal

from django.db.models import F
from django.utils.translation import gettext as _

from hits.batches.wishes import NotAmendable, Plan, Wish, needs_one
from hits.models import Batch
from hits.money.escrow import price
from hits.money.training_pay import add_places
from people.models import User

MOST_SECONDS = 604_800
MOST_PEOPLE = 1000  # per amendment, with at most 20 checks each


def plan_time(batch: Batch, wish: Wish) -> Plan:
    if not batch.allotted_seconds < wish.seconds <= MOST_SECONDS:
        raise NotAmendable(
            _("You can only extend the time limit. It is %(now)d seconds now.")
            % {"now": batch.allotted_seconds},
            where=_("Time"),
            remedy=_("Give a larger number, up to %(most)d.") % {"most": MOST_SECONDS},
        )
    return Plan(0, 0, 0, Decimal(0), {"seconds": [batch.allotted_seconds, wish.seconds]})


def add_time(batch: Batch, wish: Wish, _plan: Plan, _by: User | None) -> None:
    """Extend the time limit, also for people who are working on a HIT."""
    longer = timedelta(seconds=wish.seconds - batch.allotted_seconds)
    Batch.objects.filter(pk=batch.pk).update(allotted_seconds=wish.seconds)
    batch.assignments.in_work().update(deadline_at=F("deadline_at") + longer)


def counts_people(batch: Batch) -> bool:
    """Return whether the batch pays something for a limited number of people."""
    return bool(batch.training_pay or batch.first_checks)


def plan_people(batch: Batch, wish: Wish) -> Plan:
    if not counts_people(batch):
        raise NotAmendable(_("This batch has no payments that are limited to a number of people."))
    needs_one(wish.people)
    if wish.people > MOST_PEOPLE:
        raise NotAmendable(
            _("At most %(most)d people can be added at once.") % {"most": MOST_PEOPLE},
            remedy=_("Add fewer."),
        )
    checks = batch.first_checks * wish.people
    cost = checks * price(batch) + batch.training_pay * wish.people
    return Plan(0, 0, checks, cost, {"people": wish.people})


def add_people(batch: Batch, wish: Wish, _plan: Plan, _by: User | None) -> None:
    """Reserve training and first checks for more people. `amend_batch` adds the credits."""
    add_places(batch, wish.people)
