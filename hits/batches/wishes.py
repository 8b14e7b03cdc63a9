"""Additions to a published batch that a researcher requests, and the cost of these additions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Amendment

Kind = Amendment.Kind


class NotAmendable(RateroomError):
    """Raised if this addition to the batch is not possible."""


@dataclass(frozen=True)
class Wish:
    """The requested additions to a batch. `annotators` is the number of annotators added to each
    HIT, or to all HITs if `items` are added too. `items_named` lists the external ids of the items
    to add, or of the items whose HITs get more annotators. A blank list stands for all items.
    `systems` lists the systems' keys, `seconds` is the new time limit, and `people` is the number
    of additional people with paid training and first gold."""

    kind: str
    annotators: int = 0
    items_named: Sequence[str] = ()
    items: int = 0
    systems: Sequence[int] = ()
    seconds: int = 0
    people: int = 0


@dataclass(frozen=True)
class Plan:
    """The additions of an amendment, and their cost."""

    hits: int
    assignments: int
    checks: int
    cost: Decimal
    details: Mapping[str, Any] = field(default_factory=dict)


def needs_one(number: int) -> None:
    """Raise NotAmendable if the number is not 1 or more."""
    if number < 1:
        raise NotAmendable(_("Enter a number of 1 or more."))
