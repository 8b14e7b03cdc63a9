"""A gunicorn worker that passes only complete requests to its threads, so that slow senders do not
block them. It also balances the number of connections between workers."""

import mmap
import re
import selectors
import socket
import time
from array import array
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from gunicorn.http.body import ChunkedReader
from gunicorn.workers.gthread import TConn, ThreadWorker

CHUNK = 65_536
# Bytes of a request that are collected before a thread handles it. The thread itself reads the rest
# of a longer request, such as an uploaded archive.
LONGEST = 2**20
HEAD_SECONDS = 20
BODY_SECONDS = 15 * 60
PLACES = 256  # more than the number of processes that a server has at once
UNUSED = 2**31 - 1
YIELD_SECONDS = 0.02  # time for a worker with fewer connections to accept a new one
LINGER_SECONDS = 2  # time for a client to close a connection after the server has announced its end
HEAD_END = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
EXPECTS = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE)
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class OpenConnections:
    """The number of open connections of each process, in memory that all processes share. The
    object must be created before the processes start.

    A process is identified by the number that gunicorn gave it (`age`). Each process writes only
    its own number of connections, so no lock is needed.
    """

    def __init__(self) -> None:
        unused = array("i", [UNUSED] * PLACES)
        self._numbers = memoryview(mmap.mmap(-1, unused.itemsize * PLACES)).cast("i")
        self._numbers[:] = unused

    def set(self, age: int, number: int) -> None:
        self._numbers[age % PLACES] = number

    def end(self, age: int) -> None:
        """Record that the process `age` no longer accepts connections."""
        self._numbers[age % PLACES] = UNUSED

    def least(self) -> int:
        """Return the number of open connections of the process with the fewest connections.
        Processes that no longer accept connections do not count."""
        return min(self._numbers)


OPEN_CONNECTIONS = OpenConnections()


@dataclass
class Arrival:
    """The part of a request that has arrived. `size` is the total size of the request's head and
    body, or 0 until the head is complete.

    gunicorn parses the head and body again, and refuses a request if it finds a different length.
    """

    deadline: float
    watched: bool = False  # whether the event loop watches it
    ending: bool = False
    received: bytearray = field(default_factory=bytearray)
    size: int = 0
    expects: bool = False  # the sender waits for permission to continue

    def add(self, chunk: bytes) -> None:
        if not self.received:
            self.deadline = time.monotonic() + HEAD_SECONDS
        searched = max(len(self.received) - len(HEAD_END), 0)
        self.received += chunk
        if not self.size and (end := self.received.find(HEAD_END, searched)) >= 0:
            head = self.received[: end + 2]
            length = LENGTH.search(head)
            self.size = end + len(HEAD_END) + (int(length[1]) if length else 0)
            self.expects = len(self.received) < self.size and bool(EXPECTS.search(head))
            self.deadline = time.monotonic() + BODY_SECONDS

    @property
    def whole(self) -> bool:
        return len(self.received) >= min(self.size or LONGEST, LONGEST)


