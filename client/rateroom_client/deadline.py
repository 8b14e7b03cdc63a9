"""A deadline for a whole call: its attempts, the waits between them, and reading the reply."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException, HTTPResponse
from socket import AF_INET, SHUT_RDWR, SOCK_STREAM, fromfd, socket
from threading import Event, Timer

SHORTEST = 0.001  # seconds; with less, a socket would not wait at all


class Deadline:
    """The deadline of a call that starts now. Without `seconds`, only its attempts are limited."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def allows(self, wait: float) -> bool:
        """Return whether there is time left after waiting for `wait` seconds."""
        return self._end is None or time.monotonic() + wait < self._end

    def bound(self, seconds: float) -> float:
        """Return `seconds`, or the remaining time if it is shorter."""
        if self._end is None:
            return seconds
        return max(SHORTEST, min(seconds, self._end - time.monotonic()))

    def passed(self) -> TimeoutError:
        """Return the exception for a call that took too long."""
        return TimeoutError(f"The whole call took longer than {self.seconds:g} seconds")

    @contextmanager
    def over(self, answer: HTTPResponse) -> Iterator[None]:
        """Close the connection at the deadline, even if the reply is still arriving. Raises
        TimeoutError if the connection was closed."""
        if self._end is None or answer.isclosed():
            yield
            return
        has_ended = Event()
        # A second handle on the connection: shutting it down closes both, also below TLS.
        with fromfd(answer.fileno(), AF_INET, SOCK_STREAM) as connection:
            timer = Timer(self.bound(self.seconds or 0), _end, (connection, has_ended))
            timer.daemon = True
            timer.start()
            try:
                yield
            except (OSError, HTTPException) as error:
                if has_ended.is_set():
                    raise self.passed() from error
                raise
            finally:
                timer.cancel()
        if has_ended.is_set():
            raise self.passed()


def _end(connection: socket, has_ended: Event) -> None:
    has_ended.set()
    with suppress(OSError):  # if the site has closed it already
        connection.shutdown(SHUT_RDWR)
