"""API keys at rest: encrypted with a key derived from the site's secret key."""

import base64
import hashlib
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from tabular.errors import RateroomError


def _cipher() -> MultiFernet:
    """Seals with the site's key; opens also what a former one of it sealed."""
    return MultiFernet(
        [_sealing(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    )


@lru_cache(maxsize=8)
def _sealing(secret: str) -> Fernet:
    derived = hashlib.pbkdf2_hmac("sha256", secret.encode(), b"rateroom judge endpoint", 100_000)
    return Fernet(base64.urlsafe_b64encode(derived))


def encrypted(text: str) -> bytes:
    """`text` sealed; nothing for nothing."""
    return _cipher().encrypt(text.encode()) if text else b""


def decrypted(sealed: bytes) -> str:
    """What was sealed. Raises RateroomError when the site's secret key has changed since."""
    if not sealed:
        return ""
    try:
        return _cipher().decrypt(sealed).decode()
    except InvalidToken:
        raise RateroomError(
            "The stored API key cannot be read: the site's SECRET_KEY has changed.",
            remedy="Enter the key again.",
        ) from None
