"""Shares of a whole as SVG bars. Positions are in per cent, so that the page needs no inline
styles."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

from hits.money.escrow import BatchMoney


@dataclass(frozen=True)
class Part:
    """A bar: its CSS class, and its start and width in per cent."""

    name: str
    start: str
    width: str

    @classmethod
    def of(cls, whole: Decimal | int, amounts: Iterable[tuple[str, Decimal | int]]) -> list[Self]:
        """Return adjacent bars for the amounts. Together, they are at most as long as `whole`. The
        list is empty if `whole` is zero."""
        parts, start = [], Decimal(0)
        for name, amount in amounts:
            share = min(Decimal(amount) / Decimal(whole) * 100, 100 - start) if whole else 0
            if share > 0:
                parts.append(cls(name, f"{start:.2f}%", f"{share:.2f}%"))
                start += share
        return parts


def answers_bar(*, wanted: int, approved: int, waiting: int, in_work: int) -> list[Part]:
    """Return bars for approved responses, responses waiting for review, and HITs in progress, as
    shares of `wanted`."""
    return Part.of(wanted, [("f-1", approved), ("f-mid", waiting), ("f-amber", in_work)])


def money_bar(money: BatchMoney) -> list[Part]:
    """Return a bar for the amount spent, including fees, as a share of the reserved amount."""
    return Part.of(money.kept, [("f-1", money.spent)])
