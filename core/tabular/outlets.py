"""A file that what writes files can write to, while its bytes are sent on."""


class Outlet:
    """A file that is written to, and whose bytes are taken away as they come."""

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
