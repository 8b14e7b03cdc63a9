"""A deadline for a whole call, including its attempts, the waits between them, and reading the
reply."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException, HTTPResponse
from socket import AF_INET, SHUT_RDWR, SOCK_STREAM, fromfd, socket
from threading import Event, Timer

SHORTEST = 0.001  # seconds; with a shorter limit, a socket would not wait at all


class Deadline:
    """The deadline of a call that starts now. If `seconds` is None, the call has no deadline, but
    each attempt still has a time limit."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def allows(self, wait: float) -> bool:
        """Return whether the deadline is later than `wait` seconds from now."""
        return self._end is None or time.monotonic() + wait < self._end

    def bound(self, seconds: float) -> float:
        """Return `seconds` or the time left until the deadline, whichever is shorter. If there is a
        deadline, the result is at least `SHORTEST`."""
        if self._end is None:
            return seconds
        return max(SHORTEST, min(seconds, self._end - time.monotonic()))

    def passed(self) -> TimeoutError:
        """Return the exception for a call that has passed its deadline."""
        return TimeoutError(f"The whole call took longer than {self.seconds:g} seconds")

    @contextmanager
    def over(self, answer: HTTPResponse) -> Iterator[None]:
        """Close the connection at the deadline if the reply is still being read. Raises
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
    with suppress(OSError):  # the site may have closed it already
        connection.shutdown(SHUT_RDWR)
