"""Keys and link tokens that are derived from the site's secret key, and the encryption of stored
secrets. Each purpose has its own key, so a signature for one purpose is invalid for all others."""

import base64
import hashlib
import hmac
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.translation import gettext as _

from core.errors import RateroomError


def derived_keys(purpose: str) -> tuple[bytes, ...]:
    """Return keys of 32 bytes for `purpose`. Use the first key, which is derived from SECRET_KEY,
    for new values. The keys derived from SECRET_KEY_FALLBACKS are only for old values."""
    return _derived(purpose, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


def derived_tokens(purpose: str, name: str) -> list[str]:
    """Return tokens of 256 bits that only this site can create for `name`. The first token is
    derived from the current secret key, and the others from earlier secret keys."""
    digests = (hmac.digest(key, name.encode(), "sha256") for key in derived_keys(purpose))
    return [urlsafe_b64encode(digest).decode().rstrip("=") for digest in digests]


def token_hash(token: str) -> str:
    """Return the hash to store instead of a token. Tokens are random, so the hash needs no salt."""
    return sha256(token.encode()).hexdigest()


@lru_cache(maxsize=32)
def _derived(purpose: str, secrets: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple(hmac.digest(secret.encode(), purpose.encode(), "sha256") for secret in secrets)


def sealed(text: str, *, purpose: str) -> bytes:
    """Return `text` encrypted for `purpose`. If `text` is "", return no bytes."""
    return _cipher(purpose).encrypt(text.encode()) if text else b""


def unsealed(secret: bytes, *, purpose: str) -> str:
    """Return the text that was encrypted for `purpose`, or "" if `secret` is empty. Raises
    RateroomError if the site no longer has the key."""
    if not secret:
        return ""
    try:
        return _cipher(purpose).decrypt(secret).decode()
    except InvalidToken:
        raise RateroomError(
            _(
                "The stored key or secret cannot be read, because the site’s SECRET_KEY has "
                "changed."
            ),
            remedy=_("Enter the key again, or create a new secret."),
        ) from None


def _cipher(purpose: str) -> MultiFernet:
    """Return a cipher that encrypts with the site's current key, and also decrypts with earlier
    keys."""
    return MultiFernet(
        [
            _sealing(secret, purpose)
            for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        ]
    )


@lru_cache(maxsize=16)
def _sealing(secret: str, purpose: str) -> Fernet:
    derived = hashlib.pbkdf2_hmac("sha256", secret.encode(), purpose.encode(), 100_000)
    return Fernet(base64.urlsafe_b64encode(derived))
