"""How many checks a batch pays for."""

from hits.models import Batch


def check_budget(batch: Batch, *, main: int) -> int:
    """The checks that go with `main` assignments of main HITs, rounded up, and those that the most
    annotators begin with."""
    percent = batch.gold_percent + batch.retest_percent
    with_main = -(-main * percent // (100 - percent))
    return with_main + batch.first_checks * (batch.most_annotators or 0)
