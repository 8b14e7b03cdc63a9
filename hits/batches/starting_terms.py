"""Price and samples that a new batch may start from, as rubrics declare them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from surveys.models import RubricVersion
from surveys.spec import Terms


@dataclass(frozen=True)
class StartingTerms:
    """One declared sample of a rubric, with its price; `query` fills them into the form of a new
    batch."""

    rubric: str
    reward: Decimal
    fee: Decimal
    percent: Decimal | None
    count: int | None
    query: str


def starting_terms(
    versions: Iterable[RubricVersion], entered: Mapping[str, str]
) -> Iterator[StartingTerms]:
    """What the `versions` declare, a sample each. `entered` are values of the form's address that
    stay."""
    for version in versions:
        if (terms := version.spec.terms) is not None:
            for sample in _samples(terms):
                values = {
                    **entered,
                    "rubric_version": version.pk,
                    "reward": terms.reward,
                    "fee_rule": "flat",
                    "flat_fee": terms.fee,
                    **sample,
                }
                share = sample.get("sample_fraction")
                yield StartingTerms(
                    rubric=version.rubric.name,
                    reward=terms.reward,
                    fee=terms.fee,
                    percent=None if share is None else share * 100,
                    count=terms.count if share is None else None,
                    query=urlencode(values),
                )


def _samples(terms: Terms) -> Iterator[dict[str, Any]]:
    if terms.fraction is not None:
        yield {"sample_rule": "fraction", "sample_fraction": terms.fraction}
    if terms.count is not None:
        yield {"sample_rule": "count", "sample_count": terms.count}
    if terms.fraction is None and terms.count is None:
        yield {}
