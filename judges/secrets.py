"""Encryption of the API keys for judge endpoints."""

from people.keys import sealed, unsealed

_PURPOSE = "rateroom judge endpoint"


def encrypted(text: str) -> bytes:
    """Return `text` encrypted; blank text stays blank."""
    return sealed(text, purpose=_PURPOSE)


def decrypted(secret: bytes) -> str:
    """Return `secret` decrypted. Raises RateroomError if the site's secret key has changed."""
    return unsealed(secret, purpose=_PURPOSE)
