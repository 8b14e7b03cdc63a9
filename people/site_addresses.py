"""Full URLs of pages, for emails and other programs. They begin with the setting `SITE_URL`."""

from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse


def site_address(route: str, **arguments: str | int) -> str:
    """Return a route's full URL, without the request's host, which the client can choose."""
    return urljoin(settings.SITE_URL, reverse(route, kwargs=arguments))
