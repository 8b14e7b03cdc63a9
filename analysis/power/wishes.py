"""A researcher's question about a design. NumPy is not imported, so pages can use this module."""

from dataclasses import dataclass

# The correlation of two people's ratings of an output, roughly Krippendorff's alpha.
AGREEMENT = {"low": 0.2, "moderate": 0.4, "high": 0.6}


@dataclass(frozen=True)
class PowerWish:
    """A question about the power to detect a difference between systems that are `distance` apart
    on `criterion`. People are assumed to agree as in the batch `like`. Without such a batch,
    `agreement` names an assumed agreement in `AGREEMENT`.

    `people` is the total number of annotators. A judge rates each output `judge_samples` times,
    including items that people do not rate. With a `budget` in the batch's currency, the best
    splits of the budget between items and annotators are added to the designs.
    """

    criterion: str
    distance: float
    agreement: str = "moderate"
    like: int | None = None
    judge_samples: int = 0
    people: int = 20
    budget: float | None = None
