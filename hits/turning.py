"""Options in reverse order for half of the people, where the rubric balances their direction.

Which half follows from the enrolment's seed, so a person always sees the same. The order shown is
stored with each response.
"""

from surveys.spec import Rubric


def sees_turned(order_seed: int) -> bool:
    """Whether the person with this seed is in the half that sees options in reverse order."""
    return order_seed % 2 == 1


def shown_rubric(rubric: Rubric, *, order_seed: int) -> Rubric:
    """Return the rubric as the person with this seed sees it."""
    return rubric.turned() if rubric.is_balanced and sees_turned(order_seed) else rubric
