"""Network ports. Each is reserved for one run of Rateroom until the run ends."""

import socket
from contextlib import closing
from dataclasses import dataclass

from local.processes import CannotStart

LARGEST = 65535


@dataclass(frozen=True)
class Port:
    """A port that a run needs. `instead` is the command that runs the site on another port."""

    host: str
    number: int
    instead: str

    def claim(self) -> socket.socket:
        """Reserve the port until the returned socket is closed. Other runs of Rateroom could
        otherwise take it, because servers listen only once the database is ready. Raises
        CannotStart if the port is taken."""
        claim = socket.socket(socket.AF_UNIX)
        try:
            # An abstract name leaves no file and disappears with the process.
            claim.bind(f"\0rateroom {self.host}:{self.number}")
        except OSError as error:
            claim.close()
            raise self.taken(error) from None
        self.refuse_taken()
        return claim

    def refuse_taken(self) -> None:
        """Raise CannotStart if the port is in use."""
        with closing(socket.socket()) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.number))
            except OSError as error:
                raise self.taken(error) from None

    def taken(self, error: OSError) -> CannotStart:
        return CannotStart(
            f"Port {self.number} of {self.host or 'this machine'} cannot be used: "
            f"{error.strerror}.\nChoose another port: {self.instead}"
        )


def port_number(name: str, value: str, example: str) -> int:
    """Return `value` as a port number. Raises CannotStart if it is not a port number. The message
    names the environment variable `name`, and gives `example`."""
    if not value.isdecimal() or not 0 < int(value) <= LARGEST:
        raise CannotStart(
            f"{name} is '{value}', which is not a number from 1 to {LARGEST}. "
            f"For example: {example}"
        )
    return int(value)
