"""Functions to receive a Rateroom site's webhooks: checking that they are genuine, and reading
them."""

import base64
import hmac
import json
import time
from collections.abc import Iterable, Mapping

TOLERANCE = 300  # seconds: how much the time of a webhook can differ from this clock
PREFIX = "whsec_"


class NotGenuine(Exception):
    """Raised if a webhook is not signed with the secret, its time is wrong, or its content is not
    an event. Reply with status 401 only."""


def verify(
    body: bytes,
    headers: Mapping[str, str],
    secret: str | Iterable[str],
    *,
    tolerance: float = TOLERANCE,
) -> dict[str, object]:
    """Return the payload of a genuine webhook. Raises NotGenuine if the signature, the time or the
    payload is invalid.

    `body` must be the bytes as received, not parsed and serialised again. `secret` is the webhook's
    secret, or several secrets to try. `tolerance` is the allowed clock difference in seconds. The
    same `webhook-id` can arrive twice; handle it only once.
    """
    fields = {name.lower(): value for name, value in headers.items()}
    message, at = fields.get("webhook-id", ""), fields.get("webhook-timestamp", "")
    if not at.isascii() or not at.isdigit() or abs(time.time() - int(at)) > tolerance:
        raise NotGenuine("The webhook has no time, or its time is too far from now.")
    signed = f"{message}.{at}.".encode() + body
    given = fields.get("webhook-signature", "").split()
    secrets = [secret] if isinstance(secret, str) else list(secret)
    matches = [
        hmac.compare_digest(_signature(each, signed), signature.encode("utf-8", "replace"))
        for each in secrets
        for signature in given
    ]
    if not message or not any(matches):
        raise NotGenuine("The webhook is not signed with this secret.")
    try:
        payload = json.loads(body)
    except ValueError:
        payload = None
    if not isinstance(payload, dict):
        raise NotGenuine("The webhook does not contain an event.")
    return payload


def _signature(secret: str, signed: bytes) -> bytes:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
