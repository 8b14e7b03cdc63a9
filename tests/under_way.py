"""The open requests of the live server. A test's database is emptied only when there are none.

A page's script can send a request at the very end of a test, for example to prefetch the next HIT.
The request continues after the page is closed.
"""

import select
import socket
from collections import defaultdict
from contextlib import suppress
from threading import Condition

from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import connections
from django.test.testcases import LiveServerThread, QuietWSGIRequestHandler

LONGEST = 30.0  # seconds
_changed = Condition()
# Accepted connections by the server's address, until their threads end, and those of all servers
# that wait for a request: the browser keeps connections for later ones.
_open: dict[tuple[str, int], set[socket.socket]] = defaultdict(set)
_waiting: set[socket.socket] = set()


class WaitingHandler(QuietWSGIRequestHandler):
    """A request handler that records when its connection waits for a request."""

    def handle_one_request(self) -> None:
        with _changed:
            _waiting.add(self.connection)
            _changed.notify_all()
        _has_something(self.connection, None)
        with _changed:
            _waiting.discard(self.connection)
        super().handle_one_request()


class CountingServer(ThreadedWSGIServer):
    """A server that records each connection as soon as it is accepted, before its thread starts."""

    def __init__(self, address, _handler, **options) -> None:
        super().__init__(address, WaitingHandler, **options)

    def process_request(self, request, client_address) -> None:
        with _changed:
            _open[self.server_address[:2]].add(request)
        super().process_request(request, client_address)

    def process_request_thread(self, request, client_address) -> None:
        # As long as the browser's connection lasts, so does the thread's to the database.
        database = connections["default"]
        database.settings_dict = database.settings_dict | {"CONN_MAX_AGE": None}
        try:
            super().process_request_thread(request, client_address)
        finally:
            with _changed:
                _open[self.server_address[:2]].discard(request)
                _changed.notify_all()

    def server_close(self) -> None:
        """Close all connections too, because their threads would keep the database in use."""
        super().server_close()
        opened = _open[self.server_address[:2]]
        with _changed:
            for connection in opened:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
            _changed.wait_for(lambda: not opened, LONGEST)
            del _open[self.server_address[:2]]  # nobody knocks at it any more


def watch() -> None:
    """Make live servers that start later record their connections."""
    LiveServerThread.server_class = CountingServer


def wait_for_none() -> None:
    """Wait until no request is open. Raises TimeoutError after `LONGEST`."""
    for address in list(_open):
        _knock(address)
    with _changed:
        if not _changed.wait_for(lambda: not _answering(), LONGEST):
            raise TimeoutError(f"After {LONGEST:.0f} s the live server answers {_answering()}.")


def _answering() -> list[socket.socket]:
    """Return the connections with a request, even if the request has not been read yet."""
    return [
        connection
        for opened in _open.values()
        for connection in opened
        if connection not in _waiting or _has_something(connection, 0)
    ]


def _has_something(connection: socket.socket, milliseconds: int | None) -> bool:
    """Return whether there is data or an end to read within `milliseconds`."""
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    return bool(poll.poll(milliseconds))


def _knock(address: tuple[str, int]) -> None:
    """Open a connection and wait until it is closed. The server then knows all others."""
    with socket.create_connection(address, LONGEST) as door:
        door.shutdown(socket.SHUT_WR)
        door.recv(1)
