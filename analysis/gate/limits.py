"""Settings of a gate: error rates, and the changes that it must detect. NumPy is not imported."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The settings of a gate. `alpha` is the probability of a false alarm over all tests together.
    `power` is the probability of detecting an agreement that is `distance` below what the margin
    allows, or scores that moved by `shift` standard deviations. Without `labels`, agreement is not
    tested, and the drift test gets all of `alpha`."""

    alpha: float = 0.05
    power: float = 0.8
    distance: float = 0.1
    shift: float = 0.25
    labels: bool = True

    @property
    def alpha_each(self) -> float:
        """Return the significance level of the drift test, and of the agreement tests together."""
        return self.alpha / 2 if self.labels else self.alpha
