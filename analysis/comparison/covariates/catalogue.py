"""Covariates of outputs, with their names and their texts in the report. NumPy is not imported, so
pages that compute nothing can use this module."""

from collections.abc import Mapping
from dataclasses import dataclass

from analysis.comparison.catalogue import FEWEST_ITEMS, FEWEST_UNITS
from analysis.statistics.estimates import Estimate

TOO_FEW = (
    f"too few to tell: fewer than {FEWEST_UNITS} units or {FEWEST_ITEMS} items can be compared"
)
NO_MAKER = "not estimable: the maker of the judge's model is not declared"


@dataclass(frozen=True)
class Covariate:
    """A covariate of outputs. An effect is the change in score per step `per` of the covariate.
    `favours` describes a judge with an effect above 0."""

    title: str
    per: str
    favours: str


COVARIATES: Mapping[str, Covariate] = {
    "length": Covariate("length", "per doubling of the length", "longer outputs"),
    "own_family": Covariate(
        "own family", "outputs by the judge's maker minus others", "outputs by its own maker"
    ),
}


@dataclass(frozen=True)
class Effect:
    """The effect of a `covariate` on a judge minus its effect on people's mean, measured among the
    outputs of the same item. The n of `estimate` is the number of comparable units, which belong to
    `items` items. An effect above 0 means that the judge favours outputs with higher values of the
    covariate."""

    covariate: str
    estimate: Estimate
    items: int = 0
