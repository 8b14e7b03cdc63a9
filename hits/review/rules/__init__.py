"""Rules that leave answers out of the figures, a module each: looked at before they are applied.

A module holds one `RULE`. It is found by being here.
"""

import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import ClassVar

from django.utils.functional import Promise

from hits.models import Assignment, Batch
from hits.models.exclusions import counted
from hits.review.exclusions import exclude_assignments
from people.models import User


class ExclusionRule(ABC):
    """A rule with one number. `title` and `unit`, which may be blank, are for its form; `bounds`
    and `start` are the number's."""

    name: ClassVar[str]
    title: ClassVar[str | Promise]
    unit: ClassVar[str | Promise]
    bounds: ClassVar[tuple[int, int]]
    start: ClassVar[int]

    @abstractmethod
    def written(self, number: int) -> str:
        """The rule with its number as exports and papers name it: English, at most 60
        characters."""

    @abstractmethod
    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        """The ids of the batch's counted answers that the rule is about."""


@cache
def rules() -> dict[str, ExclusionRule]:
    """The rules by their names."""
    modules = [import_module(f"{__name__}.{each.name}") for each in pkgutil.iter_modules(__path__)]
    return {module.RULE.name: module.RULE for module in modules}


@dataclass(frozen=True)
class RulePreview:
    """What a rule would do: leave out `answers` of `counted` ones, by `annotators` people."""

    written: str
    answers: int
    annotators: int
    counted: int


def preview_rule(*, batch: Batch, rule: ExclusionRule, number: int) -> RulePreview:
    """What `apply_rule` would leave out now."""
    broken = Assignment.objects.filter(pk__in=rule.broken_by(batch, number))
    return RulePreview(
        rule.written(number),
        broken.count(),
        broken.values("annotator").distinct().count(),
        counted(Assignment.objects.filter(batch=batch)).count(),
    )


def apply_rule(
    *, batch: Batch, rule: ExclusionRule, number: int, by: User | None, reason: str = ""
) -> int:
    """Leave out what breaks the rule now; returns how many answers. What comes in later is not
    touched, until it is applied again."""
    ids = list(rule.broken_by(batch, number))
    return exclude_assignments(
        batch=batch, ids=ids, rule=rule.written(number), by=by, reason=reason
    )
