"""The number of checks that a batch pays for."""

from hits.models import Batch


def check_budget(batch: Batch, *, main: int) -> int:
    """Return the number of checks for `main` main assignments, rounded up, plus the checks at the
    beginning for the largest possible number of annotators."""
    with_main = -(-main * batch.checks_percent // (100 - batch.checks_percent))
    return with_main + batch.checks_at_beginning
