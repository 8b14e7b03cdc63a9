"""A single HTTP call to a receiver. The receiver's address is checked, redirects are not followed,
and a call takes at most a few seconds. Only the stored part of the response is read."""

from collections.abc import Mapping
from dataclasses import dataclass

import httpx2
from django.conf import settings
from django.utils.translation import gettext as _

from core.outbound.addresses import AddressRefused, check_url, host_and_port, is_named
from core.outbound.checked import CheckedBackend, checked_client
from tasks.webhooks.models import Attempt

Problem = Attempt.Problem
WAIT_SECONDS = 5.0  # limit for connecting, and between two parts of the response
ALL_SECONDS = 10.0  # limit from the start of the call to the end of the response
MOST_BYTES = 2000
DETAIL = 300
GONE = 410


@dataclass(frozen=True)
class Outcome:
    """The result of a call. `problem` is `Problem.NONE` if the receiver accepted the call."""

    problem: Problem = Problem.NONE
    status: int | None = None
    response: str = ""
    detail: str = ""


def check_address(url: str) -> None:
    """Raise AddressRefused unless `url` is an https URL on the public internet or its host is in
    WEBHOOK_HOSTS. URLs with a password or a fragment are also refused. The check resolves the
    host's name."""
    host, port = host_and_port(url)
    try:
        parts = httpx2.URL(url)
    except httpx2.InvalidURL:
        raise AddressRefused(
            _("We cannot send requests to this address."),
            where=host,
            remedy=_("Start the address with https://."),
        ) from None
    if parts.userinfo or parts.fragment:
        raise AddressRefused(
            _("The address cannot contain a name and password, or a part after “#”."), where=host
        )
    if parts.scheme != "https" and not is_named(host, port, settings.WEBHOOK_HOSTS):
        raise AddressRefused(_("Start the address with https://."), where=host)
    check_url(url, setting="WEBHOOK_HOSTS")


def call(url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
    """Send the body with POST, and return the result. Errors in the connection or the response do
    not raise exceptions."""
    backend = CheckedBackend(settings.WEBHOOK_HOSTS, setting="WEBHOOK_HOSTS", within=ALL_SECONDS)
    try:
        check_address(url)
        with (
            checked_client(connections=1, backend=backend, timeout=WAIT_SECONDS) as http,
            http.stream("POST", url, content=body, headers=_all(headers)) as response,
        ):
            return _outcome(response)
    except AddressRefused as refusal:
        return Outcome(Problem.ADDRESS, detail=refusal.what[:DETAIL])
    except httpx2.TimeoutException:
        return Outcome(Problem.SLOW)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        return Outcome(Problem.CONNECTION, detail=str(error)[:DETAIL])


def _all(headers: Mapping[str, str]) -> dict[str, str]:
    return {
        "Content-Type": "application/json",
        "User-Agent": "Rateroom web hooks",
        # The raw bytes of the response are stored, so it must not be compressed.
        "Accept-Encoding": "identity",
        **headers,
    }


def _outcome(response: httpx2.Response) -> Outcome:
    text, status = _beginning(response), response.status_code
    if response.is_success:
        return Outcome(status=status, response=text)
    if response.is_redirect:
        return Outcome(Problem.REDIRECT, status, text, response.headers["location"][:DETAIL])
    return Outcome(Problem.STATUS, status, text)


def _beginning(response: httpx2.Response) -> str:
    """Return the start of the response body, at most MOST_BYTES. If reading fails, for example
    because the receiver is too slow, return the bytes read so far."""
    content = b""
    try:
        for chunk in response.iter_raw(MOST_BYTES):
            content += chunk
            if len(content) >= MOST_BYTES:
                break
    except httpx2.HTTPError:
        pass  # the status is enough
    return content[:MOST_BYTES].decode("utf-8", "replace")


def storable(text: str) -> str:
    """Return the text with � in place of NUL characters, which PostgreSQL cannot store."""
    return text.replace("\0", "�")
