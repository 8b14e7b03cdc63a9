"""HTTP requests to addresses that researchers chose. A host name is resolved once, its address is
checked, and the connection uses the checked address.

The Host header and TLS use the host name, so certificates are checked as usual. Redirects and the
environment's proxies are ignored, because both could lead to unchecked addresses.
"""

import os
import ssl
import time
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

import httpcore2
import httpx2

from core.outbound.addresses import Resolve, allowed_addresses, resolve


class CheckedBackend(httpcore2.NetworkBackend):
    """A network backend that connects only to addresses from `allowed_addresses`, without resolving
    a name again.

    `setting` is named in the error for a refused address. `within` limits the total time in seconds
    that a connection can be used. A time-out limits only each single wait.
    """

    def __init__(
        self,
        hosts: Collection[str],
        resolve: Resolve = resolve,
        *,
        setting: str = "JUDGE_HOSTS",
        within: float | None = None,
    ) -> None:
        self.hosts, self.resolve, self.sockets = hosts, resolve, httpcore2.SyncBackend()
        self.setting, self.within = setting, within

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[object] | None = None,
    ) -> httpcore2.NetworkStream:
        deadline = Deadline(self.within)
        try:
            addresses = allowed_addresses(
                host, port, hosts=self.hosts, setting=self.setting, resolve=self.resolve
            )
        except (OSError, UnicodeError) as error:
            raise httpcore2.ConnectError(str(error)) from error
        for address in addresses[:-1]:
            try:
                return self._connected(
                    address, port, deadline, timeout, local_address, socket_options
                )
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return self._connected(
            addresses[-1], port, deadline, timeout, local_address, socket_options
        )

    def _connected(
        self, address: str, port: int, deadline: "Deadline", timeout: float | None, *more: Any
    ) -> httpcore2.NetworkStream:
        seconds = deadline.bounded(timeout, httpcore2.ConnectTimeout)
        stream = self.sockets.connect_tcp(address, port, seconds, *more)
        return stream if self.within is None else BoundedStream(stream, deadline)


class Deadline:
    """A deadline a given number of seconds from now. If the number is None, there is no
    deadline."""

    def __init__(self, seconds: float | None) -> None:
        self.at = None if seconds is None else time.monotonic() + seconds

    def bounded(self, timeout: float | None, late: type[Exception]) -> float | None:
        """Return `timeout` or the time left until the deadline, whichever is shorter. Raises `late`
        if no time is left."""
        if self.at is None:
            return timeout
        remaining = self.at - time.monotonic()
        if remaining <= 0:
            raise late("The whole request took too long.")
        return remaining if timeout is None else min(timeout, remaining)


class BoundedStream(httpcore2.NetworkStream):
    """A connection that cannot be used after its deadline, even if bytes keep arriving."""

    def __init__(self, stream: httpcore2.NetworkStream, deadline: Deadline) -> None:
        self.stream, self.deadline = stream, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self.stream.read(max_bytes, self.deadline.bounded(timeout, httpcore2.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.stream.write(buffer, self.deadline.bounded(timeout, httpcore2.WriteTimeout))

    def close(self) -> None:
        self.stream.close()

    def start_tls(
        self,
        ssl_context: Any,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        seconds = self.deadline.bounded(timeout, httpcore2.ConnectTimeout)
        stream = self.stream.start_tls(ssl_context, server_hostname, seconds)
        return BoundedStream(stream, self.deadline)

    def get_extra_info(self, info: str) -> object:
        return self.stream.get_extra_info(info)


class _CheckedTransport(httpx2.HTTPTransport):
    def __init__(self, backend: CheckedBackend, connections: int) -> None:
        context = tls_context()
        super().__init__(verify=context)
        # The transport has no parameter for a network backend, so its pool is replaced.
        self._pool = httpcore2.ConnectionPool(
            ssl_context=context,
            max_connections=connections,
            keepalive_expiry=5.0,
            network_backend=backend,
        )


def tls_context() -> ssl.SSLContext:
    """Return a TLS context with the system's certificate authorities. SSL_CERT_FILE or SSL_CERT_DIR
    can name others.

    Reading the certificate authorities takes 30 ms, so the clients of a process share one context.
    """
    return _tls_context(*map(os.environ.get, ("SSL_CERT_FILE", "SSL_CERT_DIR")))


@lru_cache(maxsize=2)
def _tls_context(_file: str | None, _folder: str | None) -> ssl.SSLContext:
    return httpx2.create_ssl_context()


def checked_client(*, connections: int, backend: CheckedBackend, timeout: float) -> httpx2.Client:
    """Return a client that connects only to the addresses that `backend` allows. `connections` is
    the maximum number of simultaneous connections, and `timeout` is in seconds."""
    transport = _CheckedTransport(backend, connections)
    return httpx2.Client(
        transport=transport, trust_env=False, follow_redirects=False, timeout=timeout
    )
