"""The entry URL of a study, and checks that people at Prolific can open it."""

from ipaddress import ip_address
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from core.errors import RateroomError
from core.outbound.addresses import is_public
from hits.models import Batch
from recruiting.prolific.api.shapes import ENTRY_PARAMETERS

PLACEHOLDERS = "&".join(f"{name}={{{{%{name}%}}}}" for name in ENTRY_PARAMETERS)
# Endings of host names that work only on one machine or in one network.
LOOPBACK, LOCAL = (".localhost",), (".localhost", ".local", ".internal", ".lan", ".home.arpa")


class AddressUnfit(RateroomError):
    """Raised if people at Prolific cannot open the URL of this site."""


def study_address(batch: Batch) -> str:
    """Return the URL of the batch's entry page. The query contains Prolific's placeholders for
    ids."""
    address = urljoin(settings.SITE_URL, reverse("prolific_enter", args=[batch.pk]))
    return f"{address}?{PLACEHOLDERS}"


def require_named(address: str) -> None:
    """Raise AddressUnfit if the address has no host or has a loopback host such as localhost."""
    host = _host(address)
    if not host or f".{host}".endswith(LOOPBACK) or _is_loopback(host):
        raise AddressUnfit(
            _("%(address)s is not a public https:// address, so people on Prolific cannot open it.")
            % {"address": address.partition("?")[0]},
            where=_("Address"),
            remedy=_(
                "Set SITE_URL to the public https:// address of this site, then restart the site."
            ),
        )


def require_public(address: str) -> None:
    """Raise AddressUnfit unless the address uses HTTPS and a domain name or public IP address."""
    require_named(address)
    host = _host(address)
    is_named = "." in host and not f".{host}".endswith(LOCAL)
    if address.startswith("https://") and (_public_ip(host) or (is_named and not _is_ip(host))):
        return
    raise AddressUnfit(
        _("%(address)s is not a public https:// address, so people on Prolific cannot open it.")
        % {"address": address.partition("?")[0]},
        where=_("Address"),
        remedy=_(
            "Set SITE_URL to the public https:// address of this site, then restart the site."
        ),
    )


def _host(address: str) -> str:
    return (urlsplit(address).hostname or "").rstrip(".").lower()


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _public_ip(host: str) -> bool:
    return _is_ip(host) and is_public(host)


def _is_loopback(host: str) -> bool:
    return _is_ip(host) and (ip_address(host).is_loopback or ip_address(host).is_unspecified)
