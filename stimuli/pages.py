"""Outputs that are HTML pages. This module creates sealed URLs for the pages at the media origin,
and the responses that run a page in isolation.

A page runs only if `MEDIA_ORIGIN` is a different site from the main site (`settings.PAGES_APART`).
The output's id is encrypted in the URL, because consecutive ids would show which outputs belong to
the same system.
"""

from datetime import UTC, date, datetime, timedelta

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.conf import settings
from django.http import HttpResponse

from people.keys import derived_keys
from stimuli.models import Output
from stimuli.shown import DAYS_OPEN_AT_ITS_ORIGIN

PURPOSE = "address of a page that an output is"
# Only scripts and styles in the page itself run. The page cannot load, send, open or store
# anything.
POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; "
    "frame-ancestors {site}"
)
NO_PERMISSIONS = (
    "camera=(), clipboard-write=(), display-capture=(), fullscreen=(), geolocation=(), "
    "gyroscope=(), microphone=(), payment=(), usb=()"
)


def page_address(output_id: int, *, day: date | None = None) -> str:
    """Return the URL where an output's text runs as a page, or "" if pages cannot run. The URL
    expires some time after `day` (in UTC, by default today)."""
    if not settings.PAGES_APART:
        return ""
    sealed = AESSIV(derived_keys(PURPOSE)[0]).encrypt(output_id.to_bytes(8), [_day(day, 0)])
    return f"{settings.MEDIA_ORIGIN}/media/page/{sealed.hex()}"


def page_response(sealed: str) -> HttpResponse | None:
    """Return the page at a sealed URL, or None if the URL is invalid or has expired."""
    output_id = _opened(bytes.fromhex(sealed)) if settings.PAGES_APART else None
    if output_id is None:
        return None
    text = Output.objects.filter(pk=output_id).values_list("text", flat=True).first()
    if text is None:
        return None
    return HttpResponse(
        text,
        headers={
            "Cache-Control": "private, max-age=3600",
            "Content-Security-Policy": POLICY.format(site=settings.SITE_URL.rstrip("/")),
            "Permissions-Policy": NO_PERMISSIONS,
            "Referrer-Policy": "no-referrer",
            "X-DNS-Prefetch-Control": "off",
        },
    )


def _opened(sealed: bytes) -> int | None:
    for key in derived_keys(PURPOSE):
        for days_ago in range(DAYS_OPEN_AT_ITS_ORIGIN):
            try:
                return int.from_bytes(AESSIV(key).decrypt(sealed, [_day(None, days_ago)]))
            except InvalidTag:
                continue
    return None


def _day(day: date | None, days_ago: int) -> bytes:
    return ((day or datetime.now(UTC).date()) - timedelta(days=days_ago)).isoformat().encode()
