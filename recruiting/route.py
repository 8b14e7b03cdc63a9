"""The steps before a person's work: the pages that come before their next HIT.

Each app registers its steps when it is loaded. `Enrolment.next_route` stores the path of the first
step that is due, and the person is redirected to this page instead of a HIT.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from django.db import transaction
from django.urls import reverse

from hits.models import Enrolment
from people.models import User


class Place(IntEnum):
    """The kinds of steps before work, numbered in their order."""

    CONSENT = 10
    ABOUT = 20
    COMPREHENSION = 30
    TRAINING = 40
    TEST = 50
    NEWCOMER = 60


@dataclass(frozen=True)
class Step:
    """A page that a person can have to complete before work. `address` returns the page's path if
    the step is due for the person, or "". `begin` starts the step for someone who comes from a page
    that announced it."""

    place: Place
    address: Callable[[Enrolment], str]
    begin: Callable[[Enrolment], None] | None = None


_steps: dict[Place, Step] = {}


def register(step: Step) -> None:
    """Register a step before work, at most one per place. Apps call this function while loading."""
    _steps[step.place] = step


def due_page(enrolment: Enrolment) -> str:
    """Return the path of the first step that is due, or "" if no step is due before work."""
    addresses = (_steps[place].address(enrolment) for place in sorted(_steps))
    return next((address for address in addresses if address), "")


def begin_due(enrolment: Enrolment) -> None:
    """Start the step that is due, so that the person skips a page that only announces the step."""
    due = (_steps[place] for place in sorted(_steps) if _steps[place].address(enrolment))
    step = next(due, None)
    if step is not None and step.begin is not None:
        step.begin(enrolment)


def early_page(enrolment: Enrolment) -> str:
    """Return the path of the page that is due before the instructions, or "" if there is none."""
    early = [_steps[place] for place in (Place.CONSENT, Place.ABOUT) if place in _steps]
    return next((address for step in early if (address := step.address(enrolment))), "")


def first_page(*, batch_id: int, user: User) -> str:
    """Return the path of a person's first page in a batch: a page that comes before the
    instructions, or the batch's page with the instructions."""
    enrolment = Enrolment.objects.filter(batch=batch_id, annotator=user).first()
    page = early_page(enrolment) if enrolment is not None else ""
    return page or reverse("batch", args=[batch_id])


@transaction.atomic
def advance(*, enrolment_id: int) -> str:
    """Store and return the path of the person's next page, or "" if a HIT comes next.

    Call this function at the end of each step, in the same transaction.
    """
    enrolment = Enrolment.objects.select_for_update(no_key=True).get(pk=enrolment_id)
    page = due_page(enrolment)
    if enrolment.next_route != page:
        enrolment.next_route = page
        enrolment.save(update_fields=["next_route"])
    return page
