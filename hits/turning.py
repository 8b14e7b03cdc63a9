"""The order of options for a person, if the rubric shuffles or reverses them.

It depends on the enrolment's seed, so a person always sees the same order. The order shown is
stored with each response.
"""

from surveys.spec import Rubric


def options_order(rubric: Rubric, *, order_seed: int) -> int:
    """Return the number of the rubric's order of options that this person sees."""
    return order_seed % rubric.orders


def shown_rubric(rubric: Rubric, *, order_seed: int) -> Rubric:
    if rubric.orders == 1:
        return rubric
    return rubric.in_order(options_order(rubric, order_seed=order_seed))
