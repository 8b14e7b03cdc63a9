"""The end of a whole call, with its tries, the waits between them and the reading of the answer."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException, HTTPResponse
from socket import AF_INET, SHUT_RDWR, SOCK_STREAM, fromfd, socket
from threading import Event, Timer

SHORTEST = 0.001  # seconds; a socket with less would not wait at all


class Deadline:
    """A call that began now and may take `seconds`; None: as long as its tries do."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def allows(self, wait: float) -> bool:
        """Return whether time is left after `wait` seconds."""
        return self._end is None or time.monotonic() + wait < self._end

    def bound(self, seconds: float) -> float:
        """`seconds`, or what is left where that is less."""
        if self._end is None:
            return seconds
        return max(SHORTEST, min(seconds, self._end - time.monotonic()))

    def passed(self) -> TimeoutError:
        """Return the problem if no time is left."""
        return TimeoutError(f"The whole call took longer than {self.seconds:g} seconds")

    @contextmanager
    def over(self, answer: HTTPResponse) -> Iterator[None]:
        """End the connection at the deadline, even if the response still arrives slowly. Raises
        TimeoutError then."""
        if self._end is None or answer.isclosed():
            yield
            return
        has_ended = Event()
        # Another handle on the connection: it is shut for both, also below TLS.
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
    with suppress(OSError):  # where the site has ended it already
        connection.shutdown(SHUT_RDWR)
