"""Functions that find people who break a rule from plain numbers, for batches and simulations."""

from collections.abc import Hashable, Mapping
from statistics import fmean, stdev
from typing import TypeVar

from quality.figures import wilson

Person = TypeVar("Person", bound=Hashable)


def failed_often(failures: Mapping[Person, int], number: int) -> set[Person]:
    """Return the people who failed `number` or more of their gold HITs."""
    return {person for person, failed in failures.items() if failed >= number}


def surely_below(shares: Mapping[Person, tuple[int, int]], percent: int) -> set[Person]:
    """Return the people whose share has a 95 % interval (Wilson's score) entirely below `percent`.
    Because the interval is wide for few HITs, a few HITs cannot exclude anyone."""
    return {
        person for person, (part, whole) in shares.items() if 100 * wilson(part, whole)[1] < percent
    }


def exceptionally_fast(log_times: Mapping[Person, float], deviations: int) -> set[Person]:
    """Return the people whose mean log time is more than `deviations` standard deviations below the
    mean over people.

    Among n people, no one can be further than (n − 1) ÷ √n standard deviations from the mean, so a
    limit of 3 needs eleven people. With fewer than two people, no one is returned.
    """
    if not log_times or len(log_times) == 1:
        return set()
    bound = fmean(log_times.values()) - deviations * stdev(log_times.values())
    return {person for person, log_time in log_times.items() if log_time < bound}
