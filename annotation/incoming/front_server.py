"""A system check that the front server forwards the headers and bodies that the site needs."""

import time
from contextlib import closing, suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

import httpx2
from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, register
from django.core.checks import Warning as CheckWarning

WAIT = 5  # seconds to wait for a response
SOON = 1  # seconds in which the server must refuse a request that announces too large a body
ARCHIVE_BYTES = 2_000_000_000  # bytes of media in the largest request that a site accepts
BODY_SECONDS = "Body-Seconds"  # the header that says how long the site waited for the body
PROBE_BYTES = 2 * 2**20  # bytes; more than a web server collects: annotation/whole_requests.py
PAUSE = 1.5  # seconds between the parts of the test request
HINT = "docs/operations/front-server.md has settings for nginx and Apache."


@register(Tags.security, deploy=True)
def front_server_sends_headers(**_kwargs: object) -> list[CheckMessage]:
    """Check that the front server forwards the needed headers, and that it handles long and
    incomplete bodies correctly."""
    if not settings.BEHIND_PROXY:
        return []
    address = f"{settings.SITE_URL}accounts/login/"
    try:
        response = httpx2.get(address, timeout=WAIT)
    except httpx2.HTTPError as error:
        return [Info(f"{address} does not respond: {error}", id="annotation.I002")]
    if response.has_redirect_location and _rest(response.headers["Location"]) == _rest(address):
        problem = "X-Forwarded-Proto, so every page redirects to itself"
    elif response.status_code == HTTPStatus.BAD_REQUEST:
        problem = "the Host header, or sends a name that is not in ALLOWED_HOSTS"
    else:
        return _bodies(f"{settings.SITE_URL}livez")
    return [
        Error(
            f"The front server at {address} does not send {problem}.",
            hint=HINT,
            id="annotation.E008",
        )
    ]


def _bodies(address: str) -> list[CheckMessage]:
    """Report a front server that refuses an archive of media, or that forwards a body before it is
    complete. Slow senders would then occupy the web servers' threads."""
    with suppress(OSError, HTTPException, KeyError):
        if _refuses_archives(address):
            problem = f"refuses requests of {ARCHIVE_BYTES:,} bytes, as large archives are"
            return [CheckWarning(f"The front server {problem}.", hint=HINT, id="annotation.W009")]
        if _seconds_for_body(address) > PAUSE / 2:
            problem = "does not buffer requests, so a few slow uploads make everyone else wait"
            return [CheckWarning(f"The front server {problem}.", hint=HINT, id="annotation.W010")]
    return []


def _refuses_archives(address: str) -> bool:
    """Announce a long body without sending it. Return whether the front server refuses its size."""
    with closing(_begun(address, ARCHIVE_BYTES)) as connection:
        connection.sock.settimeout(SOON)
        with suppress(TimeoutError):
            return connection.getresponse().status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    return False


def _seconds_for_body(address: str) -> float:
    """Send the last part of a body late. Return how many seconds the site waited for the body."""
    last = PROBE_BYTES // 8
    with closing(_begun(address, PROBE_BYTES)) as connection:
        connection.send(bytes(PROBE_BYTES - last))
        time.sleep(PAUSE)
        connection.send(bytes(last))
        return float(connection.getresponse().headers[BODY_SECONDS])


def _begun(address: str, length: int) -> HTTPConnection:
    parts = urlsplit(address)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection: HTTPConnection = kind(parts.netloc, timeout=WAIT)
    connection.putrequest("PUT", parts.path)
    connection.putheader("Content-Length", str(length))
    connection.endheaders()
    return connection


def _rest(address: str) -> str:
    return address.partition(":")[2]
