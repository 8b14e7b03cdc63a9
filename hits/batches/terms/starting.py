"""Price and samples that a rubric declares, which a new batch can start with."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from surveys.models import RubricVersion
from surveys.spec import Terms


@dataclass(frozen=True)
class StartingTerms:
    """One sample that a rubric declares, with its price. `changes`: the draft's fields for it."""

    reward: Decimal
    fee: Decimal
    percent: Decimal | None
    count: int | None
    changes: dict[str, object]


def starting_terms(version: RubricVersion) -> list[StartingTerms]:
    """Return the samples that the version declares; none if it declares no terms."""
    terms = version.spec.terms
    if terms is None:
        return []
    price = {"reward": terms.reward, "fee_rule": "flat", "flat_fee": terms.fee}
    return [
        StartingTerms(
            reward=terms.reward,
            fee=terms.fee,
            percent=None if fraction is None else fraction * 100,
            count=count,
            changes={**price, **_sample(fraction, count)},
        )
        for fraction, count in _samples(terms)
    ]


def _samples(terms: Terms) -> Iterator[tuple[Decimal | None, int | None]]:
    if terms.fraction is not None:
        yield terms.fraction, None
    if terms.count is not None:
        yield None, terms.count
    if terms.fraction is None and terms.count is None:
        yield None, None


def _sample(fraction: Decimal | None, count: int | None) -> dict[str, object]:
    if fraction is None and count is None:
        return {}
    rule = "count" if fraction is None else "fraction"
    return {"sample_rule": rule, "sample_fraction": fraction, "sample_count": count}
