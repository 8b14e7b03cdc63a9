"""Verification of URLs signed by a panel: an HMAC over the parameters with the panel's secret."""

import hmac
from collections.abc import Mapping

from django.utils import timezone

from people.keys import derived_tokens
from recruiting.models import Panel

SIGNATURE, EXPIRES = "signature", "expires"


def secret_of(panel: Panel) -> str:
    """Return the panel's signing secret of 43 characters."""
    return _secrets(panel)[0]


def signature_of(secret: str, values: Mapping[str, str]) -> str:
    """Return the HMAC-SHA256 of the parameters in hexadecimal. Each parameter is written as
    `name=value`. The parameters are sorted by name and joined with `&`."""
    text = "&".join(f"{name}={values[name]}" for name in sorted(values))
    return hmac.digest(secret.encode(), text.encode("utf-8", "replace"), "sha256").hex()


def is_signed(panel: Panel, query: Mapping[str, str]) -> bool:
    """Return whether the URL was signed for this panel and has not expired. The signature covers
    the stored parameters and, if present, `expires`, a time in seconds since 1970."""
    names = [*panel.parameters, EXPIRES]
    values = {name: query[name] for name in names if query.get(name)}
    presented = query.get(SIGNATURE, "").encode("utf-8", "replace")
    secrets = _secrets(panel)
    expected = [signature_of(secret, values).encode() for secret in secrets]
    is_genuine = any(hmac.compare_digest(signature, presented) for signature in expected)
    return is_genuine and not _has_expired(values.get(EXPIRES))


def _has_expired(expires: str | None) -> bool:
    if expires is None:
        return False
    is_time = expires.isascii() and expires.isdigit() and len(expires) <= 12  # noqa: PLR2004
    return not is_time or int(expires) < timezone.now().timestamp()


def _secrets(panel: Panel) -> list[str]:
    return derived_tokens("recruiting.panels.signing", f"{panel.pk}:{panel.signing_key}")
