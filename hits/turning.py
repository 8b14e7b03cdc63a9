"""The order of options that a person sees, where the rubric shuffles or reverses them.

It follows from the enrolment's seed, so a person always sees the same. The order shown is stored
with each response.
"""

from surveys.spec import Rubric


def options_order(rubric: Rubric, *, order_seed: int) -> int:
    """Return which of the rubric's orders the person with this seed sees."""
    return order_seed % rubric.orders


def shown_rubric(rubric: Rubric, *, order_seed: int) -> Rubric:
    if rubric.orders == 1:
        return rubric
    return rubric.in_order(options_order(rubric, order_seed=order_seed))
