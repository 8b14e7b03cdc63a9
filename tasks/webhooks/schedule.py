"""When a delivery is tried again: nine times within a day, ever more rarely."""

import random
from datetime import datetime, timedelta

# Seconds after the first attempt, the second …: together 23.6 hours.
DELAYS = (10, 60, 300, 1800, 2 * 3600, 5 * 3600, 8 * 3600, 8 * 3600)
MOST_ATTEMPTS = len(DELAYS) + 1
JITTER = 0.1  # so that what failed together does not come back together
# An endpoint that nothing got through to for so long is switched off.
OFF_AFTER = timedelta(days=3)


def next_attempt(attempts: int, now: datetime) -> datetime:
    """Return when the next attempt is due; after the last one, when it is given up."""
    seconds = DELAYS[attempts - 1] if attempts < MOST_ATTEMPTS else DELAYS[0]
    return now + timedelta(seconds=seconds * random.uniform(1 - JITTER, 1 + JITTER))
