"""Keys for one purpose each, derived from the site's secret key, so that what one signs says
nothing to another."""

import hmac
from functools import lru_cache

from django.conf import settings


def derived_keys(purpose: str) -> tuple[bytes, ...]:
    """Keys of 32 bytes: the first, of SECRET_KEY, to make things with; those of
    SECRET_KEY_FALLBACKS to read them."""
    return _derived(purpose, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


@lru_cache(maxsize=32)
def _derived(purpose: str, secrets: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple(hmac.digest(secret.encode(), purpose.encode(), "sha256") for secret in secrets)
