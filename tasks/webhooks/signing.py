"""Secrets and signatures as in Standard Webhooks, whose libraries can verify them.

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
    """Return a new secret of 256 random bits."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(secret: str, message: str, timestamp: int, body: bytes) -> str:
    """Return the signature: "v1," followed by the HMAC-SHA256 in base64."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.digest(key, f"{message}.{timestamp}.".encode() + body, "sha256")
    return f"v1,{base64.b64encode(digest).decode()}"


def signed_headers(
    valid_secrets: Sequence[str], message: str, timestamp: int, body: bytes
) -> dict[str, str]:
    """Return the headers of one attempt, with a signature for each valid secret."""
    return {
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(
            signature(secret, message, timestamp, body) for secret in valid_secrets
        ),
    }
