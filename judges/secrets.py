"""Encryption of the API keys for judge endpoints."""

from people.keys import sealed, unsealed

_PURPOSE = "rateroom judge endpoint"


def encrypted(text: str) -> bytes:
    """Return `text` encrypted. The result is empty if `text` is ""."""
    return sealed(text, purpose=_PURPOSE)


def decrypted(secret: bytes) -> str:
    """Return the decrypted text. Raises RateroomError if the site no longer has the key that
    encrypted the text."""
    return unsealed(secret, purpose=_PURPOSE)
