"""Finding the people who break a rule, from plain numbers. Both batches and simulations use these
functions."""

from collections.abc import Hashable, Mapping
from statistics import fmean, stdev
from typing import TypeVar

from quality.figures import wilson

Person = TypeVar("Person", bound=Hashable)


def failed_often(failures: Mapping[Person, int], number: int) -> set[Person]:
    """Return the people who failed at least `number` gold HITs."""
    return {person for person, failed in failures.items() if failed >= number}


def surely_below(shares: Mapping[Person, tuple[int, int]], percent: int) -> set[Person]:
    """Return the people for whom the 95 % interval of their share (by Wilson's method) is entirely
    below `percent`. With only a few HITs, the interval is so wide that no one is excluded."""
    return {
        person for person, (part, whole) in shares.items() if 100 * wilson(part, whole)[1] < percent
    }


def exceptionally_fast(log_times: Mapping[Person, float], deviations: int) -> set[Person]:
    """Return the people whose mean log time is more than `deviations` standard deviations below the
    mean over all people. Return an empty set for fewer than two people.

    Among n people, no one can be further than (n − 1) ÷ √n standard deviations from the mean. A
    limit of 3 therefore needs at least eleven people.
    """
    if not log_times or len(log_times) == 1:
        return set()
    bound = fmean(log_times.values()) - deviations * stdev(log_times.values())
    return {person for person, log_time in log_times.items() if log_time < bound}
