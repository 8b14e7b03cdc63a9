"""API keys of judge endpoints at rest."""

from people.keys.sealing import sealed, unsealed

_PURPOSE = "rateroom judge endpoint"


def encrypted(text: str) -> bytes:
    """`text` sealed; nothing for nothing."""
    return sealed(text, purpose=_PURPOSE)


def decrypted(secret: bytes) -> str:
    """Return what was sealed. Raises RateroomError when the site's secret key has changed since."""
    return unsealed(secret, purpose=_PURPOSE)
