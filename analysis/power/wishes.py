"""A researcher's questions about a design. Without NumPy, for pages."""

from dataclasses import dataclass

# The correlation of two people's ratings of an output, roughly Krippendorff's alpha.
AGREEMENT = {"low": 0.2, "moderate": 0.4, "high": 0.6}


@dataclass(frozen=True)
class PowerWish:
    """A question about the chance to find systems that are `distance` apart on `criterion`. People
    are assumed to agree as in the batch `like`, or else by a key of `AGREEMENT`.

    `people` is the total number of annotators. A judge rates each output `judge_samples` times,
    also those of items that people do not rate. A `budget`, in the batch's currency, adds its best
    splits between items and annotators to the designs.
    """

    criterion: str
    distance: float
    agreement: str = "moderate"
    like: int | None = None
    judge_samples: int = 0
    people: int = 20
    budget: float | None = None
