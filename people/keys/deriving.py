"""Keys for one purpose each, derived from the site's secret key, so that what one signs says
nothing to another; and the tokens of links that are made with them."""

import hmac
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256

from django.conf import settings


def derived_keys(purpose: str) -> tuple[bytes, ...]:
    """Keys of 32 bytes: the first, of SECRET_KEY, to make things with; those of
    SECRET_KEY_FALLBACKS to read them."""
    return _derived(purpose, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


def derived_tokens(purpose: str, name: str) -> list[str]:
    """256 bits each that only this site can make for `name`: the first by its key, the others by
    those that it had before."""
    digests = (hmac.digest(key, name.encode(), "sha256") for key in derived_keys(purpose))
    return [urlsafe_b64encode(digest).decode().rstrip("=") for digest in digests]


def token_hash(token: str) -> str:
    """Return the stored form of a token: a token is random, so it needs no salt."""
    return sha256(token.encode()).hexdigest()


@lru_cache(maxsize=32)
def _derived(purpose: str, secrets: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple(hmac.digest(secret.encode(), purpose.encode(), "sha256") for secret in secrets)
