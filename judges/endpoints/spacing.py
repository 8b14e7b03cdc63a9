"""Even spacing of the requests to an endpoint, shared by all workers."""

import time

import redis
from django.conf import settings

# Valkey stores the time of the next free request. In one atomic step, each request takes this time
# and moves it forward.
_TAKE = """
local now = tonumber(redis.call('TIME')[1]) + tonumber(redis.call('TIME')[2]) / 1e6
local free = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
redis.call('SET', KEYS[1], string.format('%.6f', free + tonumber(ARGV[1])), 'EX', 3600)
return string.format('%.6f', free - now)
"""


class Spacing:
    """The times of requests to one endpoint, at most `per_minute` by all workers together."""

    def __init__(self, endpoint_id: int, per_minute: int) -> None:
        self.key, self.gap = f"judge-endpoint:{endpoint_id}:next", 60 / per_minute
        self._take = redis.Redis.from_url(settings.REDIS_URL).register_script(_TAKE)

    def wait(self) -> None:
        """Sleep until the next request to the endpoint is due."""
        time.sleep(max(0.0, float(self._take(keys=[self.key], args=[self.gap]))))
