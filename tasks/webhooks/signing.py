"""Secrets and signatures by Standard Webhooks, so that its libraries can verify ours.

webhook-id         identifies the message; the same at each attempt
webhook-timestamp  seconds since 1970, of this attempt
webhook-signature  "v1," and base64 of HMAC-SHA256 over id.timestamp.body; several are separated
                   by spaces, one for each secret that is valid
"""

import base64
import hmac
import secrets
from collections.abc import Sequence

PREFIX = "whsec_"


def new_secret() -> str:
    """Return 256 random bits as a secret."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(secret: str, message: str, timestamp: int, body: bytes) -> str:
    """Return "v1," and the MAC."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.digest(key, f"{message}.{timestamp}.".encode() + body, "sha256")
    return f"v1,{base64.b64encode(digest).decode()}"


def signed_headers(
    valid_secrets: Sequence[str], message: str, timestamp: int, body: bytes
) -> dict[str, str]:
    """Return the headers of one attempt."""
    return {
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(
            signature(secret, message, timestamp, body) for secret in valid_secrets
        ),
    }
