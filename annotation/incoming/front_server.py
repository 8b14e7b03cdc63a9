"""A check that the front server passes on what the site needs."""

from http import HTTPStatus

import httpx2
from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, register

WAIT = 5  # seconds


@register(Tags.security, deploy=True)
def front_server_sends_headers(**_kwargs: object) -> list[CheckMessage]:
    """Without them every page redirects to itself or is refused, and no log says why."""
    if not settings.BEHIND_PROXY:
        return []
    address = f"{settings.SITE_URL}accounts/login/"
    try:
        response = httpx2.get(address, timeout=WAIT)
    except httpx2.HTTPError as error:
        return [Info(f"{address} does not answer: {error}", id="annotation.I002")]
    if response.has_redirect_location and _rest(response.headers["Location"]) == _rest(address):
        problem = "X-Forwarded-Proto, so every page redirects to itself"
    elif response.status_code == HTTPStatus.BAD_REQUEST:
        problem = "the Host header, or passes a name that ALLOWED_HOSTS does not have"
    else:
        return []
    return [
        Error(
            f"The front server at {address} does not send {problem}.",
            hint="docs/operations/front-server.md has settings for nginx and Apache.",
            id="annotation.E008",
        )
    ]


def _rest(address: str) -> str:
    return address.partition(":")[2]
