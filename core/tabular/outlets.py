"""A writable buffer, for sending a file while other code is still writing it."""


class Outlet:
    """A writable file in memory. `take` returns the bytes written so far, and removes them."""

    closed = False

    def __init__(self) -> None:
        self._pending: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pending.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing, because `take` always returns all written bytes."""

    def close(self) -> None:
        self.closed = True

    def take(self) -> bytes:
        taken, self._pending = b"".join(self._pending), []
        return taken
