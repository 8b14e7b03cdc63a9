"""HTTP to addresses that researchers chose: a name is resolved once, checked, and that very address
is connected to.

The name stays in the Host header and in TLS, so certificates are checked as ever. Redirects are not
followed and the environment's proxies are not used: both would lead to addresses that nobody
checked.
"""

from collections.abc import Collection, Iterable
from typing import Any

import httpcore2
import httpx2

from judges.endpoints.addresses import Resolve, allowed_addresses, resolve


class CheckedBackend(httpcore2.NetworkBackend):
    """Connects to the addresses that `allowed_addresses` gives, and never resolves again."""

    def __init__(self, hosts: Collection[str], resolve: Resolve = resolve) -> None:
        self.hosts, self.resolve, self.sockets = hosts, resolve, httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        try:
            addresses = allowed_addresses(host, port, hosts=self.hosts, resolve=self.resolve)
        except (OSError, UnicodeError) as error:
            raise httpcore2.ConnectError(str(error)) from error
        for address in addresses[:-1]:
            try:
                return self.sockets.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return self.sockets.connect_tcp(addresses[-1], port, timeout, local_address, socket_options)


class _CheckedTransport(httpx2.HTTPTransport):
    def __init__(self, backend: CheckedBackend, connections: int) -> None:
        # A certificate authority of one's own is the server's setting (SSL_CERT_FILE), not the
        # endpoint's.
        context = httpx2.create_ssl_context()
        super().__init__(verify=context)
        # The transport has no parameter for its network backend.
        self._pool = httpcore2.ConnectionPool(
            ssl_context=context,
            max_connections=connections,
            keepalive_expiry=5.0,
            network_backend=backend,
        )


def checked_client(*, connections: int, backend: CheckedBackend, timeout: float) -> httpx2.Client:
    """A client that reaches only what `backend` allows; at most `connections` at a time, `timeout`
    in seconds."""
    transport = _CheckedTransport(backend, connections)
    return httpx2.Client(
        transport=transport, trust_env=False, follow_redirects=False, timeout=timeout
    )
