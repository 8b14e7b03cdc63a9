"""Delays between attempts to log in to one account, from all networks together.

The first ten wrong passwords per day are checked immediately. After that, the site checks one
password per account at a time. The interval grows from one second to one minute. A network that
tries too early is told when it can try again, at most 15 minutes later. Many networks together can
thus delay a person, but never lock them out.
"""

import math
from hashlib import sha256

from people.requests.tries import valkey

FREE_TRIES = 10
MOST_SECONDS_BETWEEN = 60
MOST_SECONDS_TO_WAIT = 15 * 60
REMEMBERED_SECONDS = 24 * 3600  # since the last wrong password
TURN_KEPT_SECONDS = 5 * 60  # since the turn began
_TAKE_TURN = """
local clock = redis.call('TIME')
local now = tonumber(clock[1]) + tonumber(clock[2]) / 1e6
local free, most, longest, remembered, kept = unpack(ARGV)
local turn = tonumber(redis.call('GET', KEYS[3]) or '0')
if turn == 0 then
  local tries = tonumber(redis.call('GET', KEYS[1]) or '0')
  local gap = tries < tonumber(free) and 0 or math.min(tonumber(most), 2 ^ (tries - free))
  local next = math.max(now, tonumber(redis.call('GET', KEYS[2]) or '0'))
  turn = math.min(next, now + longest)
  redis.call('SET', KEYS[2], string.format('%.6f', math.max(next, turn + gap)), 'EX', remembered)
  redis.call('SET', KEYS[3], string.format('%.6f', turn), 'EX', math.ceil(turn - now) + kept)
end
if turn > now then return string.format('%.6f', turn - now) end
redis.call('DEL', KEYS[3])
redis.call('INCR', KEYS[1])
redis.call('EXPIRE', KEYS[1], remembered)
return '0'
"""
_GIVE_BACK = (
    "if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end"
)


def seconds_to_wait(*, account: str, network: str) -> int:
    """Count an attempt for the typed account, and return 0 if it can be made now. Otherwise, return
    the number of seconds until this network can try again.

    A user name and an email address count as two accounts, because a shared delay would reveal that
    they belong to the same account. Raises RedisError.
    """
    keys = [_key(account, "tries"), _key(account, "next"), _key(account, "turn", network)]
    limits = (FREE_TRIES, MOST_SECONDS_BETWEEN, MOST_SECONDS_TO_WAIT)
    script = valkey().register_script(_TAKE_TURN)
    wait = script(keys=keys, args=[*limits, REMEMBERED_SECONDS, TURN_KEPT_SECONDS])
    return math.ceil(float(wait))


def give_back_try(*, account: str) -> None:
    """Remove an attempt from the count, because its password was not wrong. Raises RedisError."""
    valkey().register_script(_GIVE_BACK)(keys=[_key(account, "tries")])


def _key(account: str, *parts: str) -> str:
    """Return a Valkey key for the account. The account is hashed, because people sometimes type
    their password in the wrong field."""
    return ":".join(["sign-in", sha256(account.encode()).hexdigest(), *parts])
