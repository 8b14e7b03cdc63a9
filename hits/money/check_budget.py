"""How many checks a batch pays for."""

from hits.models import Batch


def check_budget(batch: Batch, *, main: int) -> int:
    """Return the checks that go with `main` assignments of main HITs, rounded up, and those that
    the most annotators begin with."""
    with_main = -(-main * batch.checks_percent // (100 - batch.checks_percent))
    return with_main + batch.checks_at_beginning
