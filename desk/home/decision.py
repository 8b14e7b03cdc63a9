"""A decision that waits for a researcher, as shown on Home."""

from dataclasses import dataclass
from datetime import datetime

MOST = 3  # decisions of each kind; longer lists have their own pages


@dataclass(frozen=True)
class Decision:
    """A decision that has been waiting since `since`. `tone` is "", "warn" or "bad" and sets the
    colour. `act` is the text of the link to `address`."""

    icon: str
    tone: str
    title: str
    text: str
    act: str
    address: str
    since: datetime | None = None
