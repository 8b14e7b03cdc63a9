"""The additions to a published batch that a researcher requests, and their cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Amendment

Kind = Amendment.Kind


class NotAmendable(RateroomError):
    """Raised if an addition to a published batch is impossible."""


@dataclass(frozen=True)
class Wish:
    """The requested additions to a batch. `annotators` is the number of annotators to add to each
    HIT. `items` is the number of items to add.

    `items_named` are the external ids of the items to add, or of the items whose HITs get more
    annotators. If it is empty, any items can be chosen. `systems` are the ids of the systems to
    add. `seconds` is the new time limit. `people` is the number of additional people with paid
    training and first checks.
    """

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
    """Raise NotAmendable if `number` is less than 1."""
    if number < 1:
        raise NotAmendable(_("Enter a number of 1 or more."))
