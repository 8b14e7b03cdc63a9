"""Full URLs of pages, for emails and other programs. They begin with the setting `SITE_URL`."""

from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse


def site_address(route: str, **arguments: str | int) -> str:
    """Return the full URL of a route. The host in the request is not used, because the client can
    set it to any value."""
    return urljoin(settings.SITE_URL, reverse(route, kwargs=arguments))
