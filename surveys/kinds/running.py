"""The order in which a page lists options: best first, worst first, reversed for half of the
people, or shuffled for each person. The stored numbers do not depend on this order."""

import random
from collections.abc import Sequence
from typing import Literal, TypeVar

from pydantic import Field

from core.errors import Problem
from surveys.base import Declared
from surveys.kinds.base import Asking

OptionsRun = Literal["as_written", "best_first", "worst_first", "balanced", "shuffled"]
Shown = TypeVar("Shown")
REVERSED = 2  # number of orders: as written, and reversed
ORDERS = 24  # orders of shuffled options; few enough to cache their pages


class Running(Declared):
    """Base class of sections whose options are shown in an order that the rubric declares."""

    options_run: OptionsRun = Field(
        default="as_written",
        description="`balanced` shows the options in reverse order to half of the people; "
        "`shuffled` shows them in a different order to each person.",
    )

    @property
    def orders(self) -> int:
        return {"balanced": REVERSED, "shuffled": ORDERS}.get(self.options_run, 1)


def in_one_order(options: Sequence[Shown], order: int, *, seed: str) -> tuple[Shown, ...]:
    """Return the options in the order with this number. Over n consecutive orders of n options,
    starting at a multiple of n, each option has each position once."""
    block, start = divmod(order, len(options))
    shuffled = random.Random(f"{seed} {block}").sample(options, len(options))
    return (*shuffled[start:], *shuffled[:start])


def best_of(rubric: Asking, criteria: Sequence[str]) -> str:
    """Return which end of the scale is best for all `criteria`: `highest`, `lowest`, or "" if the
    criteria differ."""
    ends = {criterion.best for criterion in rubric.criteria if criterion.key in criteria}
    return next(iter(ends)) if ends in ({"highest"}, {"lowest"}) else ""


def direction_problems(options_run: OptionsRun, values: Sequence[int], best: str) -> list[Problem]:
    """Return the problems if `options_run` is best first or worst first. The criteria must agree on
    which end of the scale is best, and the options must be listed in this direction."""
    if options_run not in {"best_first", "worst_first"}:
        return []
    if not best:
        what = f"`{options_run}` needs criteria that agree on which end of the scale is best."
        remedy = "Set the same `best` for every criterion, or remove `options_run`."
        return [Problem(what, "options_run", remedy=remedy)]
    falls = (options_run == "best_first") == (best == "highest")
    if list(values) == sorted(values, reverse=falls):
        return []
    what = f"the options are not in the order that `{options_run}` needs."
    return [Problem(what, "options", remedy="List the options in this order.")]
