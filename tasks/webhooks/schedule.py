"""The times of a delivery's nine attempts. All attempts are within a day, at growing intervals."""

import random
from datetime import datetime, timedelta

# Seconds to wait after each attempt, 23.6 hours in total.
DELAYS = (10, 60, 300, 1800, 2 * 3600, 5 * 3600, 8 * 3600, 8 * 3600)
MOST_ATTEMPTS = len(DELAYS) + 1
JITTER = 0.1  # share of the delay; spreads deliveries that failed at the same time
# An endpoint without a success for this long is switched off automatically.
OFF_AFTER = timedelta(days=3)


def next_attempt(attempts: int, now: datetime) -> datetime:
    """Return the time of the next attempt or, after the last attempt, of the delivery's failure."""
    seconds = DELAYS[attempts - 1] if attempts < MOST_ATTEMPTS else DELAYS[0]
    return now + timedelta(seconds=seconds * random.uniform(1 - JITTER, 1 + JITTER))