class WholeRequestWorker(ThreadWorker):
    """gunicorn's gthread worker, changed so that its event loop collects each complete request.

    With gthread itself, slow senders occupy threads, and the loop waits for clients that do not
    hang up. This worker is for plain HTTP only, because TLS ends at a front server.
    """

    def init_process(self) -> None:
        self.arrivals: dict[TConn, Arrival] = {}
        self.next_look = 0.0
        self.yields_until = 0.0
        super().init_process()

    def accept(self, listener: socket.socket) -> None:
        """Accept a new connection. If another worker has fewer connections, first give it a short
        time to accept the connection.

        The threads of a process take turns on one processor. If one process had most of the
        connections, which last for many requests, the other processors would be idle.
        """
        now = time.monotonic()
        has_yielded = self.yields_until <= now < self.yields_until + YIELD_SECONDS
        if self.nr_conns > OPEN_CONNECTIONS.least() and not has_yielded:
            self.yields_until = now + YIELD_SECONDS
            self.set_accept_enabled(False)
            return
        self.yields_until = 0.0
        super().accept(listener)
        OPEN_CONNECTIONS.set(self.age, self.nr_conns)

    def set_accept_enabled(self, enabled: bool) -> None:
        if not enabled or time.monotonic() >= self.yields_until:
            super().set_accept_enabled(enabled)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        if self.alive:
            OPEN_CONNECTIONS.set(self.age, self.nr_conns)
        else:
            OPEN_CONNECTIONS.end(self.age)
        if (rest := self.yields_until - time.monotonic()) > 0:
            timeout = min(timeout, rest)
        super().wait_for_and_dispatch_events(timeout)

    def enqueue_req(self, conn: TConn) -> None:
        """Receive data from a connection that is new, readable again, or has begun its next
        request. Watch the connection only if the request is not complete yet, because most requests
        arrive whole."""
        conn.sock.setblocking(False)
        arrival = self.arrivals[conn] = Arrival(time.monotonic() + self.cfg.keepalive)
        if conn.initialized and (ahead := conn.parser.unreader.take_buffered()):
            arrival.add(ahead)
        self._receive(conn)
        if conn in self.arrivals:
            self._watch(conn, arrival)

    def _watch(self, conn: TConn, arrival: Arrival) -> None:
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._receive, conn))
        self.arrivals[conn] = arrival
        arrival.watched = True

    def _unwatch(self, conn: TConn) -> Arrival:
        arrival = self.arrivals.pop(conn)
        if arrival.watched:
            self.poller.unregister(conn.sock)
        return arrival

    def _receive(self, conn: TConn, _sock: object = None) -> None:
        arrival, chunk = self.arrivals[conn], _received(conn.sock)
        if chunk and not arrival.ending:
            arrival.add(chunk)
        if arrival.whole:
            self._hand_over(conn)
        elif chunk == b"":
            self._drop(conn)
        elif arrival.expects:
            arrival.expects = False
            with suppress(OSError):
                conn.sock.send(CONTINUE)

    def _hand_over(self, conn: TConn) -> None:
        received = bytes(self._unwatch(conn).received)
        conn.init()
        conn.parser.unreader.unread(received)
        super().enqueue_req(conn)

    def _drop(self, conn: TConn) -> None:
        self._unwatch(conn)
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """Close connections that are past their deadline. This is done at most once per second."""
        now = time.monotonic()
        if now < self.next_look:
            return
        self.next_look = now + 1
        for conn in [conn for conn, arrival in self.arrivals.items() if arrival.deadline < now]:
            self._drop(conn)

    def finish_request(self, conn: TConn, future: Future[object]) -> None:
        """Finish the request. Unlike gthread, do not wait in the loop for the client to hang up."""
        if future.cancelled() or future.exception() or future.result():
            super().finish_request(conn, future)
            return
        try:
            conn.sock.shutdown(socket.SHUT_WR)
            conn.sock.setblocking(False)
            self._watch(conn, Arrival(time.monotonic() + LINGER_SECONDS, ending=True))
        except (OSError, ValueError):  # the connection is closed already
            self.nr_conns -= 1
            conn.close()

    def handle_error(
        self, req: object, client: socket.socket, addr: tuple[str, int], exc: Exception
    ) -> None:
        super().handle_error(req, WithHeaders(client), addr, exc)

    def _keepalive_after(self, conn: TConn, keepalive: bool) -> bool:
        """Return whether to keep the connection open after the request. Return False after a body
        of unknown length, because waiting for the end of the body would block a thread."""
        unknown = isinstance(conn.parser.mesg.body.reader, ChunkedReader)
        return not unknown and super()._keepalive_after(conn, keepalive)

    def _cap_keepalive(self, deadline: float) -> None:
        """At shutdown, do not wait for connections that have not sent any data."""
        super()._cap_keepalive(deadline)
        for arrival in self.arrivals.values():
            if not arrival.received:
                arrival.deadline = min(arrival.deadline, deadline)


class WithHeaders:
    """A socket that adds our security headers to gunicorn's response to an unreadable request."""

    def __init__(self, sock: socket.socket) -> None:
        from annotation.middleware import standing_headers  # imported here: needs Django's settings

        self.sock, self.headers = sock, standing_headers()

    def __getattr__(self, name: str) -> object:
        return getattr(self.sock, name)

    def sendall(self, data: bytes) -> None:
        lines = [f"{name}: {value}".encode() for name, value in self.headers.items()]
        status, _end, rest = data.partition(b"\r\n")
        self.sock.sendall(b"\r\n".join([status, *lines, rest]))


def _received(sock: socket.socket) -> bytes | None:
    """Return the bytes that can be read now, None if there are none yet, or b"" if the connection
    has ended."""
    try:
        return sock.recv(CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""
