"""Counts of attempts per time window, stored in Valkey.

Attempts are counted atomically, without locks. People in one network who try at the same time
therefore do not wait for each other, and no attempt below the limit is refused.
"""

import secrets
import time
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import cast

import redis
from allauth.core.internal.ratelimit import parse_rate
from django.conf import settings


@dataclass(frozen=True)
class Attempt:
    """An attempt that was counted. `give_back` removes it from the count."""

    key: str
    number: str

    def give_back(self) -> None:
        valkey().zrem(self.key, self.number)


def count(action: str, account: str) -> Attempt | None:
    """Count an attempt at `action`, a name in ACCOUNT_RATE_LIMITS, and return it. Return None,
    without counting it, if there were too many attempts. Raises RedisError if Valkey cannot be
    used."""
    rate, now = parse_rate(settings.ACCOUNT_RATE_LIMITS[action]), time.time()
    attempt = Attempt(key=_key(action, account), number=secrets.token_hex(8))
    with valkey().pipeline(transaction=True) as steps:
        steps.zremrangebyscore(attempt.key, "-inf", now - rate.duration)
        steps.zadd(attempt.key, {attempt.number: now})
        steps.zcard(attempt.key)
        steps.expire(attempt.key, int(rate.duration))
        attempts = cast("int", steps.execute()[2])
    if attempts > rate.amount:
        attempt.give_back()
        return None
    return attempt


def forget(action: str, account: str) -> None:
    """Reset the count of attempts at `action` for the account. Raises RedisError if Valkey cannot
    be used."""
    valkey().delete(_key(action, account))


@cache
def valkey() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL)


def _key(action: str, account: str) -> str:
    """Return the Valkey key of the count. The account is hashed, because people sometimes type
    their password in the wrong field."""
    return f"sign-in:{action}:{sha256(account.encode()).hexdigest()}"
