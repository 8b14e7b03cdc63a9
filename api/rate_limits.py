"""How often a token may ask: counted in windows of a minute in Valkey, and told in headers."""

import logging
import time
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from redis import Redis, RedisError
from rest_framework.exceptions import Throttled

from people.models.tokens import ApiToken

WINDOW = 60  # seconds
POLICY = "token"
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Allowance:
    """Return the token's remaining requests in this window, and the seconds to its end."""

    limit: int
    remaining: int
    reset: int

    @property
    def headers(self) -> dict[str, str]:
        return {
            "RateLimit-Policy": f'"{POLICY}";q={self.limit};w={WINDOW}',
            "RateLimit": f'"{POLICY}";r={self.remaining};t={self.reset}',
        }


def count_request(token: ApiToken) -> Allowance:
    """Count one request and return the remaining number, which can be below 0: see `check`."""
    now = time.time()
    window = int(now // WINDOW)
    key = f"api-requests-{token.pk}-{window}"
    try:
        count = _counted(key)
    except RedisError:  # fairness, not safety, rests on it
        logger.exception("Requests cannot be counted.")
        count = 0
    limit = settings.API_REQUESTS_PER_MINUTE
    return Allowance(limit, limit - count, int((window + 1) * WINDOW - now) + 1)


def _counted(key: str) -> int:
    """Add one to the key, which Valkey makes at the first and forgets after two windows.

    In one step: Valkey may be emptied at any moment, also between two.
    """
    step = _valkey().pipeline(transaction=True)
    step.incr(key)
    step.expire(key, 2 * WINDOW)
    count, _expires = step.execute()
    return int(count)


@cache
def _valkey() -> Redis:
    """Return one pool of connections for a process."""
    return Redis.from_url(settings.REDIS_URL)


def check(allowance: Allowance) -> Allowance:
    """Raise Throttled where it was one too many."""
    if allowance.remaining < 0:
        raise Throttled(wait=allowance.reset)
    return allowance
