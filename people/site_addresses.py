"""Addresses of pages for emails and other programs: they begin with the setting `SITE_URL`."""

from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse


def site_address(route: str, **arguments: str | int) -> str:
    """Return the whole address of a route. A request's host and port are never asked: anyone can
    send another one."""
    return urljoin(settings.SITE_URL, reverse(route, kwargs=arguments))
