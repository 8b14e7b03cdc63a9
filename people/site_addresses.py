"""Full URLs of pages, for emails and other programs. They start with the setting `SITE_URL`."""

from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse


def site_address(route: str, **arguments: str | int) -> str:
    """Return the full URL of a route. The host comes from the settings and not from the request,
    because a client can choose the request's host."""
    return urljoin(settings.SITE_URL, reverse(route, kwargs=arguments))
