"""The origin of a request: the client's address, and whether it comes from this machine."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

LOOPBACK_NAMES = {"localhost", "127.0.0.1", "[::1]"}
# Headers that proxies and content delivery networks add.
_FORWARDED = {
    "HTTP_VIA",
    "HTTP_X_REAL_IP",
    "HTTP_X_CLIENT_IP",
    "HTTP_X_CLUSTER_CLIENT_IP",
    "HTTP_TRUE_CLIENT_IP",
    "HTTP_CF_CONNECTING_IP",
    "HTTP_FASTLY_CLIENT_IP",
}


def client_address(request: HttpRequest) -> str:
    """Return the client's address. Behind a proxy, this is the last address in X-Forwarded-For.
    Otherwise, it is the address of the connection.

    Return "" if there is no address, for example on a Unix socket.
    """
    if settings.BEHIND_PROXY and (forwarded := request.META.get("HTTP_X_FORWARDED_FOR")):
        return _plain(forwarded.rsplit(",", 1)[-1].strip())
    return _plain(request.META.get("REMOTE_ADDR", ""))


def client_network(request: HttpRequest) -> str:
    """Return the client's network, or "" if the client has no address. It is the /24 network of an
    IPv4 address, or the /56 network of an IPv6 address. Most households and rented servers can use
    every address in their /56 network."""
    address = client_address(request)
    if not address:
        return ""
    bits = 56 if ":" in address else 24
    return str(ipaddress.ip_network((address, bits), strict=False))


def from_this_machine(request: HttpRequest) -> bool:
    """Return whether the client is on this machine and has used a local host name without a proxy.

    A proxy on this machine also has a loopback address, but its headers or the host name reveal it.
    """
    if settings.BEHIND_PROXY or any(_is_forwarding(name) for name in request.META):
        return False
    name, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
    return name in LOOPBACK_NAMES and is_loopback(request.META.get("REMOTE_ADDR", ""))


def is_loopback(address: str) -> bool:
    """Return whether `address` is a loopback address, including IPv4-mapped IPv6 addresses."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return (mapped or parsed).is_loopback


def _is_forwarding(name: str) -> bool:
    return name in _FORWARDED or (name.startswith("HTTP_") and "FORWARDED" in name)


def _plain(address: str) -> str:
    try:
        return str(ipaddress.ip_address(address))
    except ValueError:
        return ""
