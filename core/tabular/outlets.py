"""A file-like buffer for code that writes files, whose bytes are sent on as they arrive."""


class Outlet:
    """A file that a writer fills and whose bytes a reader takes away."""

    closed = False

    def __init__(self) -> None:
        self._pending: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pending.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing, because nothing is buffered."""

    def close(self) -> None:
        self.closed = True

    def take(self) -> bytes:
        taken, self._pending = b"".join(self._pending), []
        return taken
