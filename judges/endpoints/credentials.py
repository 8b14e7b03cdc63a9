"""Addresses and API keys of endpoints, and the hosts that this server may call."""

import os

from django.conf import settings
from django.utils.translation import gettext as _

from core.errors import RateroomError
from core.outbound.addresses import check_url, host_and_port, settings_line
from judges.models import JudgeEndpoint

DEFAULT_URL = "https://api.openai.com/v1"


def credentials(endpoint: JudgeEndpoint) -> tuple[str, str]:
    """Return the endpoint's API key and base URL. Raises RateroomError if the key is missing."""
    if not endpoint.from_environment:
        return endpoint.key or "none", endpoint.base_url
    key = os.environ.get("OPENAI_API_KEY", "")
    if not key:
        what = _("The server has no OPENAI_API_KEY. Ask the site administrator to set it.")
        raise RateroomError(what, where=endpoint.name)
    return key, os.environ.get("OPENAI_BASE_URL") or DEFAULT_URL


def hosts_for(endpoint: JudgeEndpoint) -> list[str]:
    """Return the hosts that this server may call even if their IP address is private. These are the
    hosts in the setting JUDGE_HOSTS and the host of an endpoint that is configured in the
    environment."""
    if not endpoint.from_environment:
        return settings.JUDGE_HOSTS
    return [*settings.JUDGE_HOSTS, settings_line(*host_and_port(credentials(endpoint)[1]))]


def check_endpoint(endpoint: JudgeEndpoint) -> None:
    """Raise RateroomError if the endpoint has no API key, or an address that this server may not
    call."""
    _key, url = credentials(endpoint)
    if not endpoint.from_environment:
        check_url(url)
