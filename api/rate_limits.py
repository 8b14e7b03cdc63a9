"""Rate limits for tokens: requests per minute, counted in Valkey and reported in headers."""

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
    """A token's limit, the number of requests remaining, and the seconds until the window ends."""

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
    """Count one request and return the token's allowance, whose remainder can be negative. If
    Valkey cannot be reached, the request is allowed."""
    now = time.time()
    window = int(now // WINDOW)
    key = f"api-requests-{token.pk}-{window}"
    try:
        count = _counted(key)
    except RedisError:  # allow it: this limit protects fairness, not safety
        logger.exception("Requests cannot be counted.")
        count = 0
    limit = settings.API_REQUESTS_PER_MINUTE
    return Allowance(limit, limit - count, int((window + 1) * WINDOW - now) + 1)


def _counted(key: str) -> int:
    """Add one to the counter `key`, which Valkey deletes after two windows.

    Counting and setting the expiry are one atomic step, so that every counter expires, even if
    Valkey has just been emptied.
    """
    step = _valkey().pipeline(transaction=True)
    step.incr(key)
    step.expire(key, 2 * WINDOW)
    count, _expires = step.execute()
    return int(count)


@cache
def _valkey() -> Redis:
    return Redis.from_url(settings.REDIS_URL)


def check(allowance: Allowance) -> Allowance:
    """Raise Throttled if the request exceeds the limit. Otherwise, return the allowance."""
    if allowance.remaining < 0:
        raise Throttled(wait=allowance.reset)
    return allowance
