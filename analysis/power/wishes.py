"""A researcher's questions about a design. Without NumPy, for pages."""

from dataclasses import dataclass

# How two people's ratings of an output correlate, about Krippendorff's alpha.
AGREEMENT = {"low": 0.2, "moderate": 0.4, "high": 0.6}


@dataclass(frozen=True)
class PowerWish:
    """The chance to find systems that are `distance` apart on `criterion`, where people agree as in
    the batch `like`, or else about so (a key of `AGREEMENT`).

    `people` is how many annotators there are in total; a judge rates each output `judge_samples`
    times, also those of items that people do not rate. With a `budget`, in the batch's currency,
    its best splits between items and annotators are among the designs.
    """

    criterion: str
    distance: float
    agreement: str = "moderate"
    like: int | None = None
    judge_samples: int = 0
    people: int = 20
    budget: float | None = None
