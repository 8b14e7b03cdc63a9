"""Addresses that this server may call for researchers: public addresses, and hosts that its
settings allow.

Without this check, a judge's endpoint or a webhook could reach services that are not public.
Examples are services on this machine or its network, and a cloud provider's metadata service. Each
purpose has a setting for allowed hosts: `JUDGE_HOSTS` or `WEBHOOK_HOSTS`.
"""

import socket
from collections.abc import Callable, Collection
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from core.errors import RateroomError

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], list[str]]

PORTS = {"http": 80, "https": 443}
# `ipaddress` does not mark these as special. The first three contain an IPv4 address that a gateway
# would connect to.
_EMBEDDING = tuple(map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))
_RELAYS = ip_network("192.88.99.0/24")


class AddressRefused(RateroomError):
    """Raised for an invalid URL, and for an address that is neither public nor allowed in the
    server's settings."""


def resolve(host: str, port: int) -> list[str]:
    """Return all IP addresses of `host` in the order to try them. Raises OSError if there are
    none."""
    address_infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_kind, sockaddr in address_infos))


def is_public(text: str) -> bool:
    """Return whether an IP address is on the public internet. Relay addresses, and IPv6 addresses
    that embed another address, do not count as public."""
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        if (
            address.ipv4_mapped
            or address.is_site_local
            or any(address in network for network in _EMBEDDING)
        ):
            return False
    elif address in _RELAYS:
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def host_and_port(url: str) -> tuple[str, int]:
    """Return the host and port of `url`. Raises AddressRefused if `url` is not an HTTP or HTTPS
    URL."""
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        parts, port = urlsplit(""), 0
    if parts.scheme not in PORTS or not parts.hostname or not port:
        raise AddressRefused(
            _("We cannot send requests to this address."),
            where=url,
            remedy=_("Start the address with https:// or http://."),
        )
    return parts.hostname, port


def is_named(host: str, port: int, hosts: Collection[str]) -> bool:
    """Return whether `hosts` contains this host with or without the port. Entries are "host" or
    "host:port"."""
    line = settings_line(host, port)
    return bool({line, line.rpartition(":")[0]} & {entry.lower().rstrip(".") for entry in hosts})


def allowed_addresses(
    host: str,
    port: int,
    *,
    hosts: Collection[str],
    setting: str = "JUDGE_HOSTS",
    resolve: Resolve = resolve,
) -> list[str]:
    """Look up `host`, and return the IP addresses that the server may connect to.

    Hosts in `hosts`, given as "host" or "host:port", are allowed whatever their address. Raises
    AddressRefused if no address is allowed. The message says what to add to `setting` to allow the
    host. Raises OSError if the host has no address.
    """
    addresses = resolve(host, port)
    if is_named(host, port, hosts):
        return addresses
    public = [address for address in addresses if is_public(address)]
    if not public:
        raise AddressRefused(
            _("This address points to %(address)s, which is not on the public internet.")
            % {"address": ", ".join(addresses)},
            where=f"{host}:{port}",
            remedy=_(
                "Use a public address. For a server on your own network, send this to the site "
                "administrator: “Add %(line)s to %(setting)s and restart Rateroom.”"
            )
            % {"setting": setting, "line": settings_line(host, port)},
        )
    return public


def settings_line(host: str, port: int) -> str:
    """Return the host and port as an entry for the settings: in lower case, without a final dot,
    and with IPv6 addresses in brackets."""
    name = host.lower().rstrip(".")
    return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"


def check_url(url: str, *, setting: str = "JUDGE_HOSTS") -> None:
    """Raise AddressRefused if `url` is invalid or none of its addresses is allowed. A host name
    without an address is accepted. `setting` is the name of the setting for allowed hosts."""
    host, port = host_and_port(url)
    try:
        allowed_addresses(host, port, hosts=getattr(settings, setting), setting=setting)
    except (OSError, UnicodeError):
        return
