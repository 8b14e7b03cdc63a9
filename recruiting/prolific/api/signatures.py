"""Verification of Prolific's signatures. Webhooks are verified with a shared secret, and entry
tokens with Prolific's public keys."""

import base64
import hmac

import jwt

from recruiting.prolific.api.shapes import ENTRY_PARAMETERS


def hook_signature(secret: str, timestamp: str, body: bytes) -> str:
    """Return the signature of a webhook, which is base64(HMAC-SHA256(timestamp + raw body))."""
    digest = hmac.digest(secret.encode(), timestamp.encode() + body, "sha256")
    return base64.b64encode(digest).decode()


def hook_is_genuine(secret: str, *, timestamp: str, body: bytes, signature: str) -> bool:
    """Return whether the webhook was signed with the secret. The webhook's age is not limited,
    because Prolific retries for two days, and each event id is accepted only once."""
    if not secret:
        return False
    expected = hook_signature(secret, timestamp, body)
    return hmac.compare_digest(expected.encode(), signature.encode("utf-8", "replace"))


def entry_parameters(token: str, *, keys: dict[str, object], leeway: float = 0) -> dict[str, str]:
    """Return PROLIFIC_PID, STUDY_ID and SESSION_ID from an entry token, or an empty dict if the
    token is invalid or has expired.

    The token's audience (the study's URL) is not checked, because the caller compares the study's
    id.
    """
    try:
        header = jwt.get_unverified_header(token)
        key = jwt.PyJWKSet.from_dict(keys)[str(header.get("kid", ""))]
        claims = jwt.decode(
            token,
            key,
            algorithms=["RS256"],
            leeway=leeway,
            options={"require": ["exp", "sub"], "verify_aud": False},
        )
    except (jwt.PyJWTError, KeyError, ValueError, TypeError):
        return {}
    parameters = claims.get("prolific")
    if not isinstance(parameters, dict):
        return {}
    named = {str(name).upper(): str(value) for name, value in parameters.items()}
    if named.get("SESSION_ID") != claims["sub"]:
        return {}
    return {name: named.get(name, "") for name in ENTRY_PARAMETERS}
