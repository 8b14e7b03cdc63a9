"""Planned additions to a published batch, and their cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Amendment

Kind = Amendment.Kind


class NotAmendable(RateroomError):
    """The batch cannot be added to in this way."""


@dataclass(frozen=True)
class Wish:
    """The additions. `items_named`: external ids of the items whose HITs get more annotators, none
    named means all; or of the items to add, in the place of the next ones of the sample.
    `annotators` with `items` are for all HITs. `systems`: their keys. `seconds`: the whole time
    allotted. `people`: the number of additional people paid for training and for the gold at the
    beginning."""

    kind: str
    annotators: int = 0
    items_named: Sequence[str] = ()
    items: int = 0
    systems: Sequence[int] = ()
    seconds: int = 0
    people: int = 0


@dataclass(frozen=True)
class Plan:
    """What an amendment would add, and cost."""

    hits: int
    assignments: int
    checks: int
    cost: Decimal
    details: Mapping[str, Any] = field(default_factory=dict)


def needs_one(number: int) -> None:
    """Raise NotAmendable if the number is not 1 or more."""
    if number < 1:
        raise NotAmendable(_("Enter a number of 1 or more."))
