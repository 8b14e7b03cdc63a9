"""A buffer for code that writes to a file, so that bytes can be sent while it is still writing."""


class Outlet:
    """A writable file in memory. `take` removes and returns the bytes written so far."""

    closed = False

    def __init__(self) -> None:
        self._pending: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pending.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing, because written bytes can be taken at once."""

    def close(self) -> None:
        self.closed = True

    def take(self) -> bytes:
        taken, self._pending = b"".join(self._pending), []
        return taken
