"""Covariates of outputs: their names, and their texts in the report. NumPy is not imported, for
pages that compute nothing."""

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
    """A covariate of outputs. `per` is the step that an effect refers to; `favours` describes a
    judge with an effect above 0."""

    title: str
    per: str
    favours: str


COVARIATES: Mapping[str, Covariate] = {
    "length": Covariate("length", "per doubling of the length", "longer outputs"),
    "own_family": Covariate(
        "own family", "outputs by the judge's maker less others", "outputs by its own maker"
    ),
}


@dataclass(frozen=True)
class Effect:
    """The effect of a `covariate` on a judge, after subtracting the effect on people's mean, among
    the outputs of an item. The n of `estimate` counts comparable units, from `items` items. Above
    0, the judge favours outputs with more of the covariate."""

    covariate: str
    estimate: Estimate
    items: int = 0
