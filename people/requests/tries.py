"""Attempts counted within a time, in Valkey.

An attempt is counted in one step: people of one network who come in the same moment never wait for
one another, and none is refused below the limit.
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
    """One counted attempt, which `give_back` takes off again."""

    key: str
    number: str

    def give_back(self) -> None:
        valkey().zrem(self.key, self.number)


def count(action: str, account: str) -> Attempt | None:
    """Count an attempt of `action`, a name in ACCOUNT_RATE_LIMITS. Return None if it is one too
    many; then it does not count. Raises RedisError."""
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
    """Allow new attempts. Raises RedisError."""
    valkey().delete(_key(action, account))


@cache
def valkey() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL)


def _key(action: str, account: str) -> str:
    """The typed text may be a password in the wrong field, so only its hash is stored."""
    return f"sign-in:{action}:{sha256(account.encode()).hexdigest()}"
