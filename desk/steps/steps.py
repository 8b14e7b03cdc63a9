"""The steps of a new batch in their order, and where a saved step leads."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from hits.models import Batch


@dataclass(frozen=True)
class Step:
    """A step by the word in its address, and by its name."""

    key: str
    name: str | Promise


STEPS = (
    Step("data", _("Data")),
    Step("asked", _("Rubric")),
    Step("compared", _("Systems and sample")),
    Step("people", _("Annotators and pay")),
    Step("look", _("Preview")),
    Step("publish", _("Publish")),
)
KEYS = [step.key for step in STEPS]


@dataclass(frozen=True)
class Place:
    """A step in the list above the page; `address` is blank where it cannot be opened yet."""

    step: Step
    address: str
    is_here: bool
    is_done: bool


def step_address(batch: Batch, key: str) -> str:
    return reverse("admin:batch_step", args=[batch.pk, key])


def places(batch: Batch | None, here: str) -> Sequence[Place]:
    """The list of steps. A draft has all its steps from the moment that its data are known."""
    at = KEYS.index(here)
    return [
        Place(
            step,
            step_address(batch, step.key) if batch else "",
            is_here=step.key == here,
            is_done=batch is not None and number < at,
        )
        for number, step in enumerate(STEPS)
    ]


def after(request: HttpRequest, batch: Batch, here: str) -> str:
    """Where a saved step leads: the step that the button names, by itself the next."""
    wanted = request.POST.get("to", "")
    following = KEYS[min(KEYS.index(here) + 1, len(KEYS) - 1)]
    return step_address(batch, wanted if wanted in KEYS else following)


def before(batch: Batch, here: str) -> str:
    """The address of the step before; blank for the first."""
    at = KEYS.index(here)
    return step_address(batch, KEYS[at - 1]) if at else ""
