"""What the live server is still working on: a test's database is emptied only when it has nothing
left to do.

A page's script may have sent a request in the test's last moment, such as holding the next HIT; it
goes on when the page is gone.
"""

import socket
from collections import Counter
from threading import Condition
from typing import Any

from django.core.servers.basehttp import ThreadedWSGIServer
from django.test.testcases import LiveServerThread

LONGEST = 30.0  # seconds
_changed = Condition()
_open: Counter[tuple[str, int]] = (
    Counter()
)  # accepted connections by the server's address, until their threads end


class CountingServer(ThreadedWSGIServer):
    """Counts a connection from the moment it is accepted, before its thread has begun."""

    def process_request(self, request: Any, client_address: Any) -> None:
        self._count(1)
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._count(-1)

    def server_close(self) -> None:
        super().server_close()
        with _changed:
            _open.pop(self.server_address[:2], None)  # nobody knocks at it any more
            _changed.notify_all()

    def _count(self, change: int) -> None:
        with _changed:
            _open[self.server_address[:2]] += change
            _changed.notify_all()


def watch() -> None:
    """Have live servers that start from now on count."""
    LiveServerThread.server_class = CountingServer


def wait_for_none() -> None:
    """Until no connection is left, once the browser has closed its own; raises TimeoutError after
    `LONGEST`."""
    for address in list(_open):
        _knock(address)
    with _changed:
        if not _changed.wait_for(lambda: not any(_open.values()), LONGEST):
            raise TimeoutError(
                f"After {LONGEST:.0f} s the live server still has connections: {_open}."
            )


def _knock(address: tuple[str, int]) -> None:
    """Connections are accepted in their order: when the server has closed this one, it knows of all
    before it."""
    with socket.create_connection(address, LONGEST) as door:
        door.shutdown(socket.SHUT_WR)
        door.recv(1)
