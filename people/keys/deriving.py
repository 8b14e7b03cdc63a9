"""Keys and link tokens derived from the site's secret key. Each purpose has its own, so that a
signature for one is useless for another."""

import hmac
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256

from django.conf import settings


def derived_keys(purpose: str) -> tuple[bytes, ...]:
    """Return keys of 32 bytes. The first is from SECRET_KEY and creates new values. Those from
    SECRET_KEY_FALLBACKS only read old ones."""
    return _derived(purpose, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


def derived_tokens(purpose: str, name: str) -> list[str]:
    """Return tokens of 256 bits that only this site can create for `name`: first with its current
    key, then with its earlier ones."""
    digests = (hmac.digest(key, name.encode(), "sha256") for key in derived_keys(purpose))
    return [urlsafe_b64encode(digest).decode().rstrip("=") for digest in digests]


def token_hash(token: str) -> str:
    """Return the form of a token that is stored. Tokens are random, so the hash needs no salt."""
    return sha256(token.encode()).hexdigest()


@lru_cache(maxsize=32)
def _derived(purpose: str, secrets: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple(hmac.digest(secret.encode(), purpose.encode(), "sha256") for secret in secrets)
