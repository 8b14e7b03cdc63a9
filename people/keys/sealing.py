"""Encryption of stored secrets that must be read again, with a key for each purpose derived from
the site's secret key."""

import base64
import hashlib
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.translation import gettext as _

from core.errors import RateroomError


def sealed(text: str, *, purpose: str) -> bytes:
    """Return `text` encrypted, or an empty value for an empty text."""
    return _cipher(purpose).encrypt(text.encode()) if text else b""


def unsealed(secret: bytes, *, purpose: str) -> str:
    """Return the text that was encrypted for `purpose`. Raises RateroomError if the site's secret
    key has changed since."""
    if not secret:
        return ""
    try:
        return _cipher(purpose).decrypt(secret).decode()
    except InvalidToken:
        raise RateroomError(
            _("The stored API key cannot be read: the site's SECRET_KEY has changed."),
            remedy=_("Enter the key again."),
        ) from None


def _cipher(purpose: str) -> MultiFernet:
    """Return a cipher with the site's current key, which also decrypts with earlier ones."""
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
