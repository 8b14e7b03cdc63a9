"""The number of connections that each web process has open, in memory that all of them share."""

import mmap
from array import array

PLACES = 256  # more than a server has processes at once
UNUSED = 2**31 - 1


class OpenConnections:
    """A number for each process that accepts connections. Create it before the processes start.

    A process is known by the number that gunicorn gave it (`age`). Each writes only its own place,
    so no lock is needed.
    """

    def __init__(self) -> None:
        unused = array("i", [UNUSED] * PLACES)
        self._numbers = memoryview(mmap.mmap(-1, unused.itemsize * PLACES)).cast("i")
        self._numbers[:] = unused

    def set(self, age: int, number: int) -> None:
        self._numbers[age % PLACES] = number

    def end(self, age: int) -> None:
        """Record that this process accepts no more connections."""
        self._numbers[age % PLACES] = UNUSED

    def least(self) -> int:
        """Return the lowest number of any process that accepts connections."""
        return min(self._numbers)


OPEN_CONNECTIONS = OpenConnections()
